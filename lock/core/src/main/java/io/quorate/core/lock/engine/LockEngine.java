// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock.engine;

import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.LossReason;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Message;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.lock.TimerName;
import io.quorate.core.lock.part.PartOrder;
import io.quorate.core.lock.rosters.Rise;
import io.quorate.core.model.Invariant;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.session.Sessions;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** All locks of a node, by one algorithm. A lock takes memory only while somebody wants it. */
public final class LockEngine<M extends Message> {
    /** How many locks may be in use at once; it bounds what peers can make us remember. */
    static final int SLOTS_MAX = 1 << 22;

    /** And how many of them because of what one peer said. */
    static final int SLOTS_PER_PEER = 1 << 20;

    /** How many empty slots are kept for use. */
    private static final int SPARE_MAX = 64;

    /** No single step of an algorithm talks to itself so often. */
    private static final int SELF_MESSAGES_MAX = 100_000;

    private final Protocol<M> protocol;
    private final MachineContext context;
    private final EngineEffects<M> effects;
    private final Map<LockName, LockSlot<M>> slots = new LinkedHashMap<>();

    /** Slots with nothing in them, kept so that locks that come and go do not allocate. */
    private final ArrayDeque<LockSlot<M>> spare = new ArrayDeque<>();

    private final SlotsOfPeers peers;
    private final StandingHabit habit;
    private final SlotOutbox outbox = new SlotOutbox();
    private long refusedCount;

    /** The lock because of which a peer that is about to stop could not be left the last time. */
    private @Nullable LockName keepsPeer;

    /** Whether {@link #settle} is at work: what machines hand over may lead to steps of this engine meanwhile. */
    private boolean settling;

    public LockEngine(Protocol<M> protocol, MachineContext context, EngineEffects<M> effects) {
        this(protocol, context, effects, SLOTS_PER_PEER);
    }

    LockEngine(Protocol<M> protocol, MachineContext context, EngineEffects<M> effects, int slotsPerPeer) {
        this.protocol = protocol;
        this.context = context;
        this.effects = effects;
        this.peers = new SlotsOfPeers(slotsPerPeer);
        this.habit = new StandingHabit(context.standing());
    }

    /** The claim waits from now on; it is granted in this step or later. */
    public void acquire(Claim claim) {
        LockSlot<M> known = slots.get(claim.lock());
        LockSlot<M> slot = known == null ? newSlot(claim.lock()) : known;
        if (slot == null) {
            throw new LimitReachedException("more than " + SLOTS_MAX + " locks are in use at this node: release some");
        }
        slot.countForNobody();
        slot.claims().add(claim);
        settle(slot);
    }

    /** The claim gives the lock back; if it does not hold it (any more), nothing happens and the answer is false. */
    public boolean release(Claim claim) {
        LockSlot<M> slot = slots.get(claim.lock());
        if (slot == null || !slot.claims().endHold(claim)) {
            return false;
        }
        settle(slot);
        return true;
    }

    /** The claim gives up waiting; if it does not wait (any more), nothing happens and the answer is false. */
    public boolean abandon(Claim claim) {
        LockSlot<M> slot = slots.get(claim.lock());
        if (slot == null || !slot.claims().endWait(claim)) {
            return false;
        }
        settle(slot);
        return true;
    }

    /** B4: the claim, which waits, has come to want the lock now or not at all; false if it does not wait (any more). */
    public boolean askNow(Claim claim) {
        LockSlot<M> slot = slots.get(claim.lock());
        if (slot == null || !slot.claims().becameNow(claim)) {
            return false;
        }
        settle(slot);
        return true;
    }

    public void receive(NodeId from, LockName lock, M message) {
        LockSlot<M> slot = slotFor(from, lock);
        if (slot != null) {
            boolean stood = aimAt(slot);
            slot.machine().receive(from, message, outbox);
            settleAfterNews(slot, stood);
        }
    }

    /**
     * The machine of the lock takes a step because of what this node said, as if a message had come. Also from
     * {@link EngineEffects#handOver}.
     *
     * @param refused the answer if there is no room for the lock
     */
    public <R> R step(NodeId from, LockName lock, BiFunction<LockMachine<M>, Outbox<M>, R> step, R refused) {
        LockSlot<M> slot = slotFor(from, lock);
        if (slot == null) {
            return refused;
        }
        boolean stood = aimAt(slot);
        R answer = step.apply(slot.machine(), outbox);
        settleAfterNews(slot, stood);
        return answer;
    }

    private @Nullable LockSlot<M> slotFor(NodeId from, LockName lock) {
        LockSlot<M> known = slots.get(lock);
        LockSlot<M> slot = known == null ? newSlotFor(from, lock) : known;
        if (slot == null) {
            refusedCount++;
        }
        return slot;
    }

    private boolean aimAt(LockSlot<M> slot) {
        outbox.aimAt(slot);
        return slot.phase() == Phase.STANDING;
    }

    private void settleAfterNews(LockSlot<M> slot, boolean stood) {
        if (settling) {
            return; // a message of this node to itself: the caller that is settling handles it
        }
        settle(slot); // a holder that is a voter also tells itself that others want the lock
        if (stood && slot.phase() != Phase.STANDING) {
            habit.isWantedElsewhere(slot.name());
        }
    }

