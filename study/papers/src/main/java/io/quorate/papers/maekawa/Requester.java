// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.maekawa;

import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.Invariant;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.papers.maekawa.MaekawaMessage.Failed;
import io.quorate.papers.maekawa.MaekawaMessage.Inquire;
import io.quorate.papers.maekawa.MaekawaMessage.Locked;
import io.quorate.papers.maekawa.MaekawaMessage.OfRequest;
import io.quorate.papers.maekawa.MaekawaMessage.Release;
import io.quorate.papers.maekawa.MaekawaMessage.Relinquish;
import io.quorate.papers.maekawa.MaekawaMessage.Request;
import io.quorate.papers.maekawa.MaekawaMessage.State;
import io.quorate.papers.maekawa.MaekawaMessage.TakeOver;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rules R: a node locks all members of its set, gives way while it cannot succeed, and releases them. */
final class Requester {
    private final MachineContext context;
    private final Rules rules;

    /** Of the set that the present request goes to; empty without one. */
    private final List<Member> members = new ArrayList<>(4);

    private Phase phase = Phase.IDLE;
    private @Nullable Stamp stamp;
    private boolean contended;

    Requester(MachineContext context, Rules rules) {
        this.context = context;
        this.rules = rules;
    }

    Phase phase() {
        return phase;
    }

    /** Others wait for sure; that nobody waits is never known. */
    boolean isContended() {
        return contended;
    }

    /** Step (1): a number greater than any seen, and a REQUEST to every member, the node itself included. */
    void acquire(Outbox<MaekawaMessage> out) {
        Invariant.hold(phase == Phase.IDLE, "a node asks for a lock only when it has no live request for it");
        Stamp fresh = context.nextStamp();
        stamp = fresh;
        phase = Phase.WAITING;
        NodeSet set = context.quorums().quorumOf(context.self());
        for (int index = set.next(0); index >= 0; index = set.next(index + 1)) {
            NodeId role = NodeId.of(index);
            Member member = new Member(role, playerFrom(role));
            members.add(member);
            ask(member, out);
        }
    }

    /** It, or the next after it that is not known to have failed. */
    private NodeId playerFrom(NodeId player) {
        return rules.takesOver() ? TakenRole.playerFrom(player, context) : player;
    }

    private void ask(Member member, Outbox<MaekawaMessage> out) {
        if (member.isTakenOver()) {
            tellState(member, out);
        } else {
            out.send(member.player, new Request(live()));
        }
    }

    private void tellState(Member member, Outbox<MaekawaMessage> out) {
        out.send(member.player, new State(member.role, live(), member.locked, member.number));
    }

    /** An asked member that has failed has a successor now, which is told what we have from it. */
    void peerFailed(NodeId peer, Outbox<MaekawaMessage> out) {
        for (Member member : members) {
            if (member.player.equals(peer)) {
                member.moveTo(playerFrom(peer));
                tellState(member, out);
            }
        }
    }

    /** Without a request there is nothing to remember: the failed node cannot have seen the next one. */
    void onTakeOver(TakeOver takeOver, NodeId from, Outbox<MaekawaMessage> out) {
        Member member = member(takeOver.role());
        if (member == null) {
            out.send(from, new State(takeOver.role(), null, false, 0));
            return;
        }
        NodeId successor = playerFrom(from); // who said it may be known to be dead by now
        if (TakenRole.isBehind(member.role, member.player, successor, context)) {
            member.moveTo(successor);
        }
        if (member.player.equals(successor)) {
            tellState(member, out);
        }
    }

    /** Step (5): the member is locked for us, unless we gave this very lock back before. */
    void onLocked(Locked locked, NodeId role, NodeId from, Outbox<MaekawaMessage> out) {
        if (!isLive(locked)) {
            if (context.isMine(locked.stamp()) && rules.keep(Rule.R2_ANSWER_WHAT_IS_OVER)) {
                new Member(role, from).send(new Release(locked.stamp()), out);
            }
            return;
        }
        Member member = member(role, from);
        if (member == null || phase != Phase.WAITING) {
            return;
        }
        if (locked.number() <= member.number && rules.keep(Rule.R4_NUMBERS)) {
            if (!member.locked && rules.keep(Rule.R5_RELINQUISH_AGAIN)) {
                member.send(new Relinquish(locked.stamp(), locked.number()), out);
            }
            return;
        }
        member.locked = true;
        member.number = locked.number();
        member.failed &= !rules.lockedEndsFailed();
        evaluate(out);
    }

