// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorumlock;

import io.quorate.core.lock.Guard;
import io.quorate.core.lock.LossReason;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.lock.rosters.Rise;
import io.quorate.core.model.Invariant;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorumlock.QuorumLockMessage.Busy;
import io.quorate.core.quorumlock.QuorumLockMessage.Grant;
import io.quorate.core.quorumlock.QuorumLockMessage.Inquire;
import io.quorate.core.quorumlock.QuorumLockMessage.Noted;
import io.quorate.core.quorumlock.QuorumLockMessage.Queued;
import io.quorate.core.quorumlock.QuorumLockMessage.Release;
import io.quorate.core.quorumlock.QuorumLockMessage.Relinquish;
import io.quorate.core.quorumlock.QuorumLockMessage.Request;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The rules R: how a node gets the lock from its voters, gives way while it waits, keeps the lock when voters fail, and
 * gives it back. A voter's grant counts only while the session with it is trusted. Both end in the same step.
 */
final class Requester {
    private final MachineContext context;
    private final Votes votes;
    private final Answers answers;
    private final IdleTime idleTime = new IdleTime();
    private final Spares spares;
    private final Candidates candidates;
    private final Questions questions;
    private final HoldFence fence;
    private final Moving moving;

    private Phase phase = Phase.IDLE;
    private @Nullable Mode mode;
    private @Nullable Stamp stamp;
    private boolean contended;

    /** The last writer that voters of this hold were told of (M1). */
    private @Nullable WriterBehind writer;

    Requester(MachineContext context) {
        this(context, new Votes());
    }

    private Requester(MachineContext context, Votes votes) {
        this.context = context;
        this.votes = votes;
        this.answers = new Answers(context, votes);
        this.spares = new Spares(context, votes);
        this.candidates = new Candidates(context, votes);
        this.questions = new Questions(votes);
        this.fence = new HoldFence(context, votes);
        this.moving = new Moving(context, votes, fence);
    }

    Phase phase() {
        return phase;
    }

    boolean isContended() {
        return contended;
    }

    long fence() {
        return fence.known();
    }

    /** V3: whether the hold survives the crash of as many voters as it has spare votes for. */
    boolean hasSpares() {
        return phase == Phase.HOLDING && spares.areThere();
    }

    /** B1: from now on, or no longer, voters are to say if somebody holds the lock that is asked for. */
    void askNow(boolean wanted, Outbox<QuorumLockMessage> out) {
        if (questions.ask(wanted) && phase == Phase.WAITING) {
            sendAgain(votes.asked().minus(votes.granted()), out);
            askAllIfShared(out);
        }
    }

    boolean asksNow() {
        return questions.isAsking();
    }

    /** G1 with standing grants; else R1: a new stamp, and a Request to each member of one quorum without suspects. */
    void acquire(Mode wanted, Outbox<QuorumLockMessage> out) {
        if (phase == Phase.STANDING) {
            if (IdleTime.mayBeUsedAgain(mode, wanted)) {
                phase = Phase.HOLDING;
                idleTime.used();
                out.entered();
                reconsider(out); // while it only stood, nobody else was asked
                return;
            }
            over(out);
        }
        Invariant.hold(phase == Phase.IDLE, "a node asks for a lock only when it has no live request for it");
        begin(context.nextStamp(), wanted, out);
    }

    private void begin(Stamp next, Mode wanted, Outbox<QuorumLockMessage> out) {
        stamp = next;
        mode = wanted;
        phase = Phase.WAITING;
        ask(candidates.quorumToAsk(), out);
        askAllIfShared(out);
        candidates.updateAwaited(phase);
    }

    /** B5: a SHARED request that asks now asks everybody: one that waits behind readers elsewhere answers nobody. */
    @Guard("B5")
    void askAllIfShared(Outbox<QuorumLockMessage> out) {
        if (asksNow() && mode == Mode.SHARED) {
            ask(context.voters(), out);
        }
    }

    /** A request only ever adds voters: a voter stays asked until the request is over or the voter has stopped (W2). */
    private void ask(NodeSet voters, Outbox<QuorumLockMessage> out) {
        QuorumLockMessage request = liveRequest();
        NodeSet able = candidates.able(voters);
        for (int index = able.next(0); index >= 0; index = able.next(index + 1)) {
            NodeId voter = NodeId.of(index);
            if (!votes.asked().contains(voter)) {
                votes.ask(voter);
                context.sessions().ask(voter);
                out.send(voter, request);
            }
        }
    }

