// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world.event;

import io.quorate.core.lock.TimerName;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.node.LockNode;
import io.quorate.core.roster.Configuration;
import io.quorate.core.roster.Roster;
import io.quorate.lab.world.facts.NodeClaim;
import io.quorate.lab.world.net.FrameInFlight;
import io.quorate.lab.world.step.NotAlikeException;
import io.quorate.lab.world.step.Renaming;
import io.quorate.overlay.Handle;
import io.quorate.overlay.node.OverlayPart;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The inputs of a node: a turn of a node processes one of these, in any loop that runs it. Checker, simulator, storms and experiments
 * have no
 * other way to a node. A {@link Choice} says which of them happens next in a cluster.
 */
public sealed interface Event {
    void applyTo(LockNode<?> node);

    /** As it is written down, told to this node: in the words of a {@link Choice}, where there is such a choice. */
    String text(NodeId node);

    /** The same where nodes have other names. */
    default Event renamed(Renaming renaming, UnaryOperator<FrameInFlight> frames) {
        return this;
    }

    /** Events without parameters. */
    enum Signal implements Event {
        /** The node looks at its clock. */
        WAKE(0, node -> {}),
        /** W1: it is told to stop. */
        STOP(1, LockNode::beginToStop),
        /** W2: it leaves all its voters. */
        LEAVE_VOTERS(2, LockNode::leaveAll),
        /** It leaves the group of requesters, if the protocol has one. */
        LEAVE(3, LockNode::leaveGroup),
        /** S8: its restart interval is over. */
        VOTE(4, LockNode::beginVoting),
        /** It will vote no more: its process ends in good order. */
        ABSTAIN(5, LockNode::stopVoting),
        /** T1: it learns that it runs twice. */
        GIVE_UP_VOTING(6, LockNode::giveUpVoting),
        /** S3: it trusts nothing that it was granted, as after a long pause. */
        DISTRUST_ALL(7, LockNode::endAllTrust),
        /** E4: what was frozen ends. */
        THAW(8, LockNode::endFrozen),
        /** It begins an overlay. */
        BEGIN_OVERLAY(9, node -> OverlayPart.of(node).begin()),
        /** It says good-bye to its overlay. */
        LEAVE_OVERLAY(10, node -> OverlayPart.of(node).leave());

        /** Tells the signals apart in numbers for whole events. */
        public final int code;

        private final Consumer<LockNode<?>> telling;

        Signal(int code, Consumer<LockNode<?>> telling) {
            this.code = code;
            this.telling = telling;
        }

        @Override
        public void applyTo(LockNode<?> node) {
            telling.accept(node);
        }

        @Override
        public String text(NodeId node) {
            return word(this) + " " + node;
        }
    }

    /** News about another node. */
    enum News {
        /** Frames between the two may be lost. */
        RESET(0, LockNode::linkReset),
        SUSPECT(1, LockNode::peerSuspected),
        UNSUSPECT(2, LockNode::peerRestored),
        /** The peer has crashed, and is suspected rightly. */
        DETECT(3, LockNode::peerSuspected),
        /** S3: trust in the voter ends. */
        DISTRUST(4, LockNode::endTrust),
        /** H1: the voter takes long to answer. */
        SLOW(5, (node, peer) -> node.setSlow(peer, true)),
        FAST(6, (node, peer) -> node.setSlow(peer, false)),
        /** T1: the id of the peer runs twice. */
        TWIN(7, LockNode::twinSeen),
        SINGLE(8, LockNode::twinGone),
        /** E1: a heartbeat shows which configuration the peer is in. */
        GREET(9, LockNode::greet);

        /** Tells the news apart in numbers for whole events. */
        public final int code;

        private final BiConsumer<LockNode<?>, NodeId> telling;

        News(int code, BiConsumer<LockNode<?>, NodeId> telling) {
            this.code = code;
            this.telling = telling;
        }

        /** The event: this, of that node. */
        public Event of(NodeId peer) {
            return new OfPeer(this, peer);
        }
    }

    record OfPeer(News news, NodeId peer) implements Event {
        @Override
        public Event renamed(Renaming renaming, UnaryOperator<FrameInFlight> frames) {
            return new OfPeer(news, renaming.of(peer));
        }

        @Override
        public void applyTo(LockNode<?> node) {
            news.telling.accept(node, peer);
        }

        @Override
        public String text(NodeId node) {
            return news == News.RESET ? "reset " + node + "->" + peer : word(news) + " " + node + " of " + peer;
        }
    }

    record Acquire(NodeClaim claim) implements Event {
        @Override
        public Event renamed(Renaming renaming, UnaryOperator<FrameInFlight> frames) {
            return new Acquire(renaming.of(claim));
        }

        @Override
        public void applyTo(LockNode<?> node) {
            node.acquire(claim);
        }

        @Override
        public String text(NodeId node) {
            boolean isShared = claim.mode() == Mode.SHARED;
            return "acquire " + node + (isShared ? " shared" : "") + (claim.isNow() ? " now" : "") + of(claim.lock());
        }
    }

    record Release(NodeClaim claim) implements Event {
        @Override
        public Event renamed(Renaming renaming, UnaryOperator<FrameInFlight> frames) {
            return new Release(renaming.of(claim));
        }

