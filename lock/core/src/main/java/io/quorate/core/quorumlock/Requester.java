package io.quorate.core.quorumlock;

import io.quorate.core.lock.Fence;
import io.quorate.core.lock.Guard;
import io.quorate.core.lock.LossReason;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.Invariant;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.core.quorumlock.QuorumLockMessage.Announce;
import io.quorate.core.quorumlock.QuorumLockMessage.Grant;
import io.quorate.core.quorumlock.QuorumLockMessage.Inquire;
import io.quorate.core.quorumlock.QuorumLockMessage.Noted;
import io.quorate.core.quorumlock.QuorumLockMessage.Queued;
import io.quorate.core.quorumlock.QuorumLockMessage.Release;
import io.quorate.core.quorumlock.QuorumLockMessage.Relinquish;
import io.quorate.core.quorumlock.QuorumLockMessage.Request;
import org.jspecify.annotations.Nullable;

/**
 * The rules R: how a node gets the lock from its voters, gives way while it waits, keeps the lock when voters fail, and
 * gives it back. What a voter has granted counts only while the session with it is trusted; when that ends, so does
 * the grant, in the same step.
 */
final class Requester {
    private final MachineContext context;
    private final Votes votes;
    private final IdleTime idleTime = new IdleTime();

    private Phase phase = Phase.IDLE;
    private @Nullable Mode mode;
    private @Nullable Stamp stamp;
    private boolean contended;

    /** What the hold is known by; 0 before it is. */
    private long fence;

    /** The fence that voters were asked to vouch for; 0 if the stamp itself will do. From then on we do not give way. */
    private long announced;

    Requester(MachineContext context) {
        this(context, new Votes());
    }

    private Requester(MachineContext context, Votes votes) {
        this.context = context;
        this.votes = votes;
    }

    Phase phase() {
        return phase;
    }

    boolean isContended() {
        return contended;
    }

    long fence() {
        return fence;
    }

    /** G1 with standing grants; else R1: a new stamp, and a Request to each member of one quorum without suspects. */
    void acquire(Mode wanted, Outbox<QuorumLockMessage> out) {
        if (phase == Phase.STANDING) {
            if (mode == wanted || mode == Mode.EXCLUSIVE) {
                phase = Phase.HOLDING;
                idleTime.used();
                out.entered();
                suspicionsChanged(out); // while it only stood, nobody else was asked
                return;
            }
            over(out);
        }
        Invariant.hold(phase == Phase.IDLE, "a node asks for a lock only when it has no live request for it");
        stamp = context.nextStamp();
        mode = wanted;
        phase = Phase.WAITING;
        ask(quorumWithoutSuspects(), out);
    }

    private NodeSet quorumWithoutSuspects() {
        NodeSet suspected = context.suspected();
        NodeSet usual = context.usualQuorum();
        if (!usual.intersects(suspected)) {
            return usual;
        }
        // With no quorum free of suspects everybody is asked: a suspicion may be wrong, or of a time that is over.
        return context.quorumAvoiding(suspected).orElse(context.voters());
    }

    /** A request only ever adds voters: whoever was asked stays asked until the request is over. */
    private void ask(NodeSet voters, Outbox<QuorumLockMessage> out) {
        Request request = liveRequest();
        for (int index = voters.next(0); index >= 0; index = voters.next(index + 1)) {
            NodeId voter = NodeId.of(index);
            if (!votes.asked().contains(voter)) {
                votes.ask(voter);
                context.sessions().ask(voter);
                out.send(voter, request);
            }
        }
    }

    /** Upon Grant: the voter's vote is ours, unless we gave this very grant back before. */
    void onGrant(Grant grant, NodeId from, Outbox<QuorumLockMessage> out) {
        if (!isLive(grant, from, out)) {
            return;
        }
        if (countGrant(grant, grant.number(), grant.floor(), from, out)) {
            enterWithQuorum(from, out);
        }
        if (saysThatOthersWait(grant)) {
            learnThatOthersWait(out);
        }
    }

    @Guard("R6")
    private static boolean saysThatOthersWait(Grant grant) {
        return grant.contended();
    }

