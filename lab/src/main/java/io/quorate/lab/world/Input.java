package io.quorate.lab.world;

import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.node.LockNode;
import io.quorate.core.protocol.TimerName;

/** What one turn of one node begins with. */
sealed interface Input {
    void applyTo(LockNode<?> node);

    record Acquire(NodeClaim claim) implements Input {
        @Override
        public void applyTo(LockNode<?> node) {
            node.acquire(claim);
        }
    }

    record Release(NodeClaim claim) implements Input {
        @Override
        public void applyTo(LockNode<?> node) {
            node.release(claim);
        }
    }

    record Abandon(NodeClaim claim) implements Input {
        @Override
        public void applyTo(LockNode<?> node) {
            node.abandon(claim);
        }
    }

    record Receive(NodeId from, Packet packet) implements Input {
        @Override
        public void applyTo(LockNode<?> node) {
            node.receive(from, packet.bytes(), 0, packet.bytes().length);
        }
    }

    record LinkReset(NodeId peer) implements Input {
        @Override
        public void applyTo(LockNode<?> node) {
            node.linkReset(peer);
        }
    }

    record Suspected(NodeId peer) implements Input {
        @Override
        public void applyTo(LockNode<?> node) {
            node.peerSuspected(peer);
        }
    }

    record Trusted(NodeId peer) implements Input {
        @Override
        public void applyTo(LockNode<?> node) {
            node.peerTrusted(peer);
        }
    }

    record TrustEnded(NodeId arbiter) implements Input {
        @Override
        public void applyTo(LockNode<?> node) {
            node.endTrust(arbiter);
        }
    }

    record Expired(NodeId owner, int incarnation) implements Input {
        @Override
        public void applyTo(LockNode<?> node) {
            node.expire(owner, incarnation);
        }
    }

    record GroupLeft() implements Input {
        @Override
        public void applyTo(LockNode<?> node) {
            node.leaveGroup();
        }
    }

    record VotingBegins() implements Input {
        @Override
        public void applyTo(LockNode<?> node) {
            node.beginVoting();
        }
    }

    /** The input, at that true time. */
    record At(long trueTime, Input input) implements Input {
        @Override
        public void applyTo(LockNode<?> node) {
            node.beginTurn(0, trueTime);
            input.applyTo(node);
        }
    }

    record TimerFired(LockName lock, TimerName timer) implements Input {
        @Override
        public void applyTo(LockNode<?> node) {
            node.timerFired(lock, timer);
        }
    }
}
