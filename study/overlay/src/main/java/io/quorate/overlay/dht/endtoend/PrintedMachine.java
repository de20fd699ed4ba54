// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht.endtoend;

import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.lock.TimerName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.overlay.Passage;
import io.quorate.overlay.dht.DhtMessage;
import io.quorate.overlay.dht.DhtMessage.Release;
import io.quorate.overlay.dht.DhtMessage.Request;
import io.quorate.overlay.dht.DhtMessage.Response;
import io.quorate.overlay.dht.DhtTimer;
import io.quorate.overlay.dht.TokenMessage.Enqueue;
import io.quorate.overlay.dht.TokenMessage.IAmWinner;
import io.quorate.overlay.dht.TokenMessage.Token;
import io.quorate.overlay.node.Place;
import io.quorate.overlay.node.RoutedMachine;
import io.quorate.overlay.node.Waypoint;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The seven steps of section IV.A as they are printed, to show what is wrong with them. The paper leaves some points open. They are
 * read so:
 * <ul>
 * <li>A node that leaves sends RELEASE (step 6) as well as TOKEN (step 7). A node that gets a TOKEN is inside.
 * <li>A replica records the node that says that it is the winner. Any RELEASE resets it.
 * <li>A node that is not queued on the way, and learns from a RESPONSE that another has a majority, waits.
 * <li>A node puts an ENQUEUE into its own queue. A round is over when all replicas have answered.
 * <li>A YIELD is a RELEASE at once and, after a random time, a REQUEST to the same replicas.
 * <li>The paper has no giving up: here a node that gives up releases the replicas that voted for it.
 * </ul>
 */
final class PrintedMachine implements RoutedMachine<DhtMessage> {
    private record Entry(Stamp owner, NodeId previous, NodeId next) {}

    private final MachineContext context;
    private final WaitingLine queue;
    private Phase phase = Phase.IDLE;
    private @Nullable Stamp stamp;

    /** The requests that replicas have voted for, by their answers. */
    private final Map<Integer, Stamp> answers = new TreeMap<>();

    /** Those that are asked again when {@link DhtTimer#YIELD} has run out. */
    private final TreeSet<Integer> yielded = new TreeSet<>();

    /** The requests that the replicas at this node have voted for. */
    private final Map<Integer, Stamp> votes = new TreeMap<>();

    /** The replica list. */
    private final Map<Integer, Entry> list = new TreeMap<>();

    PrintedMachine(MachineContext context) {
        this(context, new WaitingLine());
    }

    private PrintedMachine(MachineContext context, WaitingLine queue) {
        this.context = context;
        this.queue = queue;
    }

    private Stamp live() {
        Stamp current = stamp;
        if (current == null) {
            throw new IllegalStateException("there is no live request");
        }
        return current;
    }

    private int replicas() {
        return context.quorums().size();
    }

    /** Step 1. */
    @Override
    public void acquire(Mode mode, Outbox<DhtMessage> out) {
        stamp = context.nextStamp();
        phase = Phase.WAITING;
        answers.clear();
        for (int replica = 0; replica < replicas(); replica++) {
            ask(replica, out);
        }
    }

    private void ask(int replica, Outbox<DhtMessage> out) {
        RoutedMachine.route(Place.replicaKey(context, replica), new Request(live(), replica, false), out);
    }

    /** Steps 2, 4 and 6, on the way. */
    @Override
    public Passage<DhtMessage> passing(Waypoint at, DhtMessage message, Outbox<DhtMessage> out) {
        if (message instanceof Request request && !list.isEmpty()) {
            Stamp owner = list.values().iterator().next().owner;
            out.send(owner.node(), new Enqueue(request.stamp(), owner, 0));
            return Passage.consumed();
        }
        if (message instanceof IAmWinner winner) {
            list.put(winner.replica(), new Entry(winner.stamp(), at.previous(), at.next()));
        } else if (message instanceof Release release) {
            list.remove(release.replica());
        }
        return Passage.forward(message);
    }

    /** Steps 3, 4 and 6, at the replica. */
    @Override
    public void delivered(Waypoint at, DhtMessage message, Outbox<DhtMessage> out) {
        if (message instanceof Request request) {
            Stamp owner = votes.computeIfAbsent(request.replica(), replica -> request.stamp());
            boolean isVote = owner.equals(request.stamp());
            out.send(
                    request.stamp().node(),
                    isVote
                            ? Response.vote(request.stamp(), request.replica(), 1, null, 0)
                            : Response.noVote(request.stamp(), request.replica(), owner, true, 0, null));
        } else if (message instanceof IAmWinner winner) {
            votes.put(winner.replica(), winner.stamp());
        } else if (message instanceof Release release) {
            votes.remove(release.replica());
        }
    }

    @Override
    public void receive(NodeId from, DhtMessage message, Outbox<DhtMessage> out) {
        if (message instanceof Response response) {
            onResponse(response, out);
        } else if (message instanceof Enqueue enqueue) {
            queue.add(enqueue.stamp()); // step 5
        } else if (message instanceof Token token) {
            onToken(token, out);
        } else if (message instanceof Release release) {
            travel(release, out);
        } else {
            context.countForged();
        }
    }