    /** An older request is before ours, unless a LOCKED that was sent later has come first. */
    void onFailed(Failed failed, NodeId role, NodeId from, Outbox<MaekawaMessage> out) {
        Member member = member(role, from);
        if (isLive(failed) && member != null && phase == Phase.WAITING && !member.locked) {
            member.failed = true;
            contended = true;
            evaluate(out);
        }
    }

    /** Step (3): answered when it is known whether we succeed; after that, RELEASE is the answer. */
    void onInquire(Inquire inquire, NodeId role, NodeId from, Outbox<MaekawaMessage> out) {
        Member member = member(role, from);
        if (!isLive(inquire) || member == null) {
            return;
        }
        contended = true;
        boolean givenBack = inquire.number() < member.number || (inquire.number() == member.number && !member.locked);
        if (phase == Phase.WAITING && (!givenBack || !rules.keep(Rule.R9_KEEP_NO_LATE_INQUIRE))) {
            member.inquired = true;
            evaluate(out);
            member.inquired &= rules.keep(Rule.R7_DEFER);
        }
    }

    /** Enters with all members, or gives way to older requests once it is known to have failed. */
    private void evaluate(Outbox<MaekawaMessage> out) {
        int locked = 0;
        boolean failed = false;
        for (Member member : members) {
            locked += member.locked ? 1 : 0;
            failed |= member.failed;
        }
        if (locked >= members.size() - (rules.keep(Rule.R6_ALL_MEMBERS) ? 0 : 1)) {
            phase = Phase.HOLDING;
            out.entered();
        } else if (failed && rules.keep(Rule.R7_GIVE_WAY)) {
            for (Member member : members) {
                giveWay(member, out);
            }
        }
    }

    private void giveWay(Member member, Outbox<MaekawaMessage> out) {
        if (member.inquired && (member.locked || !rules.keep(Rule.R7_ONLY_WHAT_IS_LOCKED))) {
            member.send(new Relinquish(live(), member.number), out);
            member.inquired = false;
            member.locked = false;
            member.failed |= rules.keep(Rule.R8_RELINQUISHED_IS_FAILED);
        }
    }

    /** Step (6). */
    void release(Outbox<MaekawaMessage> out) {
        Invariant.hold(phase == Phase.HOLDING, "only a holder releases");
        over(out);
    }

    /** The paper has nobody who gives up: to a member this is a RELEASE before its time. */
    void abandon(Outbox<MaekawaMessage> out) {
        Invariant.hold(phase == Phase.WAITING, "only a waiter abandons");
        over(out);
    }

    private void over(Outbox<MaekawaMessage> out) {
        Release release = new Release(live());
        for (Member member : members) {
            if (member.locked || rules.keep(Rule.R10_TELL_ALL_WHO_WERE_ASKED)) {
                member.send(release, out);
            }
        }
        phase = Phase.IDLE;
        stamp = null;
        contended = false;
        members.clear();
    }

    /** Our requests to the peer may be lost, so we ask again. It repeats its own messages unasked. */
    void linkReset(NodeId peer, Outbox<MaekawaMessage> out) {
        for (Member member : members) {
            if (member.player.equals(peer) && rules.keep(Rule.R1_ASK_AGAIN)) {
                ask(member, out);
            }
        }
    }

    /** Whether the answer is about the present request; as printed, answers do not say which they are about. */
    private boolean isLive(OfRequest answer) {
        return rules.keep(Rule.R3_STAMPS) ? answer.stamp().equals(stamp) : stamp != null;
    }

    /** The member whose role that is, if it is for the sender to speak for it (T2). */
    private @Nullable Member member(NodeId role, NodeId from) {
        Member member = member(role);
        boolean speaks = member != null && (member.player.equals(from) || !rules.keep(Rule.T2_ONLY_THE_SUCCESSOR));
        return speaks ? member : null;
    }

    private @Nullable Member member(NodeId role) {
        for (Member member : members) {
            if (member.role.equals(role)) {
                return member;
            }
        }
        return null;
    }

    private Stamp live() {
        Stamp current = stamp;
        if (current == null) {
            throw new IllegalStateException("there is no live request");
        }
        return current;
    }

    Requester copy(MachineContext other) {
        Requester copy = new Requester(other, rules);
        for (Member member : members) {
            copy.members.add(member.copy());
        }
        copy.phase = phase;
        copy.stamp = stamp;
        copy.contended = contended;
        return copy;
    }

    void describeTo(StateWriter writer) {
        writer.word("phase", phase);
        writer.stamp("stamp", stamp);
        writer.flag("contended", contended);
        for (Member member : members) {
            member.describeTo(writer);
        }
    }
}
