// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.ricartagrawala.practice;

import io.quorate.core.lock.Handlers;
import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.lock.TimerName;
import io.quorate.core.model.Invariant;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.papers.ricartagrawala.Choices.Choice;
import io.quorate.papers.ricartagrawala.MediaMessage.Broadcast;
import io.quorate.papers.ricartagrawala.PracticeMessage.Add;
import io.quorate.papers.ricartagrawala.PracticeMessage.AddAck;
import io.quorate.papers.ricartagrawala.PracticeMessage.AreYouThere;
import io.quorate.papers.ricartagrawala.PracticeMessage.Included;
import io.quorate.papers.ricartagrawala.PracticeMessage.Join;
import io.quorate.papers.ricartagrawala.PracticeMessage.Leave;
import io.quorate.papers.ricartagrawala.PracticeMessage.LeaveAck;
import io.quorate.papers.ricartagrawala.PracticeMessage.NodeFailed;
import io.quorate.papers.ricartagrawala.PracticeMessage.NotInside;
import io.quorate.papers.ricartagrawala.PracticeMessage.Participants;
import io.quorate.papers.ricartagrawala.PracticeMessage.RestartYourself;
import io.quorate.papers.ricartagrawala.PracticeMessage.WillSponsor;
import io.quorate.papers.ricartagrawala.PracticeMessage.YesIAmHere;
import io.quorate.papers.ricartagrawala.RicartAgrawalaMachine;
import io.quorate.papers.ricartagrawala.RicartAgrawalaMessage;
import io.quorate.papers.ricartagrawala.RicartAgrawalaMessage.Reply;
import io.quorate.papers.ricartagrawala.RicartAgrawalaMessage.Request;
import io.quorate.papers.ricartagrawala.Rule;
import io.quorate.papers.ricartagrawala.Rules;

/**
 * Section 7: the algorithm of section 2 among those who take part, and what it takes to know them. The lock is asked for on
 * behalf of this node or, as a sponsor, of a newcomer; the engine sees the former only.
 */
public final class PracticalMachine implements LockMachine<RicartAgrawalaMessage> {
    private static final Handlers<PracticalMachine, RicartAgrawalaMessage> ON = Handlers.of(
                    PracticalMachine.class, RicartAgrawalaMessage.TABLE)
            .on(Request.class, PracticalMachine::onRequest)
            .on(Reply.class, PracticalMachine::onReply)
            .on(AreYouThere.class, PracticalMachine::onAreYouThere)
            .on(YesIAmHere.class, PracticalMachine::onYesIAmHere)
            .on(NodeFailed.class, PracticalMachine::onNodeFailed)
            .on(RestartYourself.class, PracticalMachine::onRestartYourself)
            .on(Join.class, PracticalMachine::onJoin)
            .on(WillSponsor.class, PracticalMachine::onWillSponsor)
            .on(NotInside.class, PracticalMachine::onNotInside)
            .on(Add.class, PracticalMachine::onAdd)
            .on(AddAck.class, PracticalMachine::onAddAck)
            .on(Participants.class, PracticalMachine::onParticipants)
            .on(Included.class, PracticalMachine::onIncluded)
            .on(Leave.class, PracticalMachine::onLeave)
            .on(LeaveAck.class, PracticalMachine::onLeaveAck)
            .on(Broadcast.class, (self, m, from, out) -> self.handle(m.content(), from, out))
            .otherwise((self, m, from, out) -> self.context.countForged());

    private final MachineContext context;
    private final Rules rules;

    /** The algorithm of section 2. */
    private final RicartAgrawalaMachine base;

    private final Membership membership;
    private final FailureWatch watch;
    private final Sponsorship sponsorship;
    private final Insertion insertion;
    private final Learning learning;
    private final Removal removal;

    /** Whether the engine wants the lock, or has it. */
    private boolean wanted;

    private Mode wantedMode = Mode.EXCLUSIVE;
    private boolean holding;

    public PracticalMachine(MachineContext context, Rules rules) {
        this.context = context;
        this.rules = rules;
        this.base = new RicartAgrawalaMachine(context, rules);
        this.membership = new Membership(context, rules);
        this.watch = new FailureWatch();
        this.sponsorship = new Sponsorship(rules);
        this.insertion = new Insertion(context, rules);
        this.learning = new Learning(rules);
        this.removal = new Removal();
    }

    private PracticalMachine(PracticalMachine other, MachineContext context) {
        this.context = context;
        this.rules = other.rules;
        this.base = other.base.copy(context);
        this.membership = other.membership.copy(context);
        this.watch = other.watch.copy();
        this.sponsorship = other.sponsorship.copy();
        this.insertion = other.insertion.copy(context);
        this.learning = other.learning.copy();
        this.removal = other.removal.copy();
        this.wanted = other.wanted;
        this.wantedMode = other.wantedMode;
        this.holding = other.holding;
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
        if (membership.isInside()) {
            removal.want();
            settle(out);
        }
    }

