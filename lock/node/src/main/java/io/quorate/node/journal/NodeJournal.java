// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.journal;

import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Decides which changes of a node are worth a line in its log: each once, and what lasts again after a minute. Times are those of the
 * node's clock, in nanoseconds. {@link #look} is called by one thread; the rest by any.
 */
public final class NodeJournal {
    private static final EventLog LOG = EventLog.of(NodeJournal.class);

    /** A start of several nodes takes about so long: no need to speak of it. */
    static final long FIRST_WAIT = TimeUnit.SECONDS.toNanos(3);

    /** Between two lines about the same. While a node waits to join, the time until the next line doubles up to this. */
    static final long AGAIN = TimeUnit.MINUTES.toNanos(1);

    /** Above this number of holds a minute, further ones are counted and logged in one line. */
    static final int HOLDS_A_MINUTE = 20;

    private final Who who;
    private final long startedAt;
    private final Executor writer;
    private final LineLimit lost = new LineLimit(LogEvent.HOLDS_LOST_MORE);
    private final LineLimit open = new LineLimit(LogEvent.HOLDS_OPEN_MORE);

    private boolean joined;
    private long nextWait;
    private long waitAgain = FIRST_WAIT;

    /** Whether the log says that this node is silent. */
    private boolean silent;

    /** Members that the log says are missing. */
    private final TreeSet<String> missing = new TreeSet<>();

    /** Members that the log says are slow, and when it said so of each last. */
    private final TreeSet<String> slow = new TreeSet<>();

    private final Map<String, Long> slowSaidAt = new HashMap<>();

    /** Null while there is a quorum. */
    private @Nullable Long withoutQuorumSince;

    private long nextNoQuorum;

    /**
     * Of the node that is told of; started at this time.
     *
     * @param writer runs what writes a line: a log may block
     */
    public NodeJournal(Who who, long startedAt, Executor writer) {
        this.who = who;
        this.startedAt = startedAt;
        this.writer = writer;
        this.nextWait = startedAt + FIRST_WAIT;
    }

    /**
     * The node itself.
     *
     * @param members how many the cluster has
     * @param guest whether it has no vote
     * @param silentMax for how long it grants nothing after a start that remembers nothing
     */
    public record Who(String cluster, String node, int members, boolean guest, Duration silentMax) {}

    /**
     * How the node fares.
     *
     * @param quorate whether enough members are reachable to decide about locks
     * @param votes whether it grants
     * @param missing the members that are not reachable
     * @param slow the members that take long to answer
     * @param refusal why another node refuses this one, in words that go on with a sentence; empty if none does
     */
    public record Status(boolean quorate, boolean votes, List<String> missing, List<String> slow, String refusal) {}

    /**
     * A hold.
     *
     * @param takenAt where it was taken; null if that is not known
     */
    public record HoldLine(
            String lock,
            long fence,
            String holder,
            Duration held,
            @Nullable Throwable takenAt) {}

    /** Tells what has changed. */
    public void look(long now, Status status) {
        lost.look(now);
        open.look(now);
        if (joined) {
            lookAtPeers(status);
            lookAtSlow(now, status);
            lookAtQuorum(now, status);
        } else if (status.quorate) {
            join(now, status);
        } else if (now >= nextWait) {
            waitAgain = Math.min(AGAIN, 2 * waitAgain);
            nextWait = now + waitAgain;
            say(
                    LogEvent.JOIN_WAITS,
                    who.node,
                    seconds(now - startedAt),
                    who.cluster,
                    list(status.missing),
                    status.refusal);
        }
        if (joined && silent && status.votes) {
            silent = false;
            say(LogEvent.VOTING, who.node);
        }
    }

    private void say(LogEvent event, @Nullable Object... values) {
        sayWith(event, null, values);
    }

    private void sayWith(LogEvent event, @Nullable Throwable thrown, @Nullable Object... values) {
        writer.execute(() -> LOG.sayWith(event, thrown, values));
    }

    private void join(long now, Status status) {
        joined = true;
        missing.addAll(status.missing);
        silent = !who.guest && !status.votes;
        say(
                LogEvent.JOINED,
                who.cluster,
                who.node,
                who.members - status.missing.size(),
                who.members,
                list(status.missing),
                who.guest ? "is a guest, without a vote" : silent ? silentInWords(now) : "votes");
    }

    /** A start without stored state grants nothing for one lease. */
    private String silentInWords(long now) {
        long left = Math.max(0, startedAt + who.silentMax.toNanos() - now);
        return "grants no vote before " + Instant.now().plusNanos(left).truncatedTo(ChronoUnit.MILLIS)
                + ", because it has just started";
    }

