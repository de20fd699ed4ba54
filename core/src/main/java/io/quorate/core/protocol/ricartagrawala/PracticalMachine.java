package io.quorate.core.protocol.ricartagrawala;

import io.quorate.core.model.Invariant;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.protocol.LockMachine;
import io.quorate.core.protocol.MachineContext;
import io.quorate.core.protocol.Outbox;
import io.quorate.core.protocol.Phase;
import io.quorate.core.protocol.StateWriter;
import io.quorate.core.protocol.TimerName;
import io.quorate.core.protocol.ricartagrawala.Choices.Choice;
import io.quorate.core.protocol.ricartagrawala.RicartAgrawalaMessage.Add;
import io.quorate.core.protocol.ricartagrawala.RicartAgrawalaMessage.AddAck;
import io.quorate.core.protocol.ricartagrawala.RicartAgrawalaMessage.AreYouThere;
import io.quorate.core.protocol.ricartagrawala.RicartAgrawalaMessage.Join;
import io.quorate.core.protocol.ricartagrawala.RicartAgrawalaMessage.Leave;
import io.quorate.core.protocol.ricartagrawala.RicartAgrawalaMessage.LeaveAck;
import io.quorate.core.protocol.ricartagrawala.RicartAgrawalaMessage.NodeFailed;
import io.quorate.core.protocol.ricartagrawala.RicartAgrawalaMessage.NotInside;
import io.quorate.core.protocol.ricartagrawala.RicartAgrawalaMessage.OfPractice;
import io.quorate.core.protocol.ricartagrawala.RicartAgrawalaMessage.Participants;
import io.quorate.core.protocol.ricartagrawala.RicartAgrawalaMessage.Reply;
import io.quorate.core.protocol.ricartagrawala.RicartAgrawalaMessage.Request;
import io.quorate.core.protocol.ricartagrawala.RicartAgrawalaMessage.RestartYourself;
import io.quorate.core.protocol.ricartagrawala.RicartAgrawalaMessage.WillSponsor;
import io.quorate.core.protocol.ricartagrawala.RicartAgrawalaMessage.YesIAmHere;
import org.jspecify.annotations.Nullable;

/**
 * Section 7: the algorithm of section 2 among those who take part, and what it takes to know them. The lock is asked for on
 * behalf of this node or, as a sponsor, of a newcomer; the engine sees the former only.
 */
