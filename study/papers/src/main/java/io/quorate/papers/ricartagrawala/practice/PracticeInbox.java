package io.quorate.papers.ricartagrawala.practice;

import io.quorate.core.lock.Handlers;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.Phase;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.papers.ricartagrawala.MediaMessage.Broadcast;
import io.quorate.papers.ricartagrawala.PracticeMessage.Add;
import io.quorate.papers.ricartagrawala.PracticeMessage.AddAck;
import io.quorate.papers.ricartagrawala.PracticeMessage.AreYouThere;
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

/** What a node of section 7 makes of messages. */
record PracticeInbox(MachineContext context, Rules rules, PracticalGroup group) {
    private static final Handlers<PracticeInbox, RicartAgrawalaMessage> ON = Handlers.of(
                    PracticeInbox.class, RicartAgrawalaMessage.TABLE)
            .on(Request.class, PracticeInbox::onRequest)
            .on(Reply.class, PracticeInbox::onReply)
            .on(AreYouThere.class, PracticeInbox::onAreYouThere)
            .on(YesIAmHere.class, PracticeInbox::onYesIAmHere)
            .on(NodeFailed.class, PracticeInbox::onNodeFailed)
            .on(RestartYourself.class, PracticeInbox::onRestartYourself)
            .on(Join.class, PracticeInbox::onJoin)
            .on(WillSponsor.class, PracticeInbox::onWillSponsor)
            .on(NotInside.class, PracticeInbox::onNotInside)
            .on(Add.class, PracticeInbox::onAdd)
            .on(AddAck.class, PracticeInbox::onAddAck)
            .on(Participants.class, PracticeInbox::onParticipants)
            .on(Leave.class, PracticeInbox::onLeave)
            .on(LeaveAck.class, PracticeInbox::onLeaveAck)
            .on(Broadcast.class, (self, m, from, out) -> self.handle(m.content(), from, out))
            .otherwise((self, m, from, out) -> self.context.countForged());

    void handle(RicartAgrawalaMessage message, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        ON.handle(this, message, from, out);
    }

    /** Section 7.4: "any node which receives the REQUEST message and does not find the node's name in its NAMES array". */
    void onRequest(Request request, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        if (group.membership().isStranger(from)) {
            out.send(from, new RestartYourself(request.stamp()));
        } else {
            group.membership().isAsked(from);
            group.base().onRequest(request, from, out);
            group.learning().onRequest(request.stamp(), out);
        }
    }

    void onReply(Reply reply, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        group.base().onReply(reply, from, new WithoutEntering(out));
        group.watch().heard(from, out);
    }

    /** Section 7.4; E-R7: a probe may come before the REQUEST that it is about. */
    void onAreYouThere(AreYouThere probe, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        RicartAgrawalaMachine base = group.base();
        if (rules.keep(Rule.P1_PROBE_IS_A_REQUEST)) {
            onRequest(new Request(probe.stamp(), probe.mode()), from, out);
        } else if (!base.isDeferring(from)) {
            out.send(from, new Reply(probe.stamp()));
        }
        if (base.isDeferring(from)) {
            out.send(from, new YesIAmHere(probe.stamp()));
        }
    }

    void onYesIAmHere(YesIAmHere yes, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        Request request = group.base().request();
        if (request != null && request.stamp().equals(yes.stamp())) {
            group.watch().heard(from, out);
        }
    }

    void onNodeFailed(NodeFailed failed, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        if (!failed.node().equals(context.self())) {
            group.isGone(failed.node(), failed.term(), out);
        }
    }

    /** Section 7.4: this node was taken for dead; nobody counts on what it has said before. */
    void onRestartYourself(RestartYourself restart, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        Request request = group.base().request();
        boolean isWaiting = group.base().phase() == Phase.WAITING;
        if (isWaiting && request != null && request.stamp().equals(restart.stamp())) {
            group.withdraw(out);
            group.membership().exit();
            group.sponsorship().giveUp(group.membership().term(), out);
        }
    }

    void onJoin(Join join, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        Membership membership = group.membership();
        if (!membership.isInside()) {
            out.send(from, new NotInside(membership.term()));
            group.insertion().isOutside(from, join.term(), membership, out);
        } else if (join.term() >= membership.names().termOf(from)) {
            group.isGone(from, join.term() - 1, out);
            group.sponsorship().promise(from, join.term());
            out.send(from, new WillSponsor(join.term()));
        }
    }

    void onWillSponsor(WillSponsor will, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        if (will.term() == group.membership().term()) {
            group.insertion().onWillSponsor(from, out);
        }
    }

    void onNotInside(NotInside not, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        group.insertion().isOutside(from, not.term(), group.membership(), out);
    }

    /** Section 7.2.2; E-R9: first into NAMES, then the answer, with the number of our own request if there is one. */
    void onAdd(Add add, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        Membership membership = group.membership();
        if (!membership.othersThereCanBe().contains(add.node())) {
            context.countForged();
            return;
        }
        if (add.term() >= membership.names().termOf(add.node())) {
            group.isGone(add.node(), add.term() - 1, out);
            membership.acknowledge(add);
        }
        out.send(from, new AddAck(add.node(), add.term(), highestToTell()));
    }

    private long highestToTell() {
        long highest = group.base().numbers().highest();
        Request own = group.base().request();
        boolean isOwn = own != null && own.stamp().counter() == highest;
        return isOwn && !rules.keep(Rule.P4_OWN_NUMBER_TOLD) ? highest - 1 : highest;
    }

    void onAddAck(AddAck ack, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        group.sponsorship().onAddAck(ack, from, group.membership(), out);
    }

    void onParticipants(Participants list, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        if (group.insertion().onParticipants(list, group.membership(), out)) {
            NodeSet names = group.membership().names().nodes();
            group.learning().begin(list.highest(), names, group.base().numbers(), out);
        }
    }

    void onLeave(Leave leave, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        group.isGone(from, leave.term(), out);
        out.send(from, new LeaveAck(leave.term()));
    }

    void onLeaveAck(LeaveAck ack, NodeId from, Outbox<RicartAgrawalaMessage> out) {
        group.removal().onLeaveAck(ack, from, group.membership(), out);
    }
}