    /** Upon Queued: nothing, but for R2. */
    void onQueued(Queued queued, NodeId from, Outbox<QuorumLockMessage> out) {
        isLive(queued, from, out);
    }

    /** Upon Inquire: others wait. If one goes before us and we do not hold, we give way at once (R8). */
    void onInquire(Inquire inquire, NodeId from, Outbox<QuorumLockMessage> out) {
        if (!isLive(inquire, from, out)) {
            return;
        }
        countProvenGrant(inquire, from, out);
        boolean isOurs = votes.granted().contains(from) && isCurrentGrant(inquire, from);
        if (inquire.yield() && isOurs && mayGiveWay()) {
            votes.giveBack(from);
            out.send(from, new Relinquish(inquire.stamp(), inquire.number()));
        }
        learnThatOthersWait(out);
    }

    /** R4: an Inquire that overtakes its Grant proves the grant. */
    @Guard("R4a")
    private void countProvenGrant(Inquire inquire, NodeId from, Outbox<QuorumLockMessage> out) {
        if (countGrant(inquire, inquire.number(), inquire.floor(), from, out)) {
            enterWithQuorum(from, out);
        }
    }

    /** R8: a waiter gives way; a holder does not, nor who has announced its fence. */
    @Guard("R8")
    private boolean mayGiveWay() {
        return phase == Phase.WAITING && announced == 0;
    }

    /** R8: an Inquire about an older grant does not take the newer one. */
    @Guard("R8b")
    private boolean isCurrentGrant(Inquire inquire, NodeId from) {
        return votes.isCurrent(from, inquire.number());
    }

    /** R6. */
    private void learnThatOthersWait(Outbox<QuorumLockMessage> out) {
        contended = true;
        endStanding(out);
    }

    /** G2: a lock that only stands goes to those who want it. */
    @Guard("G2")
    private void endStanding(Outbox<QuorumLockMessage> out) {
        if (phase == Phase.STANDING) {
            over(out);
        }
    }

    /** Whether the answer is to our live request, and counts. */
    private boolean isLive(QuorumLockMessage answer, NodeId from, Outbox<QuorumLockMessage> out) {
        if (!answer.stamp().equals(stamp)) {
            releaseWhatIsOver(answer.stamp(), from, out);
            return false;
        }
        return votes.asked().contains(from) && isOfThisSession(from);
    }

    /** R2: an answer to a request of ours that is over is answered by Release, so that no ghost keeps a vote. */
    @Guard("R2")
    private void releaseWhatIsOver(Stamp answered, NodeId from, Outbox<QuorumLockMessage> out) {
        if (context.isMine(answered)) {
            out.send(from, new Release(answered));
        }
    }

    /** R3: an answer of another session, or of another start of the voter, means nothing. */
    @Guard("R3")
    private boolean isOfThisSession(NodeId voter) {
        return context.sessions().heedsVoter(voter);
    }

    /** Whether the grant is new, so that it counts from now on. */
    private boolean countGrant(
            QuorumLockMessage answer, long number, long floor, NodeId from, Outbox<QuorumLockMessage> out) {
        if (isNewerGrant(from, number)) {
            votes.accept(from, number, floor);
            return true;
        }
        relinquishAgain(answer.stamp(), number, from, out);
        return false;
    }

    /** R4: only a newer grant counts; an older one may have been given back. */
    @Guard("R4b")
    private boolean isNewerGrant(NodeId voter, long number) {
        return votes.isNew(voter, number);
    }

    /** R5: a grant that we no longer have is given back again; the first time may have been lost. */
    @Guard("R5")
    private void relinquishAgain(Stamp granted, long number, NodeId voter, Outbox<QuorumLockMessage> out) {
        if (!votes.granted().contains(voter)) {
            out.send(voter, new Relinquish(granted, number));
        }
    }

    /**
     * R7: a waiter whose grants contain a quorum holds. F1: its fence is made of its stamp, if that is above every
     * floor that came with the grants; otherwise it first announces one that is.
     */
    private void enterWithQuorum(NodeId latest, Outbox<QuorumLockMessage> out) {
        if (phase != Phase.WAITING || !hasQuorum()) {
            return;
        }
        long floor = votes.highestFloor();
        long own = Fence.of(live());
        if (announced == 0 && isAbove(floor, own)) {
            hold(own, out);
        } else {
            announce(Math.max(announced, floor + 1), latest, out);
        }
    }