    @Override
    public boolean isLeaving() {
        return removal.isWanted() || removal.isUnderWay();
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

    private boolean isNeeded() {
        return wanted || sponsorship.isNeeded();
    }

    private boolean askIfNeeded(Outbox<RicartAgrawalaMessage> out) {
        if (!membership.isInside()) {
            long highest = insertion.enterIfIncluded(membership);
            if (highest != Insertion.NOT_YET) {
                base.numbers().see(highest);
                return true;
            }
            if (isNeeded() && !removal.isUnderWay() && !insertion.isUnderWay()) {
                insertion.begin(membership, out);
            }
            return membership.isInside();
        }
        if (isNeeded()) {
            if (learning.isUnderWay()) {
                return false;
            }
            Mode mode = sponsorship.isNeeded() ? Mode.EXCLUSIVE : wantedMode;
            base.request(mode, membership.names().nodes(), new WithoutEntering(out));
            watch.begin(out);
            return true;
        }
        if (removal.isWanted()) {
            removal.begin(membership, out);
        }
        return false;
    }

    private boolean withdrawIfUnneeded(Outbox<RicartAgrawalaMessage> out) {
        if (isNeeded()) {
            return false;
        }
        withdraw(out);
        return true;
    }

    /** The request is withdrawn, if one waits. */
    private void withdraw(Outbox<RicartAgrawalaMessage> out) {
        watch.end(out);
        base.abandon(out);
    }

    /** Section 7.2.2: newcomers go first, before local claims. */
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

    @Override
    public void receive(NodeId from, RicartAgrawalaMessage message, Outbox<RicartAgrawalaMessage> out) {
        if (context.isVoter(from)) {
            handle(message, from, out);
            settle(out);
        } else {
            context.countForged();
        }
    }

    private void handle(RicartAgrawalaMessage message, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        ON.handle(this, message, from, out);
    }

    /** Section 7.4: "any node which receives the REQUEST message and does not find the node's name in its NAMES array". */
    private void onRequest(Request request, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        if (membership.isStranger(from)) {
            out.send(from, new RestartYourself(request.stamp()));
        } else {
            membership.isAsked(from);
            base.onRequest(request, from, out);
            learning.onRequest(request.stamp(), out);
        }
    }

    private void onReply(Reply reply, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        base.onReply(reply, from, new WithoutEntering(out));
        watch.heard(from, out);
    }

    /** Section 7.4; E-R7: a probe may come before the REQUEST that it is about. */
    private void onAreYouThere(AreYouThere probe, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        if (rules.keep(Rule.P1_PROBE_IS_A_REQUEST)) {
            onRequest(new Request(probe.stamp(), probe.mode()), from, out);
        } else if (!base.isDeferring(from)) {
            out.send(from, new Reply(probe.stamp()));
        }
        if (base.isDeferring(from)) {
            out.send(from, new YesIAmHere(probe.stamp()));
        }
    }

    private void onYesIAmHere(YesIAmHere yes, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        Request request = base.request();
        if (request != null && request.stamp().equals(yes.stamp())) {
            watch.heard(from, out);
        }
    }

    private void onNodeFailed(NodeFailed failed, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        if (!failed.node().equals(context.self())) {
            isGone(failed.node(), failed.term(), out);
        }
    }

    /** Section 7.4: this node was taken for dead; nobody counts on what it has said before. */
    private void onRestartYourself(RestartYourself restart, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        Request request = base.request();
        boolean isWaiting = base.phase() == Phase.WAITING;
        if (isWaiting && request != null && request.stamp().equals(restart.stamp())) {
            withdraw(out);
            membership.exit();
            sponsorship.giveUp(membership.term(), out);
        }
    }

    private void onJoin(Join join, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        if (!membership.isInside()) {
            out.send(from, new NotInside(membership.term()));
            insertion.isOutside(from, join.term(), membership, out);
        } else if (join.term() >= membership.names().termOf(from)) {
            isGone(from, join.term() - 1, out);
            if (rules.has(Choice.INSERT_BY_BROADCAST)) {
                out.send(from, new Participants(join.term(), highestToTell(), membership.namesFor(from)));
                return;
            }
            sponsorship.promise(from, join.term());
            out.send(from, new WillSponsor(join.term()));
        }
    }

    private void onWillSponsor(WillSponsor will, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        if (will.term() == membership.term()) {
            insertion.onWillSponsor(from, out);
        }
    }

    private void onNotInside(NotInside not, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        insertion.isOutside(from, not.term(), membership, out);
    }

    /** Section 7.2.2; E-R9: first into NAMES, then the answer, with the number of our own request if there is one. */
    private void onAdd(Add add, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        if (!membership.othersThereCanBe().contains(add.node())) {
            context.countForged();
            return;
        }
        boolean hasAskedItself = add.node().equals(from) && rules.has(Choice.INSERT_BY_BROADCAST);
        if (hasAskedItself && !membership.isInside() && !insertion.isUnderWay()) {
            out.send(from, new NotInside(membership.term()));
            return;
        }
        if (add.term() >= membership.names().termOf(add.node())) {
            isGone(add.node(), add.term() - 1, out);
            membership.acknowledge(add);
        }
        out.send(
                from,
                hasAskedItself
                        ? new Included(add.term(), highestToTell(), membership.namesFor(add.node()))
                        : new AddAck(add.node(), add.term(), highestToTell()));
    }

    private long highestToTell() {
        long highest = base.numbers().highest();
        Request own = base.request();
        boolean isOwn = own != null && own.stamp().counter() == highest;
        return isOwn && !rules.keep(Rule.P4_OWN_NUMBER_TOLD) ? highest - 1 : highest;
    }

    private void onAddAck(AddAck ack, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        sponsorship.onAddAck(ack, from, membership, out);
    }

    private void onParticipants(Participants list, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        if (insertion.onParticipants(list, membership, out)) {
            NodeSet names = membership.names().nodes();
            learning.begin(list.highest(), names, base.numbers(), out);
        }
    }

    private void onIncluded(Included answer, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        insertion.onIncluded(answer, from, membership, out);
    }

    private void onLeave(Leave leave, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        isGone(from, leave.term(), out);
        out.send(from, new LeaveAck(leave.term()));
    }

    private void onLeaveAck(LeaveAck ack, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        removal.onLeaveAck(ack, from, membership, out);
    }

    @Override
    public void timerFired(TimerName timer, Outbox<RicartAgrawalaMessage> out) {
        if (timer == PracticeTimer.RESTART_INTERVAL) {
            insertion.intervalIsOver(membership, out);
        } else if (timer == PracticeTimer.ALL_HAVE_BEEN_INSIDE) {
            learning.allHaveBeenInside(base.numbers());
        } else if (timer == PracticeTimer.LIST_LATE) {
            insertion.askAgain(membership, out);
        } else if (timer == PracticeTimer.REPLY_LATE) {
            replyIsLate(out);
        } else {
            nobodyAnswers(out);
        }
        settle(out);
    }

    /** Sections 7.3, 7.4: erased from NAMES, and its REPLY pretended. */
    private void isGone(NodeId node, long term, Outbox<RicartAgrawalaMessage> out) {
        if (membership.end(node, term)) {
            sponsorship.forget(node, term);
            base.pretendReply(node, new WithoutEntering(out));
            watch.heard(node, out);
            learning.doWithout(node, out);
            sponsorship.isGone(node, membership, out);
            insertion.isGone(node, term, out);
        }
    }

    /** "When it has been determined that node j has failed, this can be broadcast by the node detecting the failure." */
    private void haveFailed(NodeSet failed, Outbox<RicartAgrawalaMessage> out) {
        NodeSet others = membership.names().nodes().minus(failed);
        for (int index = failed.next(0); index >= 0; index = failed.next(index + 1)) {
            NodeId node = NodeId.of(index);
            long term = Math.max(0, membership.names().termOf(node));
            for (int other = others.next(0); other >= 0; other = others.next(other + 1)) {
                out.send(NodeId.of(other), new NodeFailed(node, term));
            }
            isGone(node, term, out);
        }
    }

    /** The first time-out of a request. */
    private void replyIsLate(Outbox<RicartAgrawalaMessage> out) {
        Request request = base.request();
        if (request != null) {
            watch.probe(request, base.awaitingReply(), out);
        }
    }

    /** The second time-out, of whatever there is that others answer at once. */
    private void nobodyAnswers(Outbox<RicartAgrawalaMessage> out) {
        if (base.phase() == Phase.WAITING) {
            haveFailed(watch.takeFailed(), out);
            NodeSet living = membership.names().nodes();
            if (base.phase() == Phase.WAITING && base.awaitingReply().intersects(living)) {
                watch.begin(out);
            }
        } else if (sponsorship.isUnderWay()) {
            haveFailed(sponsorship.awaitingAck(), out);
        } else if (removal.isUnderWay()) {
            removal.nobodyAnswers();
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
        removal.linkReset(peer, membership, out);
    }

    @Override
    public Phase phase() {
        if (holding) {
            return Phase.HOLDING;
        }
        return wanted ? Phase.WAITING : Phase.IDLE;
    }

    @Override
    public boolean isContended() {
        return base.isContended();
    }

    @Override
    public boolean isQuiescent() {
        return phase() == Phase.IDLE && isAsNew();
    }

    /** Whether a new machine would know just this. */
    private boolean isAsNew() {
        return base.isQuiescent()
                && membership.isAsNew()
                && insertion.isAsNew()
                && !learning.isUnderWay()
                && !sponsorship.isNeeded()
                && !removal.isWanted()
                && !removal.isUnderWay();
    }

    @Override
    public LockMachine<RicartAgrawalaMessage> copy(MachineContext other) {
        return new PracticalMachine(this, other);
    }

    @Override
    public void describeTo(StateWriter writer) {
        base.describeTo(writer);
        membership.describeTo(writer);
        watch.describeTo(writer);
        sponsorship.describeTo(writer);
        insertion.describeTo(writer);
        learning.describeTo(writer);
        removal.describeTo(writer);
        writer.word("wanted", phase());
        writer.flag("wanted shared", wanted && wantedMode == Mode.SHARED);
    }
}
