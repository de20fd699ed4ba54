// SPDX-License-Identifier: Apache-2.0
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
import java.util.function.UnaryOperator;

/** What one turn of one node begins with. */
public sealed interface Input {
    void applyTo(LockNode<?> node);

    /** The same where nodes have other names. */
    default Input renamed(Renaming renaming, UnaryOperator<FrameInFlight> frames) {
        return this;
    }

    record Acquire(NodeClaim claim) implements Input {
        @Override
        public Input renamed(Renaming renaming, UnaryOperator<FrameInFlight> frames) {
            return new Acquire(renaming.of(claim));
        }

        @Override
        public void applyTo(LockNode<?> node) {
            node.acquire(claim);
        }
    }

    record Release(NodeClaim claim) implements Input {
        @Override
        public Input renamed(Renaming renaming, UnaryOperator<FrameInFlight> frames) {
            return new Release(renaming.of(claim));
        }

        @Override
        public void applyTo(LockNode<?> node) {
            node.release(claim);
        }
    }

    record Abandon(NodeClaim claim) implements Input {
        @Override
        public Input renamed(Renaming renaming, UnaryOperator<FrameInFlight> frames) {
            return new Abandon(renaming.of(claim));
        }

        @Override
        public void applyTo(LockNode<?> node) {
            node.abandon(claim);
        }
    }

    record Receive(NodeId from, FrameInFlight packet) implements Input {
        @Override
        public Input renamed(Renaming renaming, UnaryOperator<FrameInFlight> frames) {
            return new Receive(renaming.of(from), frames.apply(packet));
        }

        @Override
        public void applyTo(LockNode<?> node) {
            node.receive(from, packet.bytes(), 0, packet.bytes().length);
        }
    }

    record LinkReset(NodeId peer) implements Input {
        @Override
        public Input renamed(Renaming renaming, UnaryOperator<FrameInFlight> frames) {
            return new LinkReset(renaming.of(peer));
        }

        @Override
        public void applyTo(LockNode<?> node) {
            node.linkReset(peer);
        }
    }

    record Suspected(NodeId peer) implements Input {
        @Override
        public Input renamed(Renaming renaming, UnaryOperator<FrameInFlight> frames) {
            return new Suspected(renaming.of(peer));
        }

        @Override
        public void applyTo(LockNode<?> node) {
            node.peerSuspected(peer);
        }
    }

    record Trusted(NodeId peer) implements Input {
        @Override
        public Input renamed(Renaming renaming, UnaryOperator<FrameInFlight> frames) {
            return new Trusted(renaming.of(peer));
        }

        @Override
        public void applyTo(LockNode<?> node) {
            node.peerRestored(peer);
        }
    }

    record TrustEnded(NodeId voter) implements Input {
        @Override
        public Input renamed(Renaming renaming, UnaryOperator<FrameInFlight> frames) {
            return new TrustEnded(renaming.of(voter));
        }

        @Override
        public void applyTo(LockNode<?> node) {
            node.endTrust(voter);
        }
    }

    record Expired(NodeId owner, long incarnation) implements Input {
        @Override
        public Input renamed(Renaming renaming, UnaryOperator<FrameInFlight> frames) {
            return new Expired(renaming.of(owner), incarnation);
        }

        @Override
        public void applyTo(LockNode<?> node) {
            node.expire(owner, incarnation);
        }
    }

    record Hinted(NodeId peer, Choice.Hint.Kind kind) implements Input {
        @Override
        public Input renamed(Renaming renaming, UnaryOperator<FrameInFlight> frames) {
            return new Hinted(renaming.of(peer), kind);
        }

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
        public Input renamed(Renaming renaming, UnaryOperator<FrameInFlight> frames) {
            throw new NotAlikeException("nodes of rosters keep their names");
        }

        @Override
        public void applyTo(LockNode<?> node) {
            node.observe(clock);
            node.learn(configuration);
        }
    }

    /** E6: the node has heard that these are sealed, and everybody's trust from before has ended. */
    record LowerEnded(NodeSet sealed, long clock) implements Input {
        @Override
        public Input renamed(Renaming renaming, UnaryOperator<FrameInFlight> frames) {
            throw new NotAlikeException("nodes of rosters keep their names");
        }

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
        public Input renamed(Renaming renaming, UnaryOperator<FrameInFlight> frames) {
            return new At(trueTime, input.renamed(renaming, frames));
        }

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
