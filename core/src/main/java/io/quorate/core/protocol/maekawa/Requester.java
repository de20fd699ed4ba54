package io.quorate.core.protocol.maekawa;

import io.quorate.core.model.Invariant;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.core.protocol.MachineContext;
import io.quorate.core.protocol.Outbox;
import io.quorate.core.protocol.Phase;
import io.quorate.core.protocol.StateWriter;
import io.quorate.core.protocol.maekawa.MaekawaMessage.Failed;
import io.quorate.core.protocol.maekawa.MaekawaMessage.Inquire;
import io.quorate.core.protocol.maekawa.MaekawaMessage.Locked;
import io.quorate.core.protocol.maekawa.MaekawaMessage.Release;
import io.quorate.core.protocol.maekawa.MaekawaMessage.Relinquish;
import io.quorate.core.protocol.maekawa.MaekawaMessage.Request;
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
            Member member = new Member(NodeId.of(index));
            members.add(member);
            out.send(member.node, new Request(fresh));
        }
    }

    /** Step (5): the member is locked for us, unless we gave this very lock back before. */
    void onLocked(Locked locked, NodeId from, Outbox<MaekawaMessage> out) {
        if (!isLive(locked)) {
            if (context.isMine(locked.stamp()) && rules.keep(Rule.R2_ANSWER_WHAT_IS_OVER)) {
                out.send(from, new Release(locked.stamp()));
            }
            return;
        }
        Member member = member(from);
        if (member == null || phase != Phase.WAITING) {
            return;
        }
        if (locked.number() <= member.number && rules.keep(Rule.R4_NUMBERS)) {
            if (!member.locked && rules.keep(Rule.R5_RELINQUISH_AGAIN)) {
                out.send(from, new Relinquish(locked.stamp(), locked.number()));
            }
            return;
        }
        member.locked = true;
        member.number = locked.number();
        member.failed &= !rules.lockedEndsFailed();
        evaluate(out);
    }

    /** An older request is before ours, unless a LOCKED that was sent later has come first. */
    void onFailed(Failed failed, NodeId from, Outbox<MaekawaMessage> out) {
        Member member = member(from);
        if (isLive(failed) && member != null && phase == Phase.WAITING && !member.locked) {
            member.failed = true;
            contended = true;
            evaluate(out);
        }
    }

    /** Step (3): answered when it is known whether we succeed; after that, RELEASE is the answer. */
    void onInquire(Inquire inquire, NodeId from, Outbox<MaekawaMessage> out) {
        Member member = member(from);
        if (!isLive(inquire) || member == null) {
            return;
        }
        contended = true;
        boolean givenBack = inquire.number() < member.number || (inquire.number() == member.number && !member.locked);
        if (phase == Phase.WAITING && (!givenBack || !rules.keep(Rule.R4_NUMBERS))) {
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
            out.send(member.node, new Relinquish(live(), member.number));
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
            out.send(member.node, release);
        }
        phase = Phase.IDLE;
        stamp = null;
        contended = false;
        members.clear();
    }

    /** What we asked the peer may be lost, so we ask again; it repeats what it said by itself. */
    void linkReset(NodeId peer, Outbox<MaekawaMessage> out) {
        if (member(peer) != null && rules.keep(Rule.R1_ASK_AGAIN)) {
            out.send(peer, new Request(live()));
        }
    }

    /** Whether the answer is about the present request; as printed, answers do not say which they are about. */
    private boolean isLive(MaekawaMessage answer) {
        return rules.keep(Rule.R3_STAMPS) ? answer.stamp().equals(stamp) : stamp != null;
    }

    private @Nullable Member member(NodeId node) {
        for (Member member : members) {
            if (member.node.equals(node)) {
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