    /** R7: the grants of those whom we trust contain a quorum. */
    @Guard("R7")
    private boolean hasQuorum() {
        return context.quorums().isQuorum(context.sessions().lasting(votes.granted()));
    }

    /** F1: the fence of a hold is above every fence that its voters know. */
    @Guard("F1")
    private static boolean isAbove(long floor, long fence) {
        return fence > floor;
    }

    private void hold(long known, Outbox<QuorumLockMessage> out) {
        fence = known;
        phase = Phase.HOLDING;
        out.entered();
        suspicionsChanged(out); // there may have been some before
    }

    /** F1: all who have granted are to vouch for the fence before we hold; a later grant may ask for a higher one. */
    private void announce(long wanted, NodeId latest, Outbox<QuorumLockMessage> out) {
        NodeSet told = votes.granted().contains(latest) ? NodeSet.of(latest).minus(votes.noted()) : NodeSet.EMPTY;
        if (wanted > announced) {
            announced = wanted;
            context.clock().observe(Fence.counter(wanted)); // so that no clock of a voter that vouches is behind
            votes.clearNoted();
            told = votes.granted();
        }
        for (int index = told.next(0); index >= 0; index = told.next(index + 1)) {
            NodeId voter = NodeId.of(index);
            out.send(voter, new Announce(live(), votes.numberOf(voter), announced));
        }
        holdIfVouchedFor(out);
    }

    private void holdIfVouchedFor(Outbox<QuorumLockMessage> out) {
        if (phase == Phase.WAITING && isVouchedFor()) {
            hold(announced, out);
        }
    }

    /** F3: those whom we trust and who vouch for the fence contain a quorum. */
    @Guard("F3")
    private boolean isVouchedFor() {
        return context.quorums().isQuorum(context.sessions().lasting(votes.noted()));
    }

    /** F3, upon Noted: when a quorum vouches for the fence, we hold. */
    void onNoted(Noted noted, NodeId from, Outbox<QuorumLockMessage> out) {
        boolean awaited = phase == Phase.WAITING && noted.stamp().equals(stamp) && noted.fence() == announced;
        if (awaited && votes.granted().contains(from) && context.sessions().heedsVoter(from)) {
            votes.note(from);
            holdIfVouchedFor(out);
        }
    }

    void release(Outbox<QuorumLockMessage> out) {
        Invariant.hold(phase == Phase.HOLDING, "only a holder releases");
        over(out);
    }