        @Override
        public void applyTo(LockNode<?> node) {
            node.release(claim);
        }

        @Override
        public String text(NodeId node) {
            return "release " + node + " #" + claim.id() + of(claim.lock());
        }
    }

    record Abandon(NodeClaim claim) implements Event {
        @Override
        public Event renamed(Renaming renaming, UnaryOperator<FrameInFlight> frames) {
            return new Abandon(renaming.of(claim));
        }

        @Override
        public void applyTo(LockNode<?> node) {
            node.abandon(claim);
        }

        @Override
        public String text(NodeId node) {
            return "abandon " + node + " #" + claim.id() + of(claim.lock());
        }
    }

    record Receive(NodeId from, FrameInFlight packet) implements Event {
        @Override
        public Event renamed(Renaming renaming, UnaryOperator<FrameInFlight> frames) {
            return new Receive(renaming.of(from), frames.apply(packet));
        }

        @Override
        public void applyTo(LockNode<?> node) {
            node.receive(from, packet.bytes(), 0, packet.bytes().length);
        }

        @Override
        public String text(NodeId node) {
            return "deliver " + from + "->" + node;
        }
    }

    record TimerFired(LockName lock, TimerName timer) implements Event {
        @Override
        public void applyTo(LockNode<?> node) {
            node.timerFired(lock, timer);
        }

        @Override
        public String text(NodeId node) {
            return "fire " + node + " " + timer.name() + of(lock);
        }
    }

    /** An operator revokes the hold of a lock. */
    record Revoke(LockName lock) implements Event {
        @Override
        public void applyTo(LockNode<?> node) {
            node.revoke(lock);
        }

        @Override
        public String text(NodeId node) {
            return "revoke " + node + of(lock);
        }
    }

    /** S7: a voter forgets the session of a start of the owner. */
    record Expired(NodeId owner, long incarnation) implements Event {
        @Override
        public Event renamed(Renaming renaming, UnaryOperator<FrameInFlight> frames) {
            return new Expired(renaming.of(owner), incarnation);
        }

        @Override
        public void applyTo(LockNode<?> node) {
            node.expire(owner, incarnation);
        }

        @Override
        public String text(NodeId node) {
            return "expire " + node + " of " + owner + (incarnation == 0 ? "" : " @" + (incarnation + 1));
        }
    }

    /** K1: the disk has what was to be written, up to this. It concerns the driver, which holds back frames; the node has a turn. */
    record Written(long upTo) implements Event {
        @Override
        public void applyTo(LockNode<?> node) {}

        @Override
        public String text(NodeId node) {
            return "written " + node + " " + upTo;
        }
    }

    /** The node asks its way into an overlay. */
    record JoinOverlay(List<Handle> contacts) implements Event {
        public JoinOverlay {
            contacts = List.copyOf(contacts);
        }

        @Override
        public void applyTo(LockNode<?> node) {
            OverlayPart.of(node).join(contacts);
        }

        @Override
        public String text(NodeId node) {
            return "join-overlay " + node + " by "
                    + contacts.stream().map(Handle::node).toList();
        }
    }

    /** D1: an operator proposes another roster at this node. */
    record Propose(Roster next) implements Event {
        @Override
        public void applyTo(LockNode<?> node) {
            node.propose(next);
        }

        @Override
        public String text(NodeId node) {
            return "propose " + node + " " + next;
        }
    }

    /** E1: the node moves to the next configuration; its informant has seen clocks as high as this. */
    record Risen(Configuration configuration, long clock) implements Event {
        @Override
        public Event renamed(Renaming renaming, UnaryOperator<FrameInFlight> frames) {
            throw new NotAlikeException("nodes of rosters keep their names");
        }

        @Override
        public void applyTo(LockNode<?> node) {
            node.observe(clock);
            node.learn(configuration);
        }

        @Override
        public String text(NodeId node) {
            return "rise " + node + " to " + configuration.number();
        }
    }

    /** E6: the node has heard that these are sealed, and everybody's trust from before has ended. */
    record LowerEnded(NodeSet sealed, long clock) implements Event {
        @Override
        public Event renamed(Renaming renaming, UnaryOperator<FrameInFlight> frames) {
            throw new NotAlikeException("nodes of rosters keep their names");
        }

        @Override
        public void applyTo(LockNode<?> node) {
            node.endLower(sealed, clock);
        }

        @Override
        public String text(NodeId node) {
            return "over " + node;
        }
    }

    /** The event, at that true time. */
    record At(long trueTime, Event event) implements Event {
        @Override
        public Event renamed(Renaming renaming, UnaryOperator<FrameInFlight> frames) {
            return new At(trueTime, event.renamed(renaming, frames));
        }

        @Override
        public void applyTo(LockNode<?> node) {
            node.beginTurn(0, trueTime);
            event.applyTo(node);
        }

        @Override
        public String text(NodeId node) {
            return event.text(node);
        }
    }

    private static String word(Enum<?> event) {
        return event.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String of(LockName lock) {
        return lock.equals(Choice.USUAL_LOCK) ? "" : " lock=" + lock;
    }
}