    void sendAgain(NodeSet voters, Outbox<QuorumLockMessage> out) {
        liveRequest().sendTo(voters, out);
    }

    /** Upon Grant: the voter's vote is ours, unless we gave this very grant back before. */
    void onGrant(Grant grant, NodeId from, Outbox<QuorumLockMessage> out) {
        if (!answers.isLive(grant, stamp, from, out)) {
            return;
        }
        if (answers.countGrant(grant, grant.number(), grant.floor(), from, out)) {
            enterWithQuorum(from, out);
        }
        if (Answers.saysThatOthersWait(grant)) {
            learnThatOthersWait(out);
        }
        questions.asked(grant, grant.question(), grant.number(), from, phase, out);
        candidates.updateAwaited(phase);
    }

    /** B3, upon Busy: somebody held after we asked. To one who holds by now it means nothing. */
    void onBusy(Busy busy, NodeId from, Outbox<QuorumLockMessage> out) {
        boolean isAnswer = answers.isLive(busy, stamp, from, out) && questions.isAnswer(busy);
        if (isAnswer && phase == Phase.WAITING && !fence.isAnnounced()) {
            questions.ask(false);
            out.busy(busy.holder());
        }
    }

    /** Upon Queued: nothing, except R2; and H2, for its voter may be slow. */
    void onQueued(Queued queued, NodeId from, Outbox<QuorumLockMessage> out) {
        if (answers.isLive(queued, stamp, from, out) && phase == Phase.WAITING && !fence.isAnnounced()) {
            reconsider(out); // a holder that asks again would be answered by Queued again
        }
    }

    /** Upon Inquire: others wait. If one goes before us and we do not hold, we give way at once (R8). */
    void onInquire(Inquire inquire, NodeId from, Outbox<QuorumLockMessage> out) {
        if (!answers.isLive(inquire, stamp, from, out)) {
            return;
        }
        countProvenGrant(inquire, from, out);
        boolean isOurs = votes.granted().contains(from) && answers.isCurrentGrant(inquire, from);
        if (inquire.yield() && isOurs && mayGiveWay()) {
            votes.giveBack(from);
            out.send(from, new Relinquish(inquire.stamp(), inquire.number()));
            goAroundOneThatIsSlow(out);
        }
        learnThatOthersWait(out);
        questions.asked(inquire, inquire.question(), inquire.number(), from, phase, out);
        candidates.updateAwaited(phase);
    }

    /** H2: slow is a state, not an event: a vote that was given back to a slow voter may not come again soon. */
    @Guard("H2c")
    private void goAroundOneThatIsSlow(Outbox<QuorumLockMessage> out) {
        reconsider(out);
    }

    /** R4: an Inquire that overtakes its Grant proves the grant. */
    @Guard("R4a")
    private void countProvenGrant(Inquire inquire, NodeId from, Outbox<QuorumLockMessage> out) {
        if (answers.countGrant(inquire, inquire.number(), inquire.floor(), from, out)) {
            enterWithQuorum(from, out);
        }
    }

    /** R8: a waiter gives way; a holder does not, nor who has announced its fence. */
    @Guard("R8")
    private boolean mayGiveWay() {
        return phase == Phase.WAITING && !fence.isAnnounced();
    }

    private void learnThatOthersWait(Outbox<QuorumLockMessage> out) {
        contended = true;
        endStanding(out);
        spares.mayBeNeeded(phase, contended, out);
    }

    /** G2: a lock that only stands goes to those who want it. */
    @Guard("G2")
    private void endStanding(Outbox<QuorumLockMessage> out) {
        if (phase == Phase.STANDING) {
            over(out);
        }
    }

    /**
     * R7: a waiter whose grants contain a quorum holds. F1: its fence is made of its stamp, if that is above every
     * floor that came with the grants; otherwise it first announces one that is.
     */
    void enterWithQuorum(NodeId latest, Outbox<QuorumLockMessage> out) {
        if (phase != Phase.WAITING || !hasQuorum()) {
            return;
        }
        if (fence.isReady(live(), latest, out)) {
            hold(out);
        } else {
            reconsider(out); // a voter that must confirm may be slow
        }
    }