    /** G1: nobody else is known to want the lock, so the votes may stay with us. */
    boolean stand(Outbox<QuorumLockMessage> out) {
        Invariant.hold(phase == Phase.HOLDING, "only a holder releases");
        if (contended) {
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

    void abandon(Outbox<QuorumLockMessage> out) {
        Invariant.hold(phase == Phase.WAITING, "only a waiter abandons");
        over(out);
    }

    /** The request is over, and its stamp never comes back. */
    private void over(Outbox<QuorumLockMessage> out) {
        sendRelease(out);
        NodeSet asked = votes.asked();
        for (int index = asked.next(0); index >= 0; index = asked.next(index + 1)) {
            context.sessions().unask(NodeId.of(index));
        }
        idleTime.stop(out);
        phase = Phase.IDLE;
        stamp = null;
        mode = null;
        contended = false;
        fence = 0;
        announced = 0;
        votes.clear();
    }

    /** R9: Release to every voter asked, granted or not. */
    @Guard("R9")
    private void sendRelease(Outbox<QuorumLockMessage> out) {
        Release release = new Release(live());
        NodeSet told = votes.asked();
        for (int index = told.next(0); index >= 0; index = told.next(index + 1)) {
            out.send(NodeId.of(index), release);
        }
    }

    /**
     * S3: what the voter granted counts no longer. Who holds by too few then has lost the lock; who lives on asks the voter
     * again, in the session that follows.
     */
    void trustEnded(NodeId voter, Outbox<QuorumLockMessage> out) {
        if (!votes.asked().contains(voter)) {
            return;
        }
        votes.forget(voter);
        boolean enough = isEnoughToGoOn();
        if (phase == Phase.HOLDING && !enough) {
            out.lost(LossReason.QUORUM_LOST);
            over(out);
        } else if (phase == Phase.STANDING && !enough) {
            over(out);
        } else if (announced != 0 && phase == Phase.WAITING && !enough) {
            Mode wanted = liveRequest().mode();
            over(out); // we did not give way while we announced, so we begin anew behind those whom we kept waiting
            acquire(wanted, out);
        } else {
            askAnew(voter, out);
        }
    }

    /** S3: without a quorum of trusted grants a hold is lost. */
    @Guard("S3a")
    private boolean isEnoughToGoOn() {
        return hasQuorum();
    }

    /** S3: a request that lives on is said again in the next session. */
    @Guard("S3b")
    private void askAnew(NodeId voter, Outbox<QuorumLockMessage> out) {
        out.send(voter, liveRequest());
        suspicionsChanged(out); // with one grant less, those of suspects may be needed
    }

    /**
     * P1, when a peer is suspected or trusted again: a waiter that has not asked a quorum without suspects asks further
     * voters. A holder whose unsuspected grants contain no quorum asks all: if others are gone too, there is no time to
     * find out one after the other. Nothing is withdrawn (P2).
     */
    void suspicionsChanged(Outbox<QuorumLockMessage> out) {
        if (phase == Phase.WAITING && !hasQuorumIn(votes.asked())) {
            widen(out);
        } else if (phase == Phase.HOLDING && !hasQuorumIn(votes.granted())) {
            repair(out);
        }
    }

    @Guard("P1a")
    private void widen(Outbox<QuorumLockMessage> out) {
        ask(quorumWithoutSuspects(), out);
    }

    @Guard("P1b")
    private void repair(Outbox<QuorumLockMessage> out) {
        askAgainAsHolder(out);
        ask(context.voters(), out);
    }

    /** Those who were asked before we held, and have not granted, learn that we hold. */
    private void askAgainAsHolder(Outbox<QuorumLockMessage> out) {
        NodeSet silent = votes.asked().minus(votes.granted()).minus(context.suspected());
        for (int index = silent.next(0); index >= 0; index = silent.next(index + 1)) {
            out.send(NodeId.of(index), liveRequest());
        }
    }

    private boolean hasQuorumIn(NodeSet voters) {
        return context.quorums().isQuorum(voters.minus(context.suspected()));
    }

    /** S4: what we said to the peer may be lost, so we ask again; its answer also repeats what it said to us. */
    @Guard("S4")
    void linkReset(NodeId peer, Outbox<QuorumLockMessage> out) {
        if (votes.asked().contains(peer)) {
            out.send(peer, liveRequest());
            if (phase == Phase.WAITING && announced != 0 && votes.granted().contains(peer)) {
                out.send(peer, new Announce(live(), votes.numberOf(peer), announced));
            }
        }
    }

    long validUntil() {
        return votes.validUntil(context.quorums(), context.sessions());
    }

    private Stamp live() {
        Stamp current = stamp;
        if (current == null) {
            throw new IllegalStateException("there is no live request");
        }
        return current;
    }

    private Request liveRequest() {
        Mode wanted = mode;
        if (wanted == null) {
            throw new IllegalStateException("there is no live request");
        }
        return new Request(live(), wanted, phase != Phase.WAITING || announced != 0);
    }

    Requester copy(MachineContext other) {
        Requester copy = new Requester(other, votes.copy());
        copy.phase = phase;
        copy.mode = mode;
        copy.stamp = stamp;
        copy.contended = contended;
        copy.fence = fence;
        copy.announced = announced;
        copy.idleTime.copyFrom(idleTime);
        return copy;
    }

    void describeTo(StateWriter writer) {
        writer.word("phase", phase);
        writer.word("mode", mode);
        writer.stamp("stamp", stamp);
        writer.flag("contended", contended);
        writer.number("fence", fence);
        writer.number("announced", announced);
        idleTime.describeTo(writer);
        votes.describeTo(writer);
    }
}