    /** Step 4. */
    private void onResponse(Response response, Outbox<DhtMessage> out) {
        Stamp owner = response.owner();
        if (phase != Phase.WAITING || !response.stamp().equals(stamp) || owner == null) {
            return;
        }
        answers.put(response.replica(), owner);
        if (hasMajority(live())) {
            enter(out);
            for (int replica = 0; replica < replicas(); replica++) {
                RoutedMachine.route(
                        Place.replicaKey(context, replica), new IAmWinner(live(), replica, context.self()), out);
            }
        } else if (answers.size() == replicas() && answers.values().stream().noneMatch(this::hasMajority)) {
            yieldAll(out);
        }
    }

    private boolean hasMajority(Stamp owner) {
        NodeSet voters = NodeSet.EMPTY;
        for (Map.Entry<Integer, Stamp> answer : answers.entrySet()) {
            voters = answer.getValue().equals(owner) ? voters.with(NodeId.of(answer.getKey())) : voters;
        }
        return context.quorums().isQuorum(voters);
    }

    /** YIELD, "i.e., RELEASE + REQUEST". */
    private void yieldAll(Outbox<DhtMessage> out) {
        for (int replica = 0; replica < replicas(); replica++) {
            if (live().equals(answers.get(replica))) {
                answers.remove(replica);
                travel(new Release(live(), replica), out);
                yielded.add(replica);
            }
        }
        if (!yielded.isEmpty()) {
            DhtTimer.YIELD.start(out);
        }
    }

    @Override
    public void timerFired(TimerName timer, Outbox<DhtMessage> out) {
        yielded.forEach(replica -> ask(replica, out));
        yielded.clear();
    }

    private void yieldNoMore(Outbox<DhtMessage> out) {
        if (!yielded.isEmpty()) {
            yielded.clear();
            DhtTimer.YIELD.stop(out);
        }
    }

    private void enter(Outbox<DhtMessage> out) {
        phase = Phase.HOLDING;
        yieldNoMore(out);
        out.entered();
    }

    /** Steps 6 and 7. */
    @Override
    public void release(Outbox<DhtMessage> out) {
        for (int replica = 0; replica < replicas(); replica++) {
            travel(new Release(live(), replica), out);
        }
        passOn(live(), out);
        end();
    }

    private void passOn(Stamp from, Outbox<DhtMessage> out) {
        if (!queue.isEmpty()) {
            NodeId next = queue.removeFirst().node();
            out.send(next, new Token(from, List.of(), queue.removeAll()));
        }
    }

    /** Step 6: along the Next pointers, and where there are none by normal routing. */
    private void travel(Release release, Outbox<DhtMessage> out) {
        Entry entry = list.remove(release.replica());
        if (entry != null) {
            out.send(entry.next, release);
        } else if (Place.ownsReplica(context, release.replica())) {
            votes.remove(release.replica());
        } else {
            RoutedMachine.route(Place.replicaKey(context, release.replica()), release, out);
        }
    }

    private void onToken(Token token, Outbox<DhtMessage> out) {
        queue.addAll(token.queue(), context.self());
        if (phase == Phase.WAITING) {
            enter(out);
        } else {
            passOn(token.stamp(), out);
        }
    }

    @Override
    public void abandon(Outbox<DhtMessage> out) {
        for (int replica = 0; replica < replicas(); replica++) {
            if (live().equals(answers.get(replica))) {
                travel(new Release(live(), replica), out);
            }
        }
        yieldNoMore(out);
        end();
    }

    private void end() {
        phase = Phase.IDLE;
        stamp = null;
        answers.clear();
    }

    @Override
    public Phase phase() {
        return phase;
    }

    @Override
    public boolean isContended() {
        return !queue.isEmpty();
    }

    @Override
    public boolean isQuiescent() {
        return phase == Phase.IDLE && queue.isEmpty() && votes.isEmpty() && list.isEmpty();
    }

    @Override
    public LockMachine<DhtMessage> copy(MachineContext other) {
        PrintedMachine copy = new PrintedMachine(other, queue.copy());
        copy.phase = phase;
        copy.stamp = stamp;
        copy.answers.putAll(answers);
        copy.yielded.addAll(yielded);
        copy.votes.putAll(votes);
        copy.list.putAll(list);
        return copy;
    }

    @Override
    public void describeTo(StateWriter writer) {
        writer.word("phase", phase);
        writer.stamp("stamp", stamp);
        describe("answer", answers, writer);
        yielded.forEach(replica -> writer.number("yielded", replica));
        describe("vote", votes, writer);
        queue.describeTo("queue", writer);
        list.forEach((replica, entry) -> {
            writer.begin("hint");
            writer.number("replica", replica);
            writer.stamp("owner", entry.owner);
            writer.node("next", entry.next);
            writer.end();
        });
    }

    private static void describe(String name, Map<Integer, Stamp> stamps, StateWriter writer) {
        stamps.forEach((replica, stamp) -> {
            writer.begin(name);
            writer.number("replica", replica);
            writer.stamp("owner", stamp);
            writer.end();
        });
    }
}