final class PracticalMachine
        implements LockMachine<RicartAgrawalaMessage>,
                RicartAgrawalaMessage.Handler,
                RicartAgrawalaMessage.PracticeHandler {
    private final MachineContext context;
    private final Rules rules;
    private final RicartAgrawalaMachine base;
    private final Membership membership;
    private final FailureWatch watch;
    private final Sponsorship sponsorship;
    private final Insertion insertion;

    /** Whether the engine wants the lock, or has it. */
    private boolean wanted;

    private Mode wantedMode = Mode.EXCLUSIVE;
    private boolean holding;

    /** Section 7.3: this node leaves as soon as it is idle. */
    private boolean leaving;

    private NodeSet awaitingLeaveAck = NodeSet.EMPTY;

    /** P5: a newcomer that was acknowledged and is not in NAMES. */
    private @Nullable Add undone;

    PracticalMachine(MachineContext context, Rules rules) {
        this(
                context,
                rules,
                new RicartAgrawalaMachine(context, rules),
                new Membership(context, rules),
                new FailureWatch(),
                new Sponsorship(rules),
                new Insertion(context));
    }

    private PracticalMachine(
            MachineContext context,
            Rules rules,
            RicartAgrawalaMachine base,
            Membership membership,
            FailureWatch watch,
            Sponsorship sponsorship,
            Insertion insertion) {
        this.context = context;
        this.rules = rules;
        this.base = base;
        this.membership = membership;
        this.watch = watch;
        this.sponsorship = sponsorship;
        this.insertion = insertion;
    }

    @Override
    public void acquire(Mode mode, Outbox<RicartAgrawalaMessage> out) {
        Invariant.hold(!wanted, "a node asks for a lock only when it has no live request for it");
        wanted = true;
        wantedMode = rules.has(Choice.READERS_WRITERS) ? mode : Mode.EXCLUSIVE;
        settle(out);
    }

    @Override
    public void release(Outbox<RicartAgrawalaMessage> out) {
        Invariant.hold(holding, "only a holder releases");
        holding = false;
        wanted = false;
        settle(out);
    }

    @Override
    public void abandon(Outbox<RicartAgrawalaMessage> out) {
        Invariant.hold(wanted && !holding, "only a waiter abandons");
        wanted = false;
        settle(out);
    }

    /** Section 7.3: "a node wishing to leave the group may do so by notifying all other nodes of its intention." */
    @Override
    public void leaveGroup(Outbox<RicartAgrawalaMessage> out) {
        leaving = membership.isInside();
        settle(out);
    }

    /** Brings what is wanted and the algorithm of section 2 together. */
    private void settle(Outbox<RicartAgrawalaMessage> out) {
        boolean goesOn = true;
        while (goesOn) {
            goesOn = switch (base.phase()) {
                case IDLE -> askIfNeeded(out);
                case WAITING -> withdrawIfUnneeded(out);
                default -> useOrRelease(out);
            };
        }
    }

    private boolean askIfNeeded(Outbox<RicartAgrawalaMessage> out) {
        boolean isNeeded = wanted || sponsorship.isNeeded();
        if (!membership.isInside()) {
            if (isNeeded && awaitingLeaveAck.isEmpty() && !insertion.isUnderWay()) {
                insertion.begin(membership, out);
            }
            return membership.isInside();
        }
        if (isNeeded) {
            Mode mode = sponsorship.isNeeded() ? Mode.EXCLUSIVE : wantedMode;
            base.ask(mode, membership.names().nodes(), new WithoutEntering(out));
            watch.begin(out);
        } else if (leaving) {
            sendLeave(out);
        }
        return isNeeded;
    }

    private boolean withdrawIfUnneeded(Outbox<RicartAgrawalaMessage> out) {
        if (wanted || sponsorship.isNeeded()) {
            return false;
        }
        watch.end(out);
        base.abandon(out);
        return true;
    }

    private boolean useOrRelease(Outbox<RicartAgrawalaMessage> out) {
        watch.end(out);
        if (holding || sponsorship.isUnderWay()) {
            return false;
        }
        Request request = base.request();
        Mode mode = request == null ? Mode.EXCLUSIVE : request.mode();
        if (sponsorship.isNeeded() && mode == Mode.EXCLUSIVE) {
            sponsorship.begin(membership, base.numbers().highest(), out);
        } else if (wanted && mode == wantedMode) {
            holding = true;
            out.entered();
        } else {
            base.release(out);
        }
        return true;
    }

    private void sendLeave(Outbox<RicartAgrawalaMessage> out) {
        leaving = false;
        awaitingLeaveAck = membership.names().nodes();
        for (int index = awaitingLeaveAck.next(0); index >= 0; index = awaitingLeaveAck.next(index + 1)) {
            out.send(NodeId.of(index), new Leave(membership.term()));
        }
        if (!awaitingLeaveAck.isEmpty()) {
            PracticeTimer.NO_ANSWER.start(out);
        }
        membership.exit();
    }

    @Override
    public void receive(NodeId from, RicartAgrawalaMessage message, Outbox<RicartAgrawalaMessage> out) {
        message.deliverTo(this, from, out);
        settle(out);
    }

    /** Section 7.4: "any node which receives the REQUEST message and does not find the node's name in its NAMES array". */
    private boolean refuses(Request request, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        Add late = undone;
        if (late != null && late.node().equals(from)) {
            membership.add(from, late.term());
            undone = null;
        }
        boolean isRefused = membership.isInside()
                && !membership.names().contains(from)
                && rules.keep(Rule.P10_RESTART_YOURSELF);
        if (isRefused) {
            out.send(from, new RestartYourself(request.stamp()));
        }
        return isRefused;
    }

    @Override
    public void onRequest(Request request, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        if (!refuses(request, from, out)) {
            base.onRequest(request, from, out);
        }
    }

    @Override
    public void onReply(Reply reply, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        base.onReply(reply, from, new WithoutEntering(out));
        watch.heard(from, out);
    }

    @Override
    public void onPractice(OfPractice message, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        message.tell(this, from, out);
    }

    /** Section 7.4; E-R7: a probe may come before the REQUEST that it is about. */
    @Override
    public void onAreYouThere(AreYouThere probe, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        Request request = new Request(probe.stamp(), probe.mode());
        if (rules.keep(Rule.P1_PROBE_IS_A_REQUEST)) {
            if (refuses(request, from, out)) {
                return;
            }
            base.onRequest(request, from, out);
        } else if (!base.isDeferring(from)) {
            out.send(from, new Reply(probe.stamp()));
        }
        if (base.isDeferring(from)) {
            out.send(from, new YesIAmHere(probe.stamp()));
        }
    }

    @Override
    public void onYesIAmHere(YesIAmHere yes, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        Request request = base.request();
        if (request != null && request.stamp().equals(yes.stamp())) {
            watch.heard(from, out);
        }
    }

    @Override
    public void onNodeFailed(NodeFailed failed, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        if (!failed.node().equals(context.self())) {
            isGone(failed.node(), failed.term(), out);
        }
    }

    /** Sections 7.3, 7.4: erased from NAMES, and its REPLY pretended. */
    private void isGone(NodeId node, long term, Outbox<RicartAgrawalaMessage> out) {
        if (membership.end(node, term)) {
            sponsorship.forget(node, term);
            base.pretendReply(node, new WithoutEntering(out));
            watch.heard(node, out);
            sponsorship.doWithout(node, membership, out);
        }
    }

    /** "When it has been determined that node j has failed, this can be broadcast by the node detecting the failure." */
    private void haveFailed(NodeSet failed, Outbox<RicartAgrawalaMessage> out) {
        for (int index = failed.next(0); index >= 0; index = failed.next(index + 1)) {
            NodeId node = NodeId.of(index);
            long term = Math.max(0, membership.names().termOf(node));
            NodeSet others = membership.names().nodes().minus(failed);
            for (int other = others.next(0); other >= 0; other = others.next(other + 1)) {
                out.send(NodeId.of(other), new NodeFailed(node, term));
            }
            isGone(node, term, out);
        }
    }

    /** Section 7.4: this node was taken for dead; nobody counts on what it has said before. */
    @Override
    public void onRestartYourself(RestartYourself restart, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        Request request = base.request();
        if (base.phase() == Phase.WAITING && request != null && request.stamp().equals(restart.stamp())) {
            watch.end(out);
            base.abandon(out);
            membership.exit();
            sponsorship.giveUp(membership.term(), out);
        }
    }

    @Override
    public void onJoin(Join join, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        if (!membership.isInside()) {
            out.send(from, new NotInside(membership.term()));
            insertion.isOutside(from, join.term(), membership, out);
        } else if (join.term() >= membership.names().termOf(from)) {
            isGone(from, join.term() - 1, out);
            sponsorship.promise(from, join.term());
            out.send(from, new WillSponsor(join.term()));
        }
    }

    @Override
    public void onWillSponsor(WillSponsor will, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        if (will.term() == membership.term()) {
            insertion.onWillSponsor(from, out);
        }
    }

    @Override
    public void onNotInside(NotInside not, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        insertion.isOutside(from, not.term(), membership, out);
    }

    /** Section 7.2.2; E-R9: first into NAMES, then the answer, with the number of our own request if there is one. */
    @Override
    public void onAdd(Add add, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        if (!membership.othersThereCanBe().contains(add.node())) {
            context.countForged();
            return;
        }
        if (!rules.keep(Rule.P5_ADDED_FIRST)) {
            undone = add;
        } else if (add.term() >= membership.names().termOf(add.node())) {
            isGone(add.node(), add.term() - 1, out);
            membership.add(add.node(), add.term());
        }
        long highest = base.numbers().highest();
        Request own = base.request();
        boolean isOwn = own != null && own.stamp().counter() == highest;
        long told = isOwn && !rules.keep(Rule.P4_OWN_NUMBER_TOLD) ? highest - 1 : highest;
        out.send(from, new AddAck(add.node(), add.term(), told));
    }

    @Override
    public void onAddAck(AddAck ack, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        sponsorship.onAddAck(ack, from, membership, out);
    }

    @Override
    public void onParticipants(Participants list, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        insertion.onParticipants(list, membership, base.numbers(), out);
    }

    @Override
    public void onLeave(Leave leave, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        isGone(from, leave.term(), out);
        out.send(from, new LeaveAck(leave.term()));
    }

    @Override
    public void onLeaveAck(LeaveAck ack, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        if (ack.term() == membership.term() - 1 && awaitingLeaveAck.contains(from)) {
            awaitingLeaveAck = awaitingLeaveAck.without(from);
            if (awaitingLeaveAck.isEmpty()) {
                PracticeTimer.NO_ANSWER.stop(out);
            }
        }
    }

    @Override
    public void timerFired(TimerName timer, Outbox<RicartAgrawalaMessage> out) {
        if (timer == PracticeTimer.RESTART_INTERVAL) {
            insertion.intervalIsOver(membership, out);
        } else if (timer == PracticeTimer.LIST_LATE) {
            insertion.askAgain(membership, out);
        } else if (timer == PracticeTimer.REPLY_LATE) {
            replyIsLate(out);
        } else {
            nobodyAnswers(out);
        }
        settle(out);
    }

    private void replyIsLate(Outbox<RicartAgrawalaMessage> out) {
        Request request = base.request();
        if (request != null) {
            watch.probe(request, base.awaitingReply(), out);
        }
    }

    private void nobodyAnswers(Outbox<RicartAgrawalaMessage> out) {
        if (base.phase() == Phase.WAITING) {
            haveFailed(watch.takeFailed(), out);
            if (base.phase() == Phase.WAITING) {
                watch.begin(out);
            }
        } else if (sponsorship.isUnderWay()) {
            haveFailed(sponsorship.awaitingAck(), out);
        } else if (!awaitingLeaveAck.isEmpty()) {
            awaitingLeaveAck = NodeSet.EMPTY;
        } else {
            insertion.askAnother(membership, out);
        }
    }

    @Override
    public void linkReset(NodeId peer, Outbox<RicartAgrawalaMessage> out) {
        Request request = base.request();
        if (request != null && watch.isProbing(peer)) {
            out.send(peer, new AreYouThere(request.stamp(), request.mode()));
        } else {
            base.linkReset(peer, out);
        }
        sponsorship.linkReset(peer, out);
        insertion.linkReset(peer, membership, out);
        if (awaitingLeaveAck.contains(peer)) {
            out.send(peer, new Leave(membership.term() - 1));
        }
    }

    @Override
    public Phase phase() {
        return holding ? Phase.HOLDING : wanted ? Phase.WAITING : Phase.IDLE;
    }

    @Override
    public boolean isContended() {
        return base.isContended();
    }

    @Override
    public boolean isQuiescent() {
        return phase() == Phase.IDLE
                && base.isQuiescent()
                && !leaving
                && awaitingLeaveAck.isEmpty()
                && undone == null
                && !sponsorship.isNeeded()
                && insertion.isAsNew()
                && membership.isAsNew();
    }

    @Override
    public LockMachine<RicartAgrawalaMessage> copy(MachineContext other) {
        PracticalMachine copy = new PracticalMachine(
                other,
                rules,
                base.copy(other),
                membership.copy(other),
                watch.copy(),
                sponsorship.copy(),
                insertion.copy(other));
        copy.wanted = wanted;
        copy.wantedMode = wantedMode;
        copy.holding = holding;
        copy.leaving = leaving;
        copy.awaitingLeaveAck = awaitingLeaveAck;
        copy.undone = undone;
        return copy;
    }

    @Override
    public void describeTo(StateWriter writer) {
        base.describeTo(writer);
        membership.describeTo(writer);
        watch.describeTo(writer);
        sponsorship.describeTo(writer);
        insertion.describeTo(writer);
        writer.word("phase", phase());
        writer.flag("wanted shared", wanted && wantedMode == Mode.SHARED);
        writer.flag("leaving", leaving);
        writer.nodes("awaiting", awaitingLeaveAck);
        Add late = undone;
        writer.nodes("undone", late == null ? NodeSet.EMPTY : NodeSet.of(late.node()));
        writer.number("undone term", late == null ? 0 : late.term());
    }
}