    /** R7: the grants of those whom we trust contain a quorum. */
    @Guard("R7")
    private boolean hasQuorum() {
        return quorums().isQuorum(context.sessions().lasting(votes.granted()));
    }

    /** H5: whichever quorum is the nearest, it is one of those that the name of the lock gives to all. */
    @Guard("H5")
    private QuorumSystem quorums() {
        return context.quorums();
    }

    private void hold(Outbox<QuorumLockMessage> out) {
        phase = Phase.HOLDING;
        questions.ask(false);
        out.entered();
        questions.answerAll(live(), out);
        reconsider(out); // there may have been hints before
        spares.mayBeNeeded(phase, contended, out);
        candidates.updateAwaited(phase);
    }

    /** F1: the voters note another fence for the hold that goes on. */
    void renewFence(Outbox<QuorumLockMessage> out) {
        if (phase == Phase.HOLDING || phase == Phase.STANDING) {
            fence.renew(live(), out);
        }
    }

    /** F3, upon Noted: when a quorum confirms the fence, we hold. */
    void onNoted(Noted noted, NodeId from, Outbox<QuorumLockMessage> out) {
        boolean isOurs = noted.stamp().equals(stamp)
                && votes.granted().contains(from)
                && context.sessions().heedsVoter(from);
        if (isOurs && fence.isNoted(noted.fence(), from) && phase == Phase.WAITING) {
            hold(out);
        }
    }

    void release(Outbox<QuorumLockMessage> out) {
        Invariant.hold(phase == Phase.HOLDING, "only a holder releases");
        over(out);
    }

    /** G1: nobody else is known to want the lock, so the votes may stay with us. */
    boolean stand(Outbox<QuorumLockMessage> out) {
        Invariant.hold(phase == Phase.HOLDING, "only a holder releases");
        if (contended || moving.isFrozen()) { // what is frozen ends by itself, and nobody would be told
            return false;
        }
        phase = Phase.STANDING;
        idleTime.begin(out);
        return true;
    }

    /** G2: a lock that stands unused is given back. */
    void idleTimeIsOver(Outbox<QuorumLockMessage> out) {
        boolean unused = idleTime.ends();
        if (phase == Phase.STANDING && unused) {
            over(out);
        } else if (phase == Phase.STANDING || phase == Phase.HOLDING) {
            idleTime.begin(out);
        }
    }

    /** M1: from now on, or no longer, a writer of this node waits for this SHARED hold to end; whether that is new. */
    boolean writerWaits(boolean waits, Outbox<QuorumLockMessage> out) {
        if (mode != Mode.SHARED || waits == WriterBehind.isWaiting(writer)) {
            return false;
        }
        writer = WriterBehind.changed(writer, waits, context, votes);
        writer.tell(live(), out);
        return true;
    }

    /**
     * M3: the readers of this node have ended, and the writer's Request takes the place of theirs, in one step at each voter of theirs: so
     * no reader that waits because of the writer gets in between.
     */
    boolean passOnToWriter(Outbox<QuorumLockMessage> out) {
        WriterBehind next = writer;
        if (next == null || !next.mayReplace()) {
            return false;
        }
        Stamp readers = live();
        NodeSet theirs = votes.asked();
        clear(out);
        begin(next.stamp(), Mode.EXCLUSIVE, out);
        ask(next.askedAlso(theirs), out);
        new Release(readers).sendTo(theirs.minus(votes.asked()), out);
        unask(theirs);
        candidates.updateAwaited(phase);
        return true;
    }

    void abandon(Outbox<QuorumLockMessage> out) {
        Invariant.hold(phase == Phase.WAITING, "only a waiter abandons");
        over(out);
    }

    /** The request is over, and its stamp never comes back. */
    void over(Outbox<QuorumLockMessage> out) {
        sendRelease(out);
        unask(votes.asked());
        clear(out);
        candidates.updateAwaited(phase);
    }

    void unask(NodeSet voters) {
        for (int index = voters.next(0); index >= 0; index = voters.next(index + 1)) {
            context.sessions().unask(NodeId.of(index));
        }
    }

