// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock;

import io.quorate.core.lock.RecordingOutbox.Sent;
import io.quorate.core.lock.part.PartOrder;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.quorum.Placement;
import io.quorate.core.session.HeaderOutcome;
import io.quorate.core.session.SessionHeader;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Machines of one lock at a few nodes, with the messages between them, each in a frame of its own. */
public final class MachineWorld<M extends Message> {
    public static final LockName LOCK = LockName.of("L");

    /** Steps below this number are calls of the node itself; the others deliver what comes from a node. */
    static final int CALLS = 3;

    final List<MachineContext> contexts = new ArrayList<>();
    final List<LockMachine<M>> machines = new ArrayList<>();
    final List<Set<TimerName>> timers = new ArrayList<>();
    private final List<List<Letter<M>>> fromNode = new ArrayList<>();
    private final boolean isSequenced;
    private final WorldPart<M> part;
    private int letters;

    /** What happens at a node when a message has come. */
    public interface Arrival<M extends Message> {
        void at(int node, NodeId from, List<String> effects);
    }

    /** A message on its way, with what the header of its frame says about sessions, and the clock of its sender. */
    private record Letter<M extends Message>(
            NodeId to, Arrival<M> arrival, SessionHeader header, long clock, int number) {}

    MachineWorld(Protocol<M> protocol, WorldPart<M> part) {
        this.isSequenced = protocol.traits().needs() == ProtocolTraits.Delivery.SEQUENCED;
        this.part = part;
        for (int node = 0; node < part.nodes(); node++) {
            contexts.add(new MachineContext(start(protocol, part, NodeId.of(node))));
            machines.add(protocol.newMachine(contexts.get(node).forLock(LOCK)));
            fromNode.add(new ArrayList<>());
            timers.add(new LinkedHashSet<>());
        }
    }

    /** How a node starts there, be it one more than there are. */
    static NodeStart start(Protocol<?> protocol, WorldPart<?> part, NodeId self) {
        return part.start(NodeStart.first(self, Placement.asNumbered(protocol.usualQuorums(part.nodes()))));
    }

    /** The context of the node, for no lock in particular. */
    public MachineContext context(int node) {
        return contexts.get(node);
    }

    public LockMachine<M> machine(int node) {
        return machines.get(node);
    }

    int size() {
        return machines.size();
    }

    /** Does what the number says at that node, if it can be done there now, and answers with the effects. */
    List<String> step(int node, int what) {
        List<String> effects = new ArrayList<>();
        if (what >= CALLS) {
            deliverTo(node, (what - CALLS) % size(), effects);
        } else {
            RecordingOutbox<M> out = new RecordingOutbox<>();
            call(machines.get(node), what, out);
            post(node, out, effects);
        }
        return effects;
    }

    /** Puts on their way what the node wants to say, with what it knows of sessions now. */
    void send(int node, RecordingOutbox<M> out) {
        post(node, out, new ArrayList<>());
    }

    /** The same, with lines about what is sent. */
    public void post(int node, RecordingOutbox<M> out, List<String> effects) {
        out.applyTimersTo(timers.get(node));
        List<PartOrder> orders = out.orders();
        for (Sent<M> sent : out.takeMessages()) {
            effects.add(sent.to() + " <- " + sent.message());
            M message = sent.message();
            write(node, sent.to(), (at, from, more) -> {
                RecordingOutbox<M> answer = new RecordingOutbox<>();
                machines.get(at).receive(from, message, answer);
                post(at, answer, more);
            });
        }
        for (PartOrder order : orders) {
            part.handOver(this, node, order, effects);
        }
    }

    /** A frame from the node goes on its way, to lead to this. */
    public void write(int node, NodeId to, Arrival<M> arrival) {
        SessionHeader header = new SessionHeader();
        contexts.get(node).sessions().writeHeader(to, header, true, false);
        long clock = contexts.get(node).clock().counter();
        fromNode.get(node).add(new Letter<>(to, arrival, header, clock, letters++));
    }

    private void call(LockMachine<M> machine, int what, RecordingOutbox<M> out) {
        switch (machine.phase()) {
            case IDLE -> machine.acquire(what == 1 ? Mode.SHARED : Mode.EXCLUSIVE, out);
            case STANDING -> throw new AssertionError("nobody lets it stand");
            case HOLDING -> machine.release(out);
            case WAITING -> {
                if (what == 2) {
                    machine.abandon(out);
                }
            }
        }
    }