    /** The node will not want any lock for long: nobody needs to ask it about those that it does not hold or wait for. */
    public void leaveGroup() {
        forEverySlot(slot -> {
            if (slot.phase() == Phase.IDLE) {
                slot.machine().leaveGroup(outbox);
            }
        });
    }

    /** Whether somebody may not know yet that this node has left. */
    public boolean isLeavingGroup() {
        return slots.values().stream().anyMatch(slot -> slot.machine().isLeaving());
    }

    /** Ends the hold of this node as lost; false if there was none. */
    public boolean revoke(LockName lock) {
        LockSlot<M> slot = slots.get(lock);
        if (slot == null || !slot.claims().anyHolding()) {
            return false;
        }
        slot.lost(LossReason.REVOKED, effects);
        settle(slot);
        return true;
    }

    /** S3: what the voter granted, for whichever lock, counts no longer. */
    public void trustEnded(NodeId voter) {
        forEverySlot(slot -> slot.machine().trustEnded(voter, outbox));
    }

    /** S5, S7: all that this start of the node has asked for is over. */
    public void ownerGone(NodeId node, long incarnation) {
        forEverySlot(slot -> slot.machine().ownerGone(node, incarnation, outbox));
    }

    /** S8: this node may grant from now on. */
    public void votingBegan() {
        forEverySlot(slot -> slot.machine().votingBegan(outbox));
    }

    /** The machines of all locks in use take a step, one after the other. */
    public void forEveryLock(BiConsumer<LockMachine<M>, Outbox<M>> step) {
        forEverySlot(slot -> step.accept(slot.machine(), outbox));
    }

    /** A timer of one lock has run out; of a lock forgotten meanwhile, it means nothing. */
    public void timerFired(LockName lock, TimerName timer) {
        LockSlot<M> slot = slots.get(lock);
        if (slot != null) {
            outbox.aimAt(slot);
            slot.machine().timerFired(timer, outbox);
            settle(slot);
        }
    }

    public void peerSuspected(NodeId peer) {
        forEverySlot(slot -> slot.machine().peerSuspected(peer, outbox));
    }

    public void peerRestored(NodeId peer) {
        forEverySlot(slot -> slot.machine().peerRestored(peer, outbox));
    }

    /** H2, W2: which peers are slow, or about to stop, has changed. */
    public void hintsChanged() {
        forEverySlot(slot -> slot.machine().hintsChanged(outbox));
    }

    /** W2: whether no lock rests on the vote of a peer that is about to stop. */
    public boolean mayLeave(NodeId peer) {
        LockName first = keepsPeer;
        if (first != null && !mayLeave(peer, slots.get(first))) {
            return false; // the one that kept us the last time: there may be many locks
        }
        for (LockSlot<M> slot : List.copyOf(slots.values())) {
            if (!mayLeave(peer, slot)) {
                keepsPeer = slot.name();
                return false;
            }
        }
        return true;
    }

    /** W1: gives back every lock that is only kept for later, whichever voters it rests on. */
    public void endStanding() {
        for (LockSlot<M> slot : List.copyOf(slots.values())) {
            NodeSet voters = context.voters();
            for (int index = voters.next(0);
                    slot.phase() == Phase.STANDING && index >= 0;
                    index = voters.next(index + 1)) {
                mayLeave(NodeId.of(index), slot);
            }
        }
    }

    private boolean mayLeave(NodeId peer, @Nullable LockSlot<M> slot) {
        if (slot == null) {
            return true;
        }
        outbox.aimAt(slot);
        boolean may = slot.machine().mayLeave(peer, outbox);
        settle(slot);
        return may;
    }

    /** W2: what the peer, which is about to stop, has granted is void. */
    public void left(NodeId peer) {
        forEverySlot(slot -> slot.machine().left(peer, outbox));
    }

    /** T1: there are two living starts of the peer. */
    public void twinSeen(NodeId peer) {
        forEverySlot(slot -> slot.machine().twinSeen(peer, outbox));
    }

    /** E4, E5: the node has gone up, to another configuration than the one before. */
    public void configurationRose(Rise rise) {
        forEverySlot(slot -> slot.configurationRose(rise, outbox));
        context.configurationRose();
    }

    /**
     * E4: what holds may count on the lower roster alone until now, may so no longer. Gives the time at which the next will not.
     */
    public long endFrozen(long now) {
        long next = Sessions.NEVER;
        for (LockSlot<M> slot : List.copyOf(slots.values())) {
            outbox.aimAt(slot);
            next = Math.min(next, slot.machine().endFrozen(now, outbox));
            settle(slot);
        }
        return next;
    }

    public void linkReset(NodeId peer) {
        forEverySlot(slot -> slot.machine().linkReset(peer, outbox));
    }

    private interface SlotStep<M extends Message> {
        void at(LockSlot<M> slot);
    }

    private void forEverySlot(SlotStep<M> step) {
        for (LockSlot<M> slot : List.copyOf(slots.values())) {
            outbox.aimAt(slot);
            step.at(slot);
            settle(slot);
        }
    }