    private void clear(Outbox<QuorumLockMessage> out) {
        idleTime.stop(out);
        spares.end(out);
        phase = Phase.IDLE;
        stamp = null;
        mode = null;
        contended = false;
        questions.clear();
        writer = null;
        fence.clear();
        moving.clear();
        votes.clear();
    }

    /** R9: Release to every voter asked, granted or not. */
    @Guard("R9")
    private void sendRelease(Outbox<QuorumLockMessage> out) {
        new Release(live()).sendTo(votes.asked(), out);
    }

    /**
     * S3: what the voter granted counts no longer. A holder without a quorum has then lost the lock. A waiter asks the voter again, in the
     * next session.
     */
    void trustEnded(NodeId voter, Outbox<QuorumLockMessage> out) {
        if (!votes.asked().contains(voter)) {
            return;
        }
        votes.forget(voter);
        goOnWithout(voter, out);
        candidates.updateAwaited(phase);
    }

    private void goOnWithout(NodeId voter, Outbox<QuorumLockMessage> out) {
        boolean enough = isEnoughToGoOn();
        if (phase == Phase.HOLDING && !enough) {
            lose(out);
        } else if (phase == Phase.STANDING && !enough) {
            over(out);
        } else if (fence.isAnnounced() && phase == Phase.WAITING && !enough) {
            askFromTheStart(out);
        } else if (votes.asked().contains(voter)) {
            askAnew(voter, out);
        }
    }

    /** A requester that announced its fence did not yield, so it begins again behind those that it kept waiting. */
    void askFromTheStart(Outbox<QuorumLockMessage> out) {
        Mode wanted = liveMode();
        boolean asksNow = asksNow();
        over(out);
        questions.ask(asksNow);
        acquire(wanted, out);
    }

    /** S3: without a quorum of trusted grants a hold is lost. */
    @Guard("S3a")
    boolean isEnoughToGoOn() {
        return (moving.isFrozen() && phase == Phase.HOLDING) ? moving.isEnough() : hasQuorum();
    }

    /** E4, E5: another configuration decides. */
    void configurationRose(Rise rise, long validBefore, Outbox<QuorumLockMessage> out) {
        if (phase != Phase.IDLE) {
            moving.rise(rise, validBefore, this, out);
            candidates.updateAwaited(phase);
        }
    }

    /** E4: the time is over in which a hold may count on the lower roster alone. */
    long endFrozen(long now, Outbox<QuorumLockMessage> out) {
        long next = moving.endAt(now);
        if (phase == Phase.HOLDING && !isEnoughToGoOn()) {
            lose(out);
        }
        return next;
    }

    void lose(Outbox<QuorumLockMessage> out) {
        out.lost(LossReason.QUORUM_LOST);
        over(out);
    }

    /** S3: a request that continues is repeated in the next session. */
    @Guard("S3b")
    private void askAnew(NodeId voter, Outbox<QuorumLockMessage> out) {
        sendAgain(candidates.able(NodeSet.of(voter)), out);
        reconsider(out); // with one grant less, those of suspects may be needed
    }

    /**
     * P1, whenever hints or votes have changed: a waiter that has not asked a quorum that avoids what is suspected, slow or stopping
     * asks further voters. A holder whose grants contain no quorum without suspects asks all: if others are gone too, there
     * is no time to find out one after the other. A requester that announces its fence counts as a holder (H3). Nothing is
     * withdrawn (P2).
     */
    void reconsider(Outbox<QuorumLockMessage> out) {
        if (phase == Phase.WAITING) {
            reconsiderAsWaiter(out);
        } else if (phase == Phase.HOLDING) {
            if (!candidates.keepTheHold()) {
                repair(out);
            }
            spares.askIfWanted(this, out);
        }
        candidates.updateAwaited(phase);
    }

    private void reconsiderAsWaiter(Outbox<QuorumLockMessage> out) {
        if (fence.isAnnounced()) {
            if (!candidates.mayVouchInTime()) {
                repair(out);
            }
        } else if (!candidates.mayGrantInTime()) {
            widen(out);
        }
    }

    @Guard("P1a")
    private void widen(Outbox<QuorumLockMessage> out) {
        ask(candidates.quorumToAsk(), out);
    }