    /** What comes next from the node that is wanted, or else from the first after it from which something comes. */
    private void deliverTo(int node, int wanted, List<String> effects) {
        int first = isSequenced ? senderOfNext(node, wanted) : wanted;
        for (int further = 0; further < size(); further++) {
            int from = (first + further) % size();
            Letter<M> letter = takeNext(from, node);
            if (letter != null) {
                read(letter, node, NodeId.of(from), effects);
                return;
            }
        }
    }

    private @Nullable Letter<M> takeNext(int from, int to) {
        List<Letter<M>> channel = fromNode.get(from);
        for (int place = 0; place < channel.size(); place++) {
            if (channel.get(place).to().index() == to) {
                return channel.remove(place);
            }
        }
        return null;
    }

    private void read(Letter<M> letter, int node, NodeId from, List<String> effects) {
        contexts.get(node).clock().observe(letter.clock());
        HeaderOutcome hearing = contexts.get(node).sessions().hear(from, letter.header());
        if (hearing.isNewSession()) {
            RecordingOutbox<M> out = new RecordingOutbox<>();
            machines.get(node).ownerGone(from, hearing.ownerIncarnation(), out);
            post(node, out, effects);
        }
        letter.arrival().at(node, from, effects);
        contexts.get(node).sessions().heard();
    }

    /** On a medium with one order, who has sent what arrives next at the node; if nothing does, any. */
    private int senderOfNext(int node, int any) {
        int sender = any;
        int first = Integer.MAX_VALUE;
        for (int from = 0; from < size(); from++) {
            for (Letter<M> letter : fromNode.get(from)) {
                if (letter.to().index() == node && letter.number() < first) {
                    first = letter.number();
                    sender = from;
                }
            }
        }
        return sender;
    }

    /** All timers of the node run out; false if none runs. */
    boolean fireTimers(int node) {
        List<TimerName> due = List.copyOf(timers.get(node));
        timers.get(node).clear();
        for (TimerName timer : due) {
            RecordingOutbox<M> out = new RecordingOutbox<>();
            machines.get(node).timerFired(timer, out);
            send(node, out);
        }
        return !due.isEmpty();
    }

    /** S7: a voter forgets a session only when the requester has ended it; false if there is nothing to forget. */
    boolean forgetEndedSession(int voter, int requester) {
        long known = new SessionNumbers(contexts.get(voter).sessions(), requester).asOwner;
        SessionNumbers theirs = new SessionNumbers(contexts.get(requester).sessions(), voter);
        if (known == 0 || (theirs.open && theirs.asRequester <= known)) {
            return false;
        }
        contexts.get(voter).sessions().forget(NodeId.of(requester), 0);
        RecordingOutbox<M> out = new RecordingOutbox<>();
        machines.get(voter).ownerGone(NodeId.of(requester), 0, out);
        send(voter, out);
        return true;
    }

    /**
     * Nothing is under way, so time passes, and at all nodes: who lets only one of them go on keeps the others from ever saying again what
     * was lost. False if no timer runs.
     */
    private boolean letTimePass() {
        boolean busy = false;
        for (int node = 0; node < size(); node++) {
            busy |= fireTimers(node);
        }
        return busy;
    }

    void finishEverything() {
        for (int round = 0; round < 10_000; round++) {
            boolean busy = false;
            for (int node = 0; node < size(); node++) {
                for (int from = 0; from < size(); from++) {
                    busy |= anythingComesTo(node);
                    step(node, CALLS + from);
                }
                if (machines.get(node).phase() == Phase.HOLDING) {
                    busy = true;
                    step(node, 0);
                }
            }
            if (!busy && !letTimePass()) {
                return;
            }
        }
        throw new AssertionError("the cluster does not come to rest: "
                + machines.stream().map(MachineWorld::describe).toList() + " with timers " + timers);
    }

    private boolean anythingComesTo(int node) {
        return fromNode.stream()
                .flatMap(List::stream)
                .anyMatch(letter -> letter.to().index() == node);
    }

    String state(int node) {
        return describe(machines.get(node));
    }

    static String describe(LockMachine<?> machine) {
        StateText text = new StateText();
        machine.describeTo(text);
        return text.toString();
    }
}