    /** The members are others than before: one that joins was never there, and nobody misses one that left. */
    void follow(List<String> before, List<String> now) {
        now.stream().filter(id -> !before.contains(id)).forEach(missing::add);
        missing.removeIf(id -> !now.contains(id));
    }

    private void lookAtPeers(Status status) {
        for (String peer : status.missing) {
            if (missing.add(peer)) {
                say(LogEvent.PEER_LOST, peer);
            }
        }
        for (String peer : List.copyOf(missing)) {
            if (!status.missing.contains(peer)) {
                missing.remove(peer);
                say(LogEvent.PEER_BACK, peer);
            }
        }
    }

    /** One that is slow again within a minute is no news. */
    private void lookAtSlow(long now, Status status) {
        for (String peer : status.slow) {
            Long before = slowSaidAt.get(peer);
            if (!slow.contains(peer) && (before == null || now - before >= AGAIN)) {
                slow.add(peer);
                slowSaidAt.put(peer, now);
                say(LogEvent.PEER_SLOW, peer);
            }
        }
        for (String peer : List.copyOf(slow)) {
            if (!status.slow.contains(peer)) {
                slow.remove(peer);
                say(LogEvent.PEER_NOT_SLOW, peer);
            }
        }
    }

    private void lookAtQuorum(long now, Status status) {
        Long since = withoutQuorumSince;
        if (status.quorate) {
            if (since != null) {
                withoutQuorumSince = null;
                say(LogEvent.QUORUM_BACK, who.node, seconds(now - since));
            }
        } else if (since == null || now >= nextNoQuorum) {
            long begin = since == null ? now : since;
            withoutQuorumSince = begin;
            nextNoQuorum = now + AGAIN;
            say(LogEvent.NO_QUORUM, who.node, seconds(now - begin), list(status.missing));
        }
    }

    /** The lock was lost; the reason goes on with "because". */
    public void holdLost(long now, HoldLine hold, String reason) {
        if (lost.mayBeSaid(now)) {
            sayWith(LogEvent.HOLD_LOST, hold.takenAt, hold.lock, hold.fence, hold.holder, inWords(hold.held), reason);
        }
    }

    /** Nobody has closed the hold for long. */
    public void holdIsOpen(long now, HoldLine hold) {
        if (open.mayBeSaid(now)) {
            sayWith(
                    LogEvent.HOLD_OPEN,
                    hold.takenAt,
                    hold.lock,
                    hold.fence,
                    hold.holder,
                    inWords(hold.held),
                    hold.takenAt == null ? "traceHolds(true) shows who took it." : "It was taken here:");
        }
    }

    /** Lets a maximum number of lines pass in a minute, and counts the others. */
    private final class LineLimit {
        private final LogEvent more;
        private long begin = Long.MIN_VALUE;
        private int said;
        private long leftOut;

        LineLimit(LogEvent more) {
            this.more = more;
        }

        synchronized boolean mayBeSaid(long now) {
            if (begin == Long.MIN_VALUE) {
                begin = now;
            }
            if (said < HOLDS_A_MINUTE) {
                said++;
                return true;
            }
            leftOut++;
            return false;
        }

        void look(long now) {
            long count;
            synchronized (this) {
                if (begin == Long.MIN_VALUE || now - begin < AGAIN) {
                    return;
                }
                count = leftOut;
                begin = Long.MIN_VALUE;
                said = 0;
                leftOut = 0;
            }
            if (count > 0) {
                say(more, count);
            }
        }
    }

    /** Says what was counted so far: the node closes. */
    public void close() {
        lost.look(Long.MAX_VALUE);
        open.look(Long.MAX_VALUE);
    }

    private static long seconds(long nanos) {
        return TimeUnit.NANOSECONDS.toSeconds(nanos);
    }

    private static String inWords(Duration time) {
        List<String> parts = new ArrayList<>();
        if (time.toHours() > 0) {
            parts.add(time.toHours() + " h");
        }
        if (time.toMinutesPart() > 0) {
            parts.add(time.toMinutesPart() + " min");
        }
        if (parts.isEmpty() && time.toSeconds() == 0) {
            return time.toMillis() + " ms";
        }
        if (time.toSecondsPart() > 0) {
            parts.add(time.toSecondsPart() + " s");
        }
        return String.join(" ", parts);
    }

    private static String list(List<String> names) {
        return names.isEmpty() ? "none" : String.join(", ", names);
    }
}
