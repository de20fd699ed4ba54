// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.LossReason;
import io.quorate.core.lock.NodeStart;
import io.quorate.core.lock.engine.Claim;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.core.session.LeaseTerms;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.simulate.chance.Randomness;
import io.quorate.lab.world.event.Event;
import io.quorate.lab.world.facts.NodeClaim;
import io.quorate.lab.world.net.FrameInFlight;
import io.quorate.lab.world.net.InFlightReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An experiment in one file: how long a lock stays taken when the node of its holder crashes. docs/study/lab.md explains it. */
class CrashedHolderTest {
    private static final QuorumLock PROTOCOL = new QuorumLock();
    private static final LockName LOCK = LockName.of("orders");
    private static final LeaseTerms TERMS = new LeaseTerms(Duration.ofSeconds(5), 10);
    private static final long LEASE = TERMS.lease().toNanos();
    private static final long DELAY = 1_000_000;
    private static final int NODES = 3;
    private static final int SEEDS = 40;

    /** One run: n1 holds and crashes at a random moment, n2 has asked before. */
    private static final class Run {
        private final VirtualTime time = new VirtualTime();
        private final InFlightReader reader = new InFlightReader(PROTOCOL);
        private final List<Node> nodes = new ArrayList<>();
        private long crashed;
        private long heldUntil;
        private long grantedNext;

        Run(long seed) {
            Randomness randomness = new Randomness(seed);
            for (int index = 0; index < NODES; index++) {
                nodes.add(new Node(NodeId.of(index), new DriftingClock(randomness.nextLong() >> 12)));
                long drift = TERMS.driftPerMille() * 1000L;
                nodes.get(index).changeRate(randomness.nextInt((int) (2 * drift)) - drift);
            }
            acquire(0, 0);
            acquire(1, LEASE);
            crashed = 2 * LEASE + RandomDuration.uniform(0, LEASE).draw(randomness);
            time.at(crashed, nodes.get(0)::crash);
            time.runUntil(6 * LEASE);
        }

        private void acquire(int node, long at) {
            NodeClaim claim = new NodeClaim(NodeId.of(node), 1, LOCK, Mode.EXCLUSIVE);
            time.at(at, () -> nodes.get(node).turn(new Event.Acquire(claim)));
        }

        /** In leases. */
        double taken() {
            return (double) (grantedNext - crashed) / LEASE;
        }

        /** A node of production: frames take a millisecond. */
        private final class Node extends TimedNode {
            Node(NodeId self, DriftingClock clock) {
                super(time, self, clock);
                start(
                        PROTOCOL,
                        NodeStart.first(self, Placement.byName(new Majority(NODES)))
                                .withLease(TERMS),
                        null);
            }

            void crash() {
                heldUntil = time.now()
                        + held().stream().mapToLong(this::validUntil).max().orElseThrow()
                        - shown();
                goDown();
            }

            @Override
            public void send(NodeId to, byte[] frame, int length) {
                FrameInFlight packet = reader.packet(frame, length);
                time.at(time.now() + DELAY, () -> nodes.get(to.index()).turn(new Event.Receive(self(), packet)));
            }

            @Override
            public void granted(Claim claim, long fence) {
                holds((NodeClaim) claim);
                grantedNext = time.now();
            }

            @Override
            public void lost(Claim claim, LossReason reason) {
                throw new AssertionError(claim + " lost its lock: " + reason);
            }
        }
    }

    @Test
    void theNextGetsItWhenTheLeaseIsOverAndNotBefore() {
        double drift = TERMS.driftPerMille() / 1000.0;
        double longest = (1 + drift) / (1 - drift) + 10.0 * DELAY / LEASE;
        double sum = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            Run run = new Run(seed);
            assertThat(run.grantedNext)
                    .as("seed " + seed + ": after the crash, and after the hold was over by its own clock")
                    .isGreaterThan(run.crashed)
                    .isGreaterThan((long) (run.heldUntil - drift * LEASE));
            assertThat(run.taken()).as("seed " + seed).isBetween(0.0, longest);
            sum += run.taken();
        }
        assertThat(sum / SEEDS).as("leases, on average").isBetween(0.5, 1.0);
    }
}
