// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.live;

import io.quorate.api.LockDescription;
import io.quorate.api.LockListener;
import io.quorate.api.LockMode;
import io.quorate.api.LossReason;
import io.quorate.trace.SpaceTime;
import io.quorate.trace.SpaceTime.Activity;
import io.quorate.trace.SpaceTime.Mark;
import io.quorate.trace.SpaceTime.Message;
import io.quorate.trace.SpaceTime.Scale;
import io.quorate.trace.SpaceTime.Span;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The history of one lock, from descriptions that are polled. An arrow is a vote that changed between two samples: it
 * begins at the one and ends at the other. Events of this node's own claims are exact to the millisecond.
 */
final class Recording implements LockListener {
    /** The recorded events: the oldest are dropped first. */
    static final int MESSAGES_MAX = 200;

    static final int SPANS_MAX = 200;
    static final int MARKS_MAX = 100;
    private static final int NODES_MAX = 24;
    private static final int LABEL_LENGTH_MAX = 40;

    private final String lock;
    private final String self;
    private final long beganAt;
    private final long windowMillis;
    private final Set<String> nodes = new LinkedHashSet<>();
    private final ArrayDeque<Arrow> arrows = new ArrayDeque<>();
    private final ArrayDeque<Stay> stays = new ArrayDeque<>();
    private final ArrayDeque<Note> notes = new ArrayDeque<>();
    private final Map<String, Stay> present = new LinkedHashMap<>();
    private Map<Pair, Boolean> votes = Map.of();
    private Set<String> unanswered = Set.of();
    private long sampledAt = -1;
    private int samples;

    /** A voter and a node that has asked it. */
    private record Pair(String voter, String requester) implements Comparable<Pair> {
        @Override
        public int compareTo(Pair other) {
            int order = voter.compareTo(other.voter);
            return order == 0 ? requester.compareTo(other.requester) : order;
        }
    }

    private record Arrow(String from, String to, long begin, long end, String kind, String text) {}

    private record Note(String node, long at, String text) {}

    /** Somebody who waits or holds; times in milliseconds. */
    private static final class Stay {
        private final String node;
        private final Activity activity;
        private final long from;
        private final String label;
        private long to = SpaceTime.NEVER;

        Stay(String node, Activity activity, long from, String label) {
            this.node = node;
            this.activity = activity;
            this.from = from;
            this.label = label;
        }
    }

    /**
     * Of a lock.
     *
     * @param self the node whose listener this is
     * @param members those who have a column even if nothing happens there
     * @param now by {@link System#nanoTime}
     */
    Recording(String lock, String self, List<String> members, Duration window, long now) {
        this.lock = lock;
        this.self = self;
        this.beganAt = now;
        this.windowMillis = window.toMillis();
        members.stream().limit(NODES_MAX).forEach(nodes::add);
        nodes.add(self);
    }

    String lock() {
        return lock;
    }

    private long millis(long now) {
        return TimeUnit.NANOSECONDS.toMillis(now - beganAt);
    }

    /** One more description, as of now. */
    synchronized void sample(LockDescription description, long now) {
        long at = millis(now);
        Map<String, Stay> seen = new LinkedHashMap<>();
        description.holders().forEach(each -> see(each, true, at, seen));
        description.waiters().forEach(each -> see(each, false, at, seen));
        present.forEach((key, stay) -> {
            if (!seen.containsKey(key)) {
                stay.to = at;
            }
        });
        present.clear();
        present.putAll(seen);
        seeVotes(description, at);
        Set<String> silent = Set.copyOf(description.unanswered());
        for (String node : silent) {
            if (!unanswered.contains(node)) {
                note(node, at, "no answer");
            }
        }
        unanswered = silent;
        sampledAt = at;
        samples++;
        forgetBefore(at - windowMillis);
    }

    private void see(LockDescription.Party party, boolean holds, long at, Map<String, Stay> seen) {
        if (!column(party.nodeId()) || seen.size() >= SPANS_MAX) {
            return;
        }
        Activity activity = !holds
                ? Activity.WAITING
                : party.mode() == LockMode.SHARED ? Activity.HOLDING_SHARED : Activity.HOLDING;
        String key = activity + " " + party.since() + " " + party.fence() + " " + party.label() + " " + party.nodeId();
        Stay known = present.get(key);
        if (known == null) {
            known = new Stay(party.nodeId(), activity, at, shortened(party.label()));
            push(stays, known, SPANS_MAX);
        }
        seen.put(key, known);
    }

