// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.model.LamportClock;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * What a machine obeys besides when others say what is not true: what was never theirs to say counts for nothing, and nothing
 * that is said makes a machine fail.
 */
public abstract class LyingPeersLaws<M extends Message> extends LockMachineLaws<M> {
    private static final int RUNS = 2000;
    private static final int STEPS = 60;
    private static final long[] NUMBERS = {0, 1, 2, Long.MAX_VALUE};

    /** Every message that there is about this request, this number and this node. */
    protected abstract List<M> messagesAbout(Stamp stamp, long number, NodeId node);

    /** Whether two requests exclude each other as long as one common member of their quorums tells the truth. */
    protected boolean restsOnEachMemberAlone() {
        return true;
    }

    /** Tells a lie by the part of the protocol rather than by a message of its own; false, with nothing done, if it does not. */
    protected boolean tellsByPart(MachineWorld<M> world, int to, NodeId liar, M lie, Random random) {
        return false;
    }

    /** A node that has no part in the lock. */
    private NodeId stranger() {
        return NodeId.of(nodes());
    }

    /** Whether a node without a vote cannot even ask. */
    private boolean refusesGuests() {
        MachineContext guest = new MachineContext(MachineWorld.start(protocol(), part(), stranger()));
        try {
            protocol().newMachine(guest);
            return false;
        } catch (IllegalArgumentException refused) {
            return true;
        }
    }

    private final class Run {
        private final boolean refusesGuests = refusesGuests();
        final MachineWorld<M> world = newWorld();
        final Random random;
        final NodeId liar;
        final Mode[] asked = new Mode[nodes()];

        Run(long seed, NodeId liar) {
            this.random = new Random(seed);
            this.liar = liar;
        }

        private boolean isHonest(int node) {
            return node != liar.index();
        }

        /** Mostly a request that there is; never one of a liar that may ask for itself, and keep what it gets. */
        private Stamp anyStamp() {
            int askers = liar.index() >= nodes() && refusesGuests ? nodes() + 1 : nodes();
            int node = (liar.index() + 1 + random.nextInt(askers)) % (nodes() + 1);
            long newest = node < nodes() ? world.contexts.get(node).clock().counter() : 1;
            long counter = Math.max(0, newest - random.nextInt(3));
            return switch (random.nextInt(20)) {
                case 0 -> new Stamp(LamportClock.COUNTER_MAX, NodeId.of(node), 0);
                case 1 -> new Stamp(counter, NodeId.of(NodeId.INDEX_MAX), 0);
                case 2 -> new Stamp(counter, NodeId.of(node), 1);
                default -> new Stamp(counter, NodeId.of(node), 0);
            };
        }

        private void lie() {
            Stamp stamp = anyStamp();
            long number = NUMBERS[random.nextInt(NUMBERS.length)];
            List<M> all = messagesAbout(stamp, number, NodeId.of(random.nextInt(nodes() + 1)));
            boolean toItsNode = random.nextBoolean() && stamp.node().index() < nodes();
            int to = toItsNode ? stamp.node().index() : random.nextInt(nodes());
            if (isHonest(to)) {
                tell(to, all.get(random.nextInt(all.size())));
            }
        }

        private void tell(int to, M lie) {
            LockMachine<M> machine = world.machines.get(to);
            Phase before = machine.phase();
            boolean isMember = liar.index() < nodes(); // a stranger is on no way
            if (!isMember || !tellsByPart(world, to, liar, lie, random)) {
                RecordingOutbox<M> out = new RecordingOutbox<>();
                machine.receive(liar, lie, out);
                world.send(to, out);
            }
            if (!isMember) {
                assertThat(machine.phase()).as("after %s of a stranger", lie).isEqualTo(before);
            }
        }

        private void step() {
            if (random.nextInt(3) == 0) {
                lie();
            } else {
                obey(random.nextInt(nodes()), random.nextInt(kinds()));
            }
        }

        private void obey(int node, int what) {
            if (world.machines.get(node).phase() == Phase.IDLE && what < MachineWorld.CALLS) {
                asked[node] = askedBy(what);
            }
            world.step(node, what);
        }

        /** Those that tell the truth and are inside together though they exclude each other. */
        NodeSet holders() {
            NodeSet holders = NodeSet.EMPTY;
            boolean isWritten = false;
            for (int node = 0; node < nodes(); node++) {
                if (world.machines.get(node).phase() == Phase.HOLDING && isHonest(node)) {
                    holders = holders.with(NodeId.of(node));
                    isWritten |= asked[node] == Mode.EXCLUSIVE;
                }
            }
            return isWritten ? holders : NodeSet.EMPTY;
        }

        /** The members that two nodes both ask, without the liar. */
        private NodeSet commonMembers(int one, int other) {
            MachineContext context = world.contexts.get(one);
            return context.quorums()
                    .quorumOf(NodeId.of(one))
                    .intersection(context.quorums().quorumOf(NodeId.of(other)))
                    .without(liar);
        }
    }

    /** A node that has no vote says anything, in the name of everybody. */
    @Test
    void whatAStrangerSaysLetsNobodyInAndKeepsNobodyOut() {
        for (long seed = 0; seed < RUNS; seed++) {
            Run run = new Run(seed, stranger());
            for (int step = 0; step < STEPS; step++) {
                run.step();
                requireOneHolder(run.world, run.asked);
            }
            run.world.finishEverything();
            for (LockMachine<M> machine : run.world.machines) {
                assertThat(machine.phase()).as("run %d", seed).isEqualTo(Phase.IDLE);
            }
        }
    }

    /** A member may spoil what it has a part in, nothing else. */
    @Test
    void aMemberThatLiesStopsNoNodeAndLetsNobodyPastAnother() {
        for (long seed = 0; seed < RUNS; seed++) {
            Run run = new Run(seed, NodeId.of((int) (seed % nodes())));
            for (int step = 0; step < STEPS; step++) {
                run.step();
                NodeSet holders = run.holders();
                if (restsOnEachMemberAlone() && holders.size() > 1) {
                    int one = holders.next(0);
                    assertThat(run.commonMembers(one, holders.next(one + 1)).isEmpty())
                            .as("run %d: two inside, %s, whom a member that tells the truth keeps apart", seed, holders)
                            .isTrue();
                }
            }
        }
    }
}