    /** V1: a contended holder has held for the delay of spare votes. */
    void sparesAreDue(Outbox<QuorumLockMessage> out) {
        spares.due(phase, this, out);
    }

    /** P1, V1: a holder asks these, and tells those who were asked before and have not granted that it holds. */
    void askAsHolder(NodeSet voters, Outbox<QuorumLockMessage> out) {
        sendAgain(votes.asked().minus(votes.granted()).minus(context.avoided()), out);
        ask(voters, out);
    }

    @Guard("P1b")
    private void repair(Outbox<QuorumLockMessage> out) {
        askAsHolder(context.voters(), out);
    }

    /**
     * W2: whether no hold rests on the vote of a voter that stops: those of others are enough. A standing lock is given back, and a
     * requester that announces its fence to too few others begins again.
     */
    boolean mayLeave(NodeId voter, Outbox<QuorumLockMessage> out) {
        boolean isAsked = votes.asked().contains(voter);
        if (isAsked && phase == Phase.STANDING) {
            over(out); // then nothing rests on anybody
        }
        if (!isAsked || candidates.lastsWithout(voter, moving)) {
            return true;
        }
        if (phase == Phase.WAITING && fence.isAnnounced()) {
            askFromTheStart(out);
        }
        return phase != Phase.HOLDING;
    }

    /** W2: the session with a voter that stops is over: nothing of it counts, and nothing more is said to it. */
    @Guard("W2c")
    void left(NodeId voter, Outbox<QuorumLockMessage> out) {
        if (votes.asked().contains(voter)) {
            votes.remove(voter);
            context.sessions().unask(voter);
            reconsider(out);
        }
    }

    /** T1: of two that have one name neither counts. A waiter drops their votes; a hold keeps them until they run out. */
    @Guard("T1a")
    void twinSeen(NodeId voter, Outbox<QuorumLockMessage> out) {
        if (phase == Phase.WAITING && votes.asked().contains(voter)) {
            votes.forget(voter);
            if (fence.isAnnounced() && !hasQuorum()) {
                askFromTheStart(out);
            }
        }
        reconsider(out);
    }

    /** A link has been reset. A voter that had stopped, and is there again, may be asked again. */
    void linkReset(NodeId peer, Outbox<QuorumLockMessage> out) {
        sayAgain(peer, out);
        if (!votes.asked().contains(peer)) {
            reconsider(out);
        }
    }

    /** S4: what we said to the peer may be lost, so we ask again; its answer also repeats what it said to us. */
    @Guard("S4")
    private void sayAgain(NodeId peer, Outbox<QuorumLockMessage> out) {
        if (votes.asked().contains(peer)) {
            out.send(peer, liveRequest());
            fence.sayAgain(live(), peer, out);
        }
    }

    long validUntil() {
        return moving.validUntil(votes.granted());
    }

    Stamp live() {
        return Objects.requireNonNull(stamp, "there is no live request");
    }

    private Mode liveMode() {
        return Objects.requireNonNull(mode, "there is no live request");
    }

    private QuorumLockMessage liveRequest() {
        boolean holding = phase != Phase.WAITING || fence.isAnnounced();
        return WriterBehind.with(new Request(live(), liveMode(), holding, questions.time()), writer);
    }

    Requester copy(MachineContext other) {
        Votes copied = votes.copy();
        Requester copy = new Requester(other, copied);
        copy.questions.copyFrom(questions);
        copy.writer = WriterBehind.copy(writer, other, copied);
        copy.candidates.copyFrom(candidates);
        copy.spares.copyFrom(spares);
        copy.phase = phase;
        copy.mode = mode;
        copy.stamp = stamp;
        copy.contended = contended;
        copy.fence.copyFrom(fence);
        copy.moving.copyFrom(moving);
        copy.idleTime.copyFrom(idleTime);
        return copy;
    }

    void describeTo(StateWriter to) {
        to.word("phase", phase);
        to.word("mode", mode);
        to.stamp("stamp", stamp);
        to.flag("contended", contended);
        fence.describeTo(to);
        moving.describeTo(to);
        questions.describeTo(to);
        WriterBehind.describe(writer, to);
        idleTime.describeTo(to);
        spares.describeTo(to);
        votes.describeTo(to);
    }
}
