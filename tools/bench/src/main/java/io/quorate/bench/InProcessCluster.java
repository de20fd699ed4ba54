// SPDX-License-Identifier: Apache-2.0
package io.quorate.bench;

import io.quorate.core.lock.LossReason;
import io.quorate.core.lock.Message;
import io.quorate.core.lock.NodeStart;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.TimerName;
import io.quorate.core.lock.engine.Claim;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.node.LockNode;
import io.quorate.core.node.NodeEffects;
import io.quorate.core.quorum.Placement;
import io.quorate.core.roster.Configuration;
import io.quorate.core.roster.Roster;
import io.quorate.core.roster.RosterState;
import io.quorate.core.session.LeaseTerms;
import io.quorate.core.wire.Frame;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Nodes in one thread that hand each other their frames through buffers used again and again, so that what is measured is the
 * core: machines, engine, codec and frames, and neither sockets nor threads.
 */
final class InProcessCluster {
    /** One round of a small cluster has far fewer frames under way. */
    private static final int FRAMES_MAX = 64;

    private static final long NOW = 1_000_000_000;

    private final List<LockNode<?>> nodes = new ArrayList<>();
    private final byte[][] frames = new byte[FRAMES_MAX][Frame.LENGTH_MAX];
    private final int[] lengths = new int[FRAMES_MAX];
    private final NodeId[] senders = new NodeId[FRAMES_MAX];
    private final NodeId[] receivers = new NodeId[FRAMES_MAX];
    private final List<Effects> effects = new ArrayList<>();
    private int first;
    private int end;
    private long grantCount;
    private long byteCount;

    InProcessCluster(Protocol<?> protocol, int size) {
        for (int index = 0; index < size; index++) {
            add(protocol, NodeStart.first(NodeId.of(index), Placement.byName(protocol.usualQuorums(size))));
        }
    }

    /**
     * Nodes with leases, in which no time passes.
     *
     * @param roster null for nodes whose members never change
     */
    InProcessCluster(Protocol<?> protocol, int size, LeaseTerms lease, @Nullable Roster roster) {
        for (int index = 0; index < size; index++) {
            NodeStart start = NodeStart.first(NodeId.of(index), Placement.byName(protocol.usualQuorums(size)))
                    .withLease(lease);
            if (roster != null) {
                start = start.withRoster(RosterState.beginning(Configuration.of(roster), "key " + index), true);
            }
            add(protocol, start).beginTurn(NOW, 0);
        }
    }

    private <M extends Message> LockNode<M> add(Protocol<M> protocol, NodeStart start) {
        LockNode<M> node = new LockNode<>(protocol, start);
        nodes.add(node);
        effects.add(new Effects(start.self()));
        return node;
    }

    /** The frames that were sent until now. */
    int frameCount() {
        return end;
    }

    /** The bytes in them. */
    long byteCount() {
        return byteCount;
    }

    /** The wish that is asked again in every round. */
    record RepeatedClaim(LockName lock, Mode mode, long id) implements Claim {}

    /** One node asks, gets the lock, and gives it back; all messages of that are delivered. */
    void acquireAndRelease(int index, Claim claim) {
        LockNode<?> node = nodes.get(index);
        long before = grantCount;
        node.acquire(claim);
        endTurn(index);
        deliverAll();
        if (grantCount != before + 1) {
            throw new IllegalStateException("the lock was not granted");
        }
        node.release(claim);
        endTurn(index);
        deliverAll();
    }

    private void deliverAll() {
        while (first != end) {
            int place = first % FRAMES_MAX;
            first++;
            int receiver = receivers[place].index();
            nodes.get(receiver).receive(senders[place], frames[place], 0, lengths[place]);
            endTurn(receiver);
        }
    }

    private void endTurn(int index) {
        nodes.get(index).endTurn(effects.get(index));
    }

    private final class Effects implements NodeEffects {
        private final NodeId self;

        Effects(NodeId self) {
            this.self = self;
        }

        @Override
        public void send(NodeId to, byte[] frame, int length) {
            if (end - first == FRAMES_MAX) {
                throw new IllegalStateException("more than " + FRAMES_MAX + " frames under way");
            }
            int place = end % FRAMES_MAX;
            end++;
            System.arraycopy(frame, 0, frames[place], 0, length);
            lengths[place] = length;
            byteCount += length;
            senders[place] = self;
            receivers[place] = to;
        }

        @Override
        public void keepCeiling(long ceiling) {}

        @Override
        public void granted(Claim claim, long fence) {
            grantCount++;
        }

        @Override
        public void lost(Claim claim, LossReason reason) {
            throw new IllegalStateException("lost without a fault: " + claim.lock());
        }

        @Override
        public void startTimer(LockName lock, TimerName timer, Duration delay, Duration jitter) {
            throw new IllegalStateException("a timer that nobody fires: " + timer);
        }

        @Override
        public void stopTimer(LockName lock, TimerName timer) {}
    }
}
