// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.node;

import io.quorate.core.lock.LossReason;
import io.quorate.core.lock.NodeStart;
import io.quorate.core.lock.TimerName;
import io.quorate.core.lock.engine.Claim;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.core.quorumlock.QuorumLockMessage;
import io.quorate.core.roster.Configuration;
import io.quorate.core.roster.ProposalOutcome;
import io.quorate.core.roster.RosterState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Nodes with leases, on one clock; frames arrive after the same time each, unless the test takes them away. */
final class TimedNodes {
    /** A frame under way. */
    static final class Packet {
        final NodeId from;
        final NodeId to;
        final byte[] bytes;
        final long arrivesAt;

        Packet(NodeId from, NodeId to, byte[] bytes, long arrivesAt) {
            this.from = from;
            this.to = to;
            this.bytes = bytes;
            this.arrivesAt = arrivesAt;
        }

        boolean isEmpty() {
            return LockNode.read(new QuorumLock(), bytes).entries().isEmpty();
        }
    }

    final List<LockNode<QuorumLockMessage>> nodes = new ArrayList<>();
    final List<Packet> network = new ArrayList<>();
    final List<String> news = new ArrayList<>();
    final List<Long> fences = new ArrayList<>();

    /** Those that were ever started, by their names; they run out when the test says so. */
    final Map<String, TimerName> timers = new HashMap<>();

    /** Whoever no longer takes part. */
    final List<NodeId> dead = new ArrayList<>();

    /** What each node has on disk about rosters. */
    final Map<NodeId, RosterState> disks = new HashMap<>();

    final long latency;
    long now;
    int sent;

    TimedNodes(List<NodeStart> starts, long latency) {
        this.latency = latency;
        for (NodeStart start : starts) {
            nodes.add(new LockNode<>(new QuorumLock(), start));
        }
    }

    /** A turn of the node (numbered from 1) in which it does this. */
    void turn(int number, Consumer<LockNode<QuorumLockMessage>> what) {
        LockNode<QuorumLockMessage> node = nodes.get(number - 1);
        node.beginTurn(now, 0);
        what.accept(node);
        node.endTurn(new Recorder(node.self()));
    }

    /** Frames arrive and nodes wake, in the order of time, until that time has come. */
    void runUntil(long end) {
        int turns = 0;
        while (true) {
            long next = end;
            for (Packet packet : network) {
                next = Math.min(next, packet.arrivesAt);
            }
            for (LockNode<?> node : nodes) {
                next = dead.contains(node.self()) ? next : Math.min(next, node.wake());
            }
            now = Math.max(now, next);
            boolean any = false;
            for (int number = 1; number <= nodes.size(); number++) {
                boolean lives = !dead.contains(NodeId.of(number - 1));
                if (lives && nodes.get(number - 1).wake() <= now && now < end) {
                    turn(number, node -> {});
                    any = true;
                }
            }
            List<Packet> due =
                    network.stream().filter(packet -> packet.arrivesAt <= now).toList();
            network.removeAll(due);
            for (Packet packet : due) {
                if (!dead.contains(packet.to)) {
                    turn(
                            packet.to.index() + 1,
                            node -> node.receive(packet.from, packet.bytes, 0, packet.bytes.length));
                    any = true;
                }
            }
            if (!any && now >= end) {
                return;
            }
            if (turns++ > 100_000) {
                throw new AssertionError("the nodes wake again and again at " + now);
            }
        }
    }

    private final class Recorder implements NodeEffects {
        private final NodeId self;

        Recorder(NodeId self) {
            this.self = self;
        }

        @Override
        public void keepCeiling(long ceiling) {
            news.add(self + " keeps " + ceiling);
        }

        @Override
        public void startTimer(LockName lock, TimerName timer, Duration delay, Duration jitter) {
            news.add(self + " starts " + timer.name());
            timers.put(timer.name(), timer);
        }

        @Override
        public void stopTimer(LockName lock, TimerName timer) {
            news.add(self + " stops " + timer.name());
        }

        @Override
        public void send(NodeId to, byte[] frame, int length) {
            sent++;
            news.add(self + " sends");
            network.add(new Packet(self, to, Arrays.copyOf(frame, length), now + latency));
        }

        @Override
        public void keepRoster(RosterState state) {
            disks.put(self, state);
        }

        @Override
        public void configurationRose(Configuration configuration) {
            news.add(self + " rises to " + configuration.number());
        }

        @Override
        public void proposalEnded(ProposalOutcome outcome) {
            news.add(self + (outcome.isChosen() ? " decided" : " refused: " + outcome.refusal()));
        }

        @Override
        public void granted(Claim claim, long fence) {
            news.add(self + " granted " + claim.id());
            fences.add(fence);
        }

        @Override
        public void lost(Claim claim, LossReason reason) {
            news.add(self + " lost " + claim.id() + " " + reason);
        }

        @Override
        public void busy(Claim claim, NodeId holder) {
            news.add(self + " busy " + claim.id() + " " + holder);
        }
    }

    /** What nodes told their claims and drivers, but for what they sent, since the last time of asking. */
    List<String> takeNews() {
        List<String> taken =
                news.stream().filter(line -> !line.endsWith(" sends")).toList();
        news.clear();
        return taken;
    }
}
