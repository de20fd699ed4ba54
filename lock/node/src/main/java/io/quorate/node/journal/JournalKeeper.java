// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.journal;

import io.quorate.core.lock.LossReason;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.node.LockNode;
import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.net.Membership;
import io.quorate.node.time.NodeTime;
import io.quorate.node.turn.Availability;
import io.quorate.node.turn.LocalClaim;
import io.quorate.node.turn.NodeNames;
import io.quorate.node.turn.NodeSettings;
import io.quorate.node.turn.OpenHolds;
import io.quorate.node.turn.Outcomes;
import io.quorate.node.watch.LastWords;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Looks at a running node now and then for its {@link NodeJournal}. Nothing here is on the way to a lock. */
public final class JournalKeeper {
    /** A change that is undone within this time is not logged. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    /** Open holds are looked through so often in the time after which they are warned of, but not more than once a second. */
    private static final int LOOKS_AT_HOLDS = 10;

    private static final long LOOK_AT_HOLDS_NANOS_MIN = TimeUnit.SECONDS.toNanos(1);

    private static final EventLog LOG = EventLog.of(JournalKeeper.class);

    private static final LastWords NOT_WRITTEN = LastWords.of(LogEvent.JOURNAL_NOT_WRITTEN);

    private final LockNode<?> node;
    private final NodeNames names;
    private final Availability availability;
    private final NodeTime time;
    private final OpenHolds holds;
    private final Supplier<String> refusal;
    private final JournalWriter writer;
    private final NodeJournal journal;

    /** 0 for no warning. */
    private final long warnOpenNanos;

    private final long lookAtHoldsNanos;

    /** Found in a turn, to be told outside of it. */
    private final Queue<LocalClaim> open = new ConcurrentLinkedQueue<>();

    /** How often not even a failure could be logged; for the reader of a heap dump. */
    private final AtomicInteger unsaid = new AtomicInteger();

    /** The members at the last look; null before the first. */
    private @Nullable Membership known;

    private long nextLook;
    private long nextLookAtHolds;

    /**
     * Of the node with these parts.
     *
     * @param refusal why another node refuses this one; empty if none does
     */
    public JournalKeeper(
            LockNode<?> node,
            NodeNames names,
            Availability availability,
            NodeSettings settings,
            NodeTime time,
            OpenHolds holds,
            Supplier<String> refusal) {
        this.node = node;
        this.names = names;
        this.availability = availability;
        this.time = time;
        this.holds = holds;
        this.refusal = refusal;
        long warn = NodeSettings.nanos(settings.warnOpenAfter());
        this.warnOpenNanos = warn == 0 || !time.isLeased() ? 0 : Math.max(warn, time.leaseNanos());
        this.lookAtHoldsNanos = Math.max(LOOK_AT_HOLDS_NANOS_MIN, warnOpenNanos / LOOKS_AT_HOLDS);
        this.writer = new JournalWriter("quorate-journal-" + names.of(node.self()));
        this.journal = new NodeJournal(
                new NodeJournal.Who(
                        names.cluster(),
                        names.of(node.self()),
                        names.members().size(),
                        names.isGuest(node.self()),
                        time.isLeased() ? Duration.ofNanos(time.memoryNanos()) : Duration.ZERO),
                time.now(),
                writer);
        this.nextLookAtHolds = time.now() + lookAtHoldsNanos;
    }

    /**
     * Looks if it is time to. On the thread of the timers, outside of turns: what it reads may be a turn old.
     *
     * @param turns has something done in a turn
     */
    public void look(Consumer<Runnable> turns) {
        long now = time.now();
        if (now >= nextLook) {
            nextLook = now + LOOK_NANOS;
            guarded(() -> look(now, turns));
        }
    }

    /** A line that cannot be written, because memory or threads have run out, is no reason for the node to end. */
    private void guarded(Runnable looking) {
        try {
            looking.run();
        } catch (RuntimeException | Error noLine) {
            sayWhyNot(noLine);
        }
    }

    /** Not on this thread: the log may block. */
    private void sayWhyNot(Throwable noLine) {
        try {
            writer.execute(() -> NOT_WRITTEN.say(LOG, noLine));
        } catch (RuntimeException | Error again) {
            unsaid.incrementAndGet(); // the line waits for a thread, or there is no memory even for it
        }
    }

    private void look(long now, Consumer<Runnable> turns) {
        writer.goOn();
        Membership membership = names.membership();
        if (membership != null) { // the driver of a node without one reports its peers
            Membership before = known;
            if (before != null && membership != before) {
                journal.follow(namesOf(before.nodes()), namesOf(membership.nodes()));
            }
            known = membership;
            journal.look(now, status());
        }
        if (warnOpenNanos > 0 && now >= nextLookAtHolds) {
            nextLookAtHolds = now + lookAtHoldsNanos;
            if (!holds.isEmpty()) {
                turns.accept(() -> open.addAll(holds.openSince(now - warnOpenNanos)));
            }
        }
        for (LocalClaim claim = open.poll(); claim != null; claim = open.poll()) {
            journal.holdIsOpen(now, line(claim));
        }
    }

    private NodeJournal.Status status() {
        return new NodeJournal.Status(
                availability.isAvailable(),
                node.isVoting(),
                namesOf(availability.suspected()),
                namesOf(node.slow()),
                refusal.get());
    }

    /** The hold is lost. On any thread, outside of turns. */
    public void lost(LocalClaim claim, LossReason reason) {
        if (!claim.lock().isReserved()) {
            guarded(() -> journal.holdLost(
                    time.now(), line(claim), Outcomes.toApi(reason).because()));
        }
    }

    /** Says what was only counted so far, and waits a moment for the log. */
    public void close() {
        guarded(journal::close);
        writer.close();
    }

    private static NodeJournal.HoldLine line(LocalClaim claim) {
        return new NodeJournal.HoldLine(
                claim.lock().toString(),
                claim.fence,
                claim.label,
                Duration.ofNanos(claim.heldForNanos()),
                claim.takenAt);
    }

    private List<String> namesOf(NodeSet nodes) {
        List<String> ids = new ArrayList<>();
        for (int index = nodes.next(0); index >= 0; index = nodes.next(index + 1)) {
            ids.add(names.of(NodeId.of(index)));
        }
        return ids;
    }
}