    /** Whether there is a column for the node, or room for one more. */
    private boolean column(String node) {
        return nodes.contains(node) || (nodes.size() < NODES_MAX && nodes.add(node));
    }

    private static String shortened(String label) {
        return label.length() <= LABEL_LENGTH_MAX ? label : label.substring(0, LABEL_LENGTH_MAX) + "…";
    }

    private void seeVotes(LockDescription description, long at) {
        Map<Pair, Boolean> now = new TreeMap<>();
        description.votes().forEach(vote -> now.put(new Pair(vote.voter(), vote.requester()), vote.granted()));
        if (sampledAt >= 0) {
            now.forEach((pair, granted) -> {
                Boolean before = votes.get(pair);
                if (granted && !Boolean.TRUE.equals(before)) {
                    arrow(pair.voter, pair.requester, at, "Grant");
                } else if (!granted && before == null) {
                    arrow(pair.requester, pair.voter, at, "Request");
                }
            });
            votes.forEach((pair, granted) -> {
                if (!now.containsKey(pair) && !description.unanswered().contains(pair.voter)) {
                    arrow(pair.requester, pair.voter, at, "Release");
                }
            });
        }
        votes = now;
    }

    private void arrow(String from, String to, long at, String kind) {
        if (!from.equals(to) && column(from) && column(to)) {
            push(arrows, new Arrow(from, to, sampledAt, at, kind, kind), MESSAGES_MAX);
        }
    }

    private void note(String node, long at, String text) {
        if (column(node)) {
            push(notes, new Note(node, at, text), MARKS_MAX);
        }
    }

    private static <T> void push(ArrayDeque<T> queue, T thing, int max) {
        queue.addLast(thing);
        if (queue.size() > max) {
            queue.removeFirst();
        }
    }

    private void forgetBefore(long start) {
        arrows.removeIf(each -> each.end < start);
        notes.removeIf(each -> each.at < start);
        stays.removeIf(each -> each.to < start);
    }

    @Override
    public void settled(String lockName, LockMode mode, Outcome outcome, Duration waited) {
        if (lockName.equals(lock) && outcome != Outcome.ACQUIRED) {
            tell(outcome.name().toLowerCase(Locale.ROOT).replace('_', ' '));
        }
    }

    @Override
    public void lost(String lockName, LockMode mode, Duration held, LossReason reason) {
        if (lockName.equals(lock)) {
            tell("lost: " + reason.name().toLowerCase(Locale.ROOT).replace('_', ' '));
        }
    }

    private synchronized void tell(String what) {
        note(self, millis(System.nanoTime()), what);
    }

    /** The recorded events as a diagram; times since the recording began. */
    synchronized SpaceTime diagram(String title) {
        List<String> columns = new ArrayList<>(nodes);
        long start = Math.max(0, sampledAt - windowMillis);
        SpaceTime.Builder builder = SpaceTime.of(title, Scale.NANOSECONDS, columns);
        for (Arrow arrow : arrows) {
            builder.message(new Message(
                    columns.indexOf(arrow.from),
                    columns.indexOf(arrow.to),
                    nanos(Math.max(start, arrow.begin)),
                    nanos(arrow.end),
                    arrow.kind,
                    arrow.text));
        }
        for (Stay stay : stays) {
            builder.span(new Span(
                    columns.indexOf(stay.node),
                    stay.activity,
                    nanos(Math.max(start, stay.from)),
                    stay.to == SpaceTime.NEVER ? SpaceTime.NEVER : nanos(stay.to),
                    stay.label));
        }
        for (Note note : notes) {
            int node = columns.indexOf(note.node);
            builder.mark(new Mark(node, node, nanos(note.at), note.text));
        }
        return builder.build();
    }

    private static long nanos(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    synchronized int samples() {
        return samples;
    }

    /** How many things are kept, for tests. */
    synchronized int size() {
        return arrows.size() + stays.size() + notes.size() + present.size();
    }

    /** When the last sample was, in milliseconds since the recording began; null before the first. */
    synchronized @Nullable Long sampledAt() {
        return sampledAt < 0 ? null : sampledAt;
    }
}