    private @Nullable LockSlot<M> newSlotFor(NodeId peer, LockName lock) {
        SlotsOfPeers.Share share = peers.withRoom(peer);
        LockSlot<M> slot = share == null ? null : newSlot(lock);
        if (slot != null && share != null) {
            slot.countFor(share);
        }
        return slot;
    }

    private @Nullable LockSlot<M> newSlot(LockName lock) {
        if (slots.size() >= SLOTS_MAX) {
            return null;
        }
        LockSlot<M> slot = spare.poll();
        if (slot == null) {
            MachineContext own = context.forLock(lock);
            slot = new LockSlot<>(lock, own, protocol.newMachine(own));
        } else {
            slot.reuseFor(lock);
        }
        slots.put(lock, slot);
        return slot;
    }

    /** Delivers what the node sent to itself, and moves the slot on, until nothing changes; then forgets it if it may. */
    private void settle(LockSlot<M> slot) {
        outbox.aimAt(slot);
        settling = true;
        try {
            do {
                outbox.deliverToSelf();
            } while (slot.advance(outbox, effects, habit)
                    || outbox.hasMore()); // what stays behind would reach another lock
        } finally {
            settling = false;
        }
        if (slot.isQuiescent()) {
            slots.remove(slot.name());
            slot.countForNobody();
            if (spare.size() < SPARE_MAX) {
                spare.push(slot);
            }
        }
    }

    /** The slot of a lock, if it is in use. */
    public @Nullable LockSlot<M> find(LockName lock) {
        return slots.get(lock);
    }

    /** The locks in use, those first used first. */
    public Collection<LockSlot<M>> slots() {
        return Collections.unmodifiableCollection(slots.values());
    }

    /** How many messages were refused because too many locks were in use, at all or by one peer. */
    public long refusedCount() {
        return refusedCount;
    }

    /** Makes this new engine equal to another. */
    public void copyFrom(LockEngine<M> other) {
        Invariant.hold(slots.isEmpty(), "only a new engine becomes a copy");
        for (LockSlot<M> slot : other.slots.values()) {
            LockSlot<M> copy = slot.copy(context);
            NodeId peer = slot.countedFor();
            if (peer != null) {
                copy.countFor(peers.of(peer));
            }
            slots.put(slot.name(), copy);
        }
    }

    /** Writes all that can influence what this engine does; locks in the order of their names. */
    public void describeTo(StateWriter writer) {
        List<LockSlot<M>> sorted = new ArrayList<>(slots.values());
        sorted.sort(Comparator.comparing(LockSlot::name));
        for (LockSlot<M> slot : sorted) {
            writer.begin(slot.name().toString());
            slot.describeTo(writer);
            writer.end();
        }
    }

    /** The outbox of whichever slot is being stepped. */
    private final class SlotOutbox implements Outbox<M> {
        private final ArrayDeque<M> toSelf = new ArrayDeque<>();

        /** Orders of the machine for the part of the node. It gets them after the machine's own step. */
        private final ArrayDeque<PartOrder> orders = new ArrayDeque<>(1);

        private @Nullable LockSlot<M> slot;

        void aimAt(LockSlot<M> target) {
            slot = target;
        }

        private LockSlot<M> current() {
            return Objects.requireNonNull(slot, "an outbox belongs to a slot");
        }

        boolean hasMore() {
            return !toSelf.isEmpty();
        }

        void deliverToSelf() {
            int delivered = 0;
            do {
                for (M message = toSelf.poll(); message != null; message = toSelf.poll()) {
                    Invariant.hold(delivered++ < SELF_MESSAGES_MAX, "a node does not talk to itself forever");
                    current().machine().receive(context.self(), message, this);
                }
            } while (handOverNext(delivered++));
        }

        private boolean handOverNext(int delivered) {
            PartOrder order = orders.poll();
            if (order == null) {
                return false;
            }
            Invariant.hold(delivered < SELF_MESSAGES_MAX, "a node does not hand over to itself forever");
            effects.handOver(current().name(), order);
            return true;
        }

        @Override
        public void handOver(PartOrder order) {
            if (!context.hasPart()) {
                Outbox.super.handOver(order);
            }
            orders.add(order);
        }

        @Override
        public void send(NodeId to, M message) {
            if (to.equals(context.self())) {
                toSelf.add(message);
            } else {
                effects.send(to, current().name(), message);
            }
        }

        @Override
        public void broadcast(NodeSet to, M message) {
            for (int index = to.next(0); index >= 0; index = to.next(index + 1)) {
                effects.send(NodeId.of(index), current().name(), message);
            }
        }

        @Override
        public void startTimer(TimerName timer, Duration delay, Duration jitter) {
            effects.startTimer(current().name(), timer, delay, jitter);
        }

        @Override
        public void stopTimer(TimerName timer) {
            effects.stopTimer(current().name(), timer);
        }

        @Override
        public void entered() {
            current().entered();
        }

        @Override
        public void busy(NodeId holder) {
            current().busy(holder, effects);
        }

        @Override
        public void lost(LossReason reason) {
            current().lost(reason, effects);
        }
    }
}
