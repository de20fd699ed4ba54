package io.quorate.lab.world.step;

import io.quorate.core.lock.TimerName;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.node.LockNode;
import io.quorate.core.roster.Configuration;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.facts.NodeClaim;
import io.quorate.lab.world.net.FrameInFlight;

/** What one turn of one node begins with. */
public sealed interface Input {
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

    record Receive(NodeId from, FrameInFlight packet) implements Input {
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
            node.peerRestored(peer);
        }
    }

    record TrustEnded(NodeId voter) implements Input {
        @Override
        public void applyTo(LockNode<?> node) {
            node.endTrust(voter);
        }
    }

    record Expired(NodeId owner, long incarnation) implements Input {
        @Override
        public void applyTo(LockNode<?> node) {
            node.expire(owner, incarnation);
        }
    }

    record Hinted(NodeId peer, Choice.Hint.Kind kind) implements Input {
        @Override
        public void applyTo(LockNode<?> node) {
            switch (kind) {
                case SLOW -> node.setSlow(peer, true);
                case FAST -> node.setSlow(peer, false);
                case TWIN -> node.twinSeen(peer);
                case SINGLE -> node.twinGone(peer);
            }
        }
    }

    record Stopped() implements Input {
        @Override
        public void applyTo(LockNode<?> node) {
            node.beginToStop();
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

    /** E1: the node moves to the next configuration; its informant has seen clocks as high as this. */
    record Risen(Configuration configuration, long clock) implements Input {
        @Override
        public void applyTo(LockNode<?> node) {
            node.observe(clock);
            node.learn(configuration);
        }
    }

    /** E6: the node has heard that these are sealed, and everybody's trust from before has ended. */
    record LowerEnded(NodeSet sealed, long clock) implements Input {
        @Override
        public void applyTo(LockNode<?> node) {
            node.endLower(sealed, clock);
        }
    }

    /** E4: what was frozen ends. */
    record Thawed() implements Input {
        @Override
        public void applyTo(LockNode<?> node) {
            node.endFrozen();
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
