// SPDX-License-Identifier: Apache-2.0
package io.quorate.shedlock;

import io.quorate.api.AcquireOptions;
import io.quorate.api.Hold;
import io.quorate.api.LockFailedException;
import io.quorate.api.Locks;
import io.quorate.api.LossReason;
import java.util.Objects;
import java.util.Optional;
import net.javacrumbs.shedlock.core.AbstractSimpleLock;
import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.support.LockException;

/**
 * Lets ShedLock take its locks from a Quorate cluster, with no database and no lock server.
 *
 * <pre>{@code
 * LockProvider provider = new QuorateLockProvider(locks);
 * }</pre>
 *
 * <p>A task whose lock is taken is skipped, as ShedLock specifies. {@code lockAtMostFor} becomes
 * {@link AcquireOptions#atMost}, {@code lockAtLeastFor} becomes {@link AcquireOptions#atLeast}. A process that dies keeps its lock for
 * the lease of the cluster, not for {@code lockAtMostFor}: that only limits a task that hangs.
 */
public final class QuorateLockProvider implements ExtensibleLockProvider {
    private static final String USUAL_PREFIX = "shedlock/";

    private final Locks locks;
    private final String prefix;

    /**
     * Names locks {@code shedlock/} and the name that ShedLock gives.
     *
     * @param locks the locks of this process
     */
    public QuorateLockProvider(Locks locks) {
        this(locks, USUAL_PREFIX);
    }

    /**
     * Names locks with another prefix.
     *
     * @param locks the locks of this process
     * @param prefix before the name that ShedLock gives; may be empty
     */
    public QuorateLockProvider(Locks locks, String prefix) {
        this.locks = Objects.requireNonNull(locks, "The locks must not be null.");
        this.prefix = Objects.requireNonNull(prefix, "The prefix must not be null: give an empty one.");
    }

    /**
     * Takes the lock now or not at all; empty if another task has it.
     *
     * @throws LockException if that could not be decided, because no quorum of voters answers or the node is closed
     */
    @Override
    public Optional<SimpleLock> lock(LockConfiguration configuration) {
        String name = prefix + configuration.getName();
        try {
            return locks.lock(name)
                    .tryAcquire(optionsOf(configuration))
                    .map(hold -> new HeldLock(configuration, name, hold));
        } catch (LockFailedException failure) {
            throw new LockException(
                    "The task is not run, because its lock could not be acquired: " + failure.getMessage(), failure);
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new LockException(
                    "Interrupted while asking for the lock \"" + name + "\": the task is not run.", interruption);
        }
    }

    private static AcquireOptions optionsOf(LockConfiguration configuration) {
        return AcquireOptions.atLeast(configuration.getLockAtLeastFor()).withAtMost(configuration.getLockAtMostFor());
    }

    private static final class HeldLock extends AbstractSimpleLock {
        private final String name;
        private final Hold hold;

        HeldLock(LockConfiguration configuration, String name, Hold hold) {
            super(configuration);
            this.name = name;
            this.hold = hold;
        }

        @Override
        protected void doUnlock() {
            hold.close();
            hold.lossReason().ifPresent(this::sayLost);
        }

        /** The task ran on without its lock for a time, so another may have run beside it. */
        private void sayLost(LossReason reason) {
            System.getLogger(QuorateLockProvider.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            "The lock \"{0}\" was lost before its task ended ({1}): another node may have run the task at the same"
                                    + " time. Use a longer lockAtMostFor if the reason is TIME_IS_UP.",
                            name,
                            reason);
        }

        /** Empty if the lock is lost. */
        @Override
        protected Optional<SimpleLock> doExtend(LockConfiguration longer) {
            return hold.extend(optionsOf(longer)) ? Optional.of(new HeldLock(longer, name, hold)) : Optional.empty();
        }
    }
}
