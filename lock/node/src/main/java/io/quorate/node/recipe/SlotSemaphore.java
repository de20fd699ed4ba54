// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.recipe;

import io.quorate.api.DistributedLock;
import io.quorate.api.DistributedSemaphore;
import io.quorate.api.Hold;
import io.quorate.api.LockTimeoutException;
import io.quorate.api.Permit;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One lock for each permit, and one more, the ticket, for which those queue who wait. The holder of the ticket takes the first free permit,
 * and then gives the ticket back. The ticket only keeps the order: if it is lost meanwhile, two may look for a permit
 * at once, and each gets one of its own.
 */
public final class SlotSemaphore implements DistributedSemaphore {
    private final String name;
    private final DistributedLock ticket;
    private final List<DistributedLock> slots;
    private final PermitNumbers.Seen numbers;

    /** The lock of a permit, from 1, also of one that this semaphore does not have; that of the ticket for 0. */
    private final IntFunction<DistributedLock> byNumber;

    private SlotSemaphore(String name, int permits, IntFunction<DistributedLock> byNumber, PermitNumbers.Seen numbers) {
        this.name = name;
        this.ticket = byNumber.apply(0);
        this.slots = IntStream.rangeClosed(1, permits).mapToObj(byNumber).toList();
        this.byNumber = byNumber;
        this.numbers = numbers;
    }

    /**
     * A semaphore over the locks whose names begin with this one.
     *
     * @param locks gives the lock with a name; the second text is what its holders call themselves
     * @param numbers compares the number with that of other nodes
     */
    public static DistributedSemaphore of(
            String name, int permits, BiFunction<String, String, DistributedLock> locks, PermitNumbers numbers) {
        Objects.requireNonNull(name, "The name of a semaphore must not be null.");
        if (permits < 1 || permits > PERMITS_MAX) {
            throw new IllegalArgumentException(
                    "A semaphore has 1 to " + PERMITS_MAX + " permits, not " + permits + ". Give another number.");
        }
        IntFunction<DistributedLock> byNumber = number -> number == 0
                ? locks.apply(name + "#ticket", PermitNumbers.ticket(permits))
                : locks.apply(name + "#" + number, PermitNumbers.permit(number, permits));
        return new SlotSemaphore(name, permits, byNumber, numbers.opened(name, permits));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int permits() {
        return slots.size();
    }

    @Override
    public Permit acquire() throws InterruptedException {
        return permit(Deadline.NEVER).orElseThrow(); // without an end it is never empty
    }

    @Override
    public Permit acquire(Duration timeout) throws InterruptedException {
        return tryAcquire(timeout).orElseThrow(() -> new LockTimeoutException(name, timeout));
    }

    @Override
    public Optional<Permit> tryAcquire(Duration timeout) throws InterruptedException {
        Objects.requireNonNull(timeout, "The timeout must not be null: acquire() waits without a limit.");
        return permit(Deadline.in(timeout));
    }

    private Optional<Permit> permit(Deadline deadline) throws InterruptedException {
        Optional<Permit> permit = permitInTurn(deadline);
        numbers.used(this, byNumber);
        return permit;
    }

    private Optional<Permit> permitInTurn(Deadline deadline) throws InterruptedException {
        if (deadline.isNow()) {
            return takeNow(Deadline.NEVER);
        }
        Duration left = deadline.left();
        Hold turn = left == null ? ticket.acquire() : ticket.tryAcquire(left).orElse(null);
        if (turn == null) {
            return Optional.empty();
        }
        try {
            Optional<Permit> free = takeNow(deadline);
            return free.isPresent() || deadline.isOver() ? free : takeFirst(deadline);
        } finally {
            turn.close();
        }
    }

    /**
     * A permit that is free now. Begins anywhere, so that nodes seldom ask for the same one. Tries one after the other, so that no
     * free permit is taken even for a moment but the one that is kept: others would find none. Tries at least one, and no more when
     * the time is over: without an answer each costs an {@code attemptTimeout}.
     */
    private Optional<Permit> takeNow(Deadline deadline) throws InterruptedException {
        int first = ThreadLocalRandom.current().nextInt(slots.size());
        for (int step = 0; step < slots.size(); step++) {
            int slot = (first + step) % slots.size();
            Optional<Hold> hold = slots.get(slot).tryAcquire(Duration.ZERO);
            if (hold.isPresent()) {
                return Optional.of(new SlotPermit(slot + 1, hold.get()));
            }
            if (deadline.isOver()) {
                break;
            }
        }
        return Optional.empty();
    }

    private Optional<Permit> takeFirst(Deadline deadline) throws InterruptedException {
        @Nullable SlotPermit permit = new FirstSlot(slots).await(deadline.left());
        return Optional.ofNullable(permit);
    }

    @Override
    public String toString() {
        return "DistributedSemaphore(" + name + ", " + permits() + " permits)";
    }
}
