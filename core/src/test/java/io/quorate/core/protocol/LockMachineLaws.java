package io.quorate.core.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.protocol.RecordingOutbox.Sent;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.session.Hearing;
import io.quorate.core.session.SessionHeader;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/**
 * What every machine obeys, in any run of a small cluster on FIFO channels, or on a medium with one order if it needs that.
 * Timers run out when nothing else happens any more.
 */
public abstract class LockMachineLaws<M extends Message> {
    static final int NODES = 3;

    protected abstract Protocol<M> protocol();

    /** A message on its way, with what the header of its frame says about sessions. */
    private record Letter<M>(NodeId to, M message, SessionHeader header, int number) {}

    /** Machines of one lock at three nodes, with the messages between them, each in a frame of its own. */
    final class World {
        final List<MachineContext> contexts = new ArrayList<>();
        final List<LockMachine<M>> machines = new ArrayList<>();
        final List<List<Letter<M>>> fromNode = new ArrayList<>();
        final List<Set<TimerName>> timers = new ArrayList<>();
        private final boolean isSequenced = protocol().traits().needs() == ProtocolTraits.Delivery.SEQUENCED;
        private int letters;

        World() {
            QuorumSystem quorums = protocol().usualQuorums(NODES);
            for (int node = 0; node < NODES; node++) {
                contexts.add(new MachineContext(NodeId.of(node), 0, Placement.asNumbered(quorums)));
                machines.add(protocol().newMachine(contexts.get(node)));
                fromNode.add(new ArrayList<>());
                timers.add(new LinkedHashSet<>());
            }
        }

        /** Does what the number says at that node, if it can be done there now, and answers with the effects. */
        List<String> step(int node, int what) {
            LockMachine<M> machine = machines.get(node);
            RecordingOutbox<M> out = new RecordingOutbox<>();
            if (what >= 3) {
                deliverTo(node, what - 3, out);
            } else {
                call(machine, what, out);
            }
            return send(node, out);
        }

        /** Puts on their way what the node wants to say, with what it knows of sessions now. */
        List<String> send(int node, RecordingOutbox<M> out) {
            out.applyTimersTo(timers.get(node));
            RecordingOutbox<M> twin = new RecordingOutbox<>();
            for (Sent<M> sent : out.takeMessages()) {
                twin.send(sent.to(), sent.message());
                SessionHeader header = new SessionHeader();
                contexts.get(node).sessions().writeHeader(sent.to(), header, true);
                fromNode.get(node).add(new Letter<>(sent.to(), sent.message(), header, letters++));
            }
            return twin.take();
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

        private void deliverTo(int node, int wanted, RecordingOutbox<M> out) {
            int from = isSequenced ? senderOfNext(node, wanted) : wanted;
            List<Letter<M>> channel = fromNode.get(from);
            for (int place = 0; place < channel.size(); place++) {
                if (channel.get(place).to().index() == node) {
                    Letter<M> letter = channel.remove(place);
                    Hearing hearing = contexts.get(node).sessions().hear(NodeId.of(from), letter.header());
                    if (hearing.isNewSession()) {
                        machines.get(node).ownerGone(NodeId.of(from), hearing.ownerIncarnation(), out);
                    }
                    machines.get(node).receive(NodeId.of(from), letter.message(), out);
                    contexts.get(node).sessions().heard();
                    return;
                }
            }
        }

        /** On a medium with one order, who has sent what arrives next at the node; if nothing does, any. */
        private int senderOfNext(int node, int any) {
            int sender = any;
            int first = Integer.MAX_VALUE;
            for (int from = 0; from < NODES; from++) {
                for (Letter<M> letter : fromNode.get(from)) {
                    if (letter.to().index() == node && letter.number() < first) {
                        first = letter.number();
                        sender = from;
                    }
                }
            }
            return sender;
        }

        private boolean fireTimers(int node) {
            List<TimerName> due = List.copyOf(timers.get(node));
            timers.get(node).clear();
            for (TimerName timer : due) {
                RecordingOutbox<M> out = new RecordingOutbox<>();
                machines.get(node).timerFired(timer, out);
                send(node, out);
            }
            return !due.isEmpty();
        }

        void finishEverything() {
            for (int round = 0; round < 10_000; round++) {
                boolean busy = false;
                for (int node = 0; node < NODES; node++) {
                    for (int from = 0; from < NODES; from++) {
                        int to = node;
                        busy |= fromNode.get(from).stream()
                                .anyMatch(each -> each.to().index() == to);
                        step(node, 3 + from);
                    }
                    if (machines.get(node).phase() == Phase.HOLDING) {
                        busy = true;
                        step(node, 0);
                    }
                }
                for (int node = 0; node < NODES && !busy; node++) {
                    busy = fireTimers(node);
                }
                if (!busy) {
                    return;
                }
            }
            throw new AssertionError("the cluster does not come to rest");
        }

        String state(int node) {
            return describe(machines.get(node));
        }
    }

