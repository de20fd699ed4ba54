package io.quorate.papers.ricartagrawala.practice;

import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.lock.TimerName;
import io.quorate.core.model.Invariant;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.papers.ricartagrawala.Choices.Choice;
import io.quorate.papers.ricartagrawala.RicartAgrawalaMessage;
import io.quorate.papers.ricartagrawala.RicartAgrawalaMessage.Request;
import io.quorate.papers.ricartagrawala.Rules;

/**
 * Section 7: the algorithm of section 2 among those who take part, and what it takes to know them. The lock is asked for on
 * behalf of this node or, as a sponsor, of a newcomer; the engine sees the former only.
 */
public final class PracticalMachine implements LockMachine<RicartAgrawalaMessage> {
    private final Rules rules;
    private final PracticalGroup group;
    private final PracticeInbox inbox;

    /** Whether the engine wants the lock, or has it. */
    private boolean wanted;

    private Mode wantedMode = Mode.EXCLUSIVE;
    private boolean holding;

    public PracticalMachine(MachineContext context, Rules rules) {
        this(context, rules, PracticalGroup.of(context, rules));
    }

    private PracticalMachine(MachineContext context, Rules rules, PracticalGroup group) {
        this.rules = rules;
        this.group = group;
        this.inbox = new PracticeInbox(context, rules, group);
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
        if (group.membership().isInside()) {
            group.removal().want();
            settle(out);
        }
    }

    /** Brings what is wanted and the algorithm of section 2 together. */
    private void settle(Outbox<RicartAgrawalaMessage> out) {
        boolean goesOn = true;
        while (goesOn) {
            goesOn = switch (group.base().phase()) {
                case IDLE -> askIfNeeded(out);
                case WAITING -> withdrawIfUnneeded(out);
                default -> useOrRelease(out);
            };
        }
    }

    private boolean isNeeded() {
        return wanted || group.sponsorship().isNeeded();
    }

    private boolean askIfNeeded(Outbox<RicartAgrawalaMessage> out) {
        Membership membership = group.membership();
        if (!membership.isInside()) {
            if (isNeeded()
                    && !group.removal().isUnderWay()
                    && !group.insertion().isUnderWay()) {
                group.insertion().begin(membership, out);
            }
            return membership.isInside();
        }
        if (isNeeded()) {
            if (group.learning().isUnderWay()) {
                return false;
            }
            Mode mode = group.sponsorship().isNeeded() ? Mode.EXCLUSIVE : wantedMode;
            group.base().request(mode, membership.names().nodes(), new WithoutEntering(out));
            group.watch().begin(out);
            return true;
        }
        if (group.removal().isWanted()) {
            group.removal().begin(membership, out);
        }
        return false;
    }

    private boolean withdrawIfUnneeded(Outbox<RicartAgrawalaMessage> out) {
        if (isNeeded()) {
            return false;
        }
        group.withdraw(out);
        return true;
    }

    /** Section 7.2.2: newcomers go first, whoever the lock was asked for. */
    private boolean useOrRelease(Outbox<RicartAgrawalaMessage> out) {
        group.watch().end(out);
        if (holding || group.sponsorship().isUnderWay()) {
            return false;
        }
        Request request = group.base().request();
        Mode mode = request == null ? Mode.EXCLUSIVE : request.mode();
        if (group.sponsorship().isNeeded() && mode == Mode.EXCLUSIVE) {
            group.sponsorship().begin(group.membership(), group.base().numbers().highest(), out);
        } else if (wanted && mode == wantedMode) {
            holding = true;
            out.entered();
        } else {
            group.base().release(out);
        }
        return true;
    }

    @Override
    public void receive(NodeId from, RicartAgrawalaMessage message, Outbox<RicartAgrawalaMessage> out) {
        if (inbox.context().isVoter(from)) {
            inbox.handle(message, from, out);
            settle(out);
        } else {
            inbox.context().countForged();
        }
    }

    @Override
    public void timerFired(TimerName timer, Outbox<RicartAgrawalaMessage> out) {
        if (timer == PracticeTimer.RESTART_INTERVAL) {
            group.insertion().intervalIsOver(group.membership(), out);
        } else if (timer == PracticeTimer.ALL_HAVE_BEEN_INSIDE) {
            group.learning().allHaveBeenInside(group.base().numbers());
        } else if (timer == PracticeTimer.LIST_LATE) {
            group.insertion().askAgain(group.membership(), out);
        } else if (timer == PracticeTimer.REPLY_LATE) {
            group.replyIsLate(out);
        } else {
            group.nobodyAnswers(out);
        }
        settle(out);
    }

    @Override
    public void linkReset(NodeId peer, Outbox<RicartAgrawalaMessage> out) {
        group.linkReset(peer, out);
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
        return group.base().isContended();
    }

    @Override
    public boolean isQuiescent() {
        return phase() == Phase.IDLE && group.isAsNew();
    }

    @Override
    public LockMachine<RicartAgrawalaMessage> copy(MachineContext other) {
        PracticalMachine copy = new PracticalMachine(other, rules, group.copy(other));
        copy.wanted = wanted;
        copy.wantedMode = wantedMode;
        copy.holding = holding;
        return copy;
    }

    @Override
    public void describeTo(StateWriter writer) {
        group.describeTo(writer);
        writer.word("wanted", phase());
        writer.flag("wanted shared", wanted && wantedMode == Mode.SHARED);
    }
}