    private static String describe(LockMachine<?> machine) {
        StateText text = new StateText();
        machine.describeTo(text);
        return text.toString();
    }

    static int node(int code) {
        return code % NODES;
    }

    static int what(int code) {
        return code / NODES;
    }

    @Property(tries = 300)
    void theSameCallsHaveTheSameEffects(@ForAll @Size(max = 60) List<@IntRange(max = 17) Integer> codes) {
        World one = new World();
        World other = new World();
        for (int code : codes) {
            assertThat(one.step(node(code), what(code))).isEqualTo(other.step(node(code), what(code)));
            assertThat(one.state(node(code))).isEqualTo(other.state(node(code)));
        }
    }

    @Property(tries = 300)
    void aCopyIsEqualAndGoesItsOwnWay(
            @ForAll @Size(max = 60) List<@IntRange(max = 17) Integer> codes, @ForAll @IntRange(max = 17) int next) {
        World world = new World();
        codes.forEach(code -> world.step(node(code), what(code)));
        int node = node(next);
        MachineContext originalContext = world.contexts.get(node);
        MachineContext context = originalContext.copy();
        LockMachine<M> original = world.machines.get(node);
        LockMachine<M> copy = original.copy(context);
        String before = describe(original);
        assertThat(describe(copy)).isEqualTo(before);
        world.machines.set(node, copy);
        world.contexts.set(node, context);
        List<String> effects = world.step(node, what(next));
        assertThat(describe(original)).as("the original stays as it was").isEqualTo(before);
        String after = describe(copy);
        if (what(next) < 3) {
            world.machines.set(node, original);
            world.contexts.set(node, originalContext);
            assertThat(world.step(node, what(next))).isEqualTo(effects);
            assertThat(describe(original)).isEqualTo(after);
        }
    }

    @Property(tries = 300)
    void neverTwoHoldersThatConflictAndNothingRemainsAtTheEnd(
            @ForAll @Size(max = 80) List<@IntRange(max = 17) Integer> codes) {
        World world = new World();
        Mode[] asked = new Mode[NODES];
        for (int code : codes) {
            int node = node(code);
            if (world.machines.get(node).phase() == Phase.IDLE && what(code) < 3) {
                asked[node] = what(code) == 1 ? Mode.SHARED : Mode.EXCLUSIVE;
            }
            world.step(node, what(code));
            requireOneHolder(world, asked);
        }
        requireRestOf(world);
    }

    final void requireOneHolder(World world, Mode[] asked) {
        for (int one = 0; one < NODES; one++) {
            for (int other = one + 1; other < NODES; other++) {
                boolean both = world.machines.get(one).phase() == Phase.HOLDING
                        && world.machines.get(other).phase() == Phase.HOLDING;
                assertThat(both && asked[one].conflictsWith(asked[other])).isFalse();
            }
        }
    }

    /** When everything has arrived and everybody has released, nothing remains. */
    final void requireRestOf(World world) {
        world.finishEverything();
        assertThat(world.machines).allSatisfy(machine -> {
            assertThat(machine.phase()).isEqualTo(Phase.IDLE);
            if (!protocol().traits().forgetsIdleLocks()) {
                return;
            }
            assertThat(machine.isQuiescent()).isTrue();
            assertThat(describe(machine))
                    .as("a quiescent machine is as good as a new one: the engine uses it again")
                    .isEqualTo(describe(new World().machines.get(0)));
        });
    }
}
