// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.node;

import io.quorate.core.lock.Fence;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.NodeStart.RosterStart;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.lock.engine.LockEngine;
import io.quorate.core.lock.rosters.Rise;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.roster.Configuration;
import io.quorate.core.roster.Decision;
import io.quorate.core.roster.ProposalOutcome;
import io.quorate.core.roster.Roster;
import io.quorate.core.roster.RosterCodec;
import io.quorate.core.roster.RosterMemory;
import io.quorate.core.roster.RosterMessage;
import io.quorate.core.roster.RosterMessage.Accept;
import io.quorate.core.roster.RosterMessage.Accepted;
import io.quorate.core.roster.RosterMessage.Hail;
import io.quorate.core.roster.RosterMessage.Here;
import io.quorate.core.roster.RosterMessage.News;
import io.quorate.core.roster.RosterMessage.Prepare;
import io.quorate.core.roster.RosterMessage.Promise;
import io.quorate.core.roster.RosterRules;
import io.quorate.core.roster.RosterState;
import io.quorate.core.roster.RosterView;
import io.quorate.core.session.LeaseTerms;
import io.quorate.core.session.SessionHeader;
import io.quorate.core.session.SessionTerms;
import io.quorate.core.session.Sessions;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.MalformedFrameException;
import java.util.ArrayList;
import java.util.List;

/**
 * The configuration of a node, and how it goes up: rules E1, E6 and E7, and the messages of rules D. Without time, the driver of the node
 * tells it of configurations, and that a roster is over.
 */
final class RosterPart {
    /** No cluster changes so often while a node is away. */
    private static final long EPOCHS_AT_ONCE = 1L << 20;

    private final MachineContext context;
    private final LockEngine<?> engine;
    private final SessionPart sessions;
    private final DestinationBatches batches;
    private final RosterRules rules;
    private final boolean keeps;
    private final boolean timed;
    private final Attendance attendance = new Attendance();

    private RosterMemory memory;
    private Decision decision;
    private final Proposals proposals;

    /** The voters of the lower roster that were heard to be sealed since this node is; itself too. */
    private NodeSet sealed = NodeSet.EMPTY;

    /** Since when they are enough to end the lower roster; {@link Sessions#NEVER} if they are not. */
    private long blockedSince = Sessions.NEVER;

    private boolean begun;
    private long now;
    private long frozenUntil = Sessions.NEVER;
    private long greetAt = Sessions.NEVER;
    private long askForNewsAt = Long.MIN_VALUE;

    /** The news of the current turn. */
    private final List<Configuration> risen = new ArrayList<>();

    RosterPart(
            RosterStart start,
            boolean timed,
            RosterRules rules,
            MachineContext context,
            LockEngine<?> engine,
            SessionPart sessions,
            DestinationBatches batches) {
        this.context = context;
        this.engine = engine;
        this.sessions = sessions;
        this.batches = batches;
        this.rules = rules;
        this.keeps = start.keeps();
        this.timed = timed;
        this.memory = new RosterMemory(start.state(), rules);
        this.decision = new Decision(context.self(), context.incarnation(), keeps, rules, memory);
        this.proposals = new Proposals(context, attendance, this::hail);
    }

    /** The node starts. */
    void begin() {
        raiseFloor(memory.state().floor());
        adopt();
    }

    /** E7: no fence is below. The clock is not behind either, because others take their floor from what frames say of it. */
    private void raiseFloor(long floor) {
        context.rosters().raiseFloor(floor);
        context.clock().observe(Fence.counter(floor));
    }

    Configuration configuration() {
        return memory.configuration();
    }

    private void adopt() {
        Configuration configuration = memory.configuration();
        LeaseTerms longest = memory.state().longest();
        sessions.configure(new SessionTerms(
                configuration.number(),
                configuration.sealLine(),
                keeps,
                configuration.shortestTerms(),
                configuration.longestTerms(),
                longest));
        context.rosters().adopt(configuration, rules);
        context.configurationRose();
        sealed = NodeSet.EMPTY;
        blockedSince = Sessions.NEVER;
        greetAt = Sessions.NEVER;
    }

    /** E6: this node itself is sealed, if it keeps its configuration. Members greet each other to learn which of them are sealed. */
    private void beginToEndLower() {
        Configuration configuration = configuration();
        if (configuration.isJoint()) {
            greetAt = timed ? now : Sessions.NEVER;
            hearOneselfSealed();
        }
    }

    private void hearOneselfSealed() {
        if (configuration().isJoint() && sessions.countsAsSealed()) {
            hearSealed(context.self());
        }
    }

    /** Does what is due by now: ends frozen holds and the lower roster, greets members, continues proposals. */
    void advanceTo(long time) {
        now = time;
        if (!begun) {
            begun = true;
            beginToEndLower();
        }
        if (!timed) {
            return;
        }
        if (now >= frozenUntil) {
            frozenUntil = engine.endFrozen(now);
        }
        if (now >= overAt()) {
            endLower();
        }
        if (now >= greetAt) {
            hearOneselfSealed();
            greet();
        }
        proposals.advanceTo(now, keepAlive(), decision, memory, this::send);
        finishDecision();
    }

    long wake() {
        return Math.min(Math.min(frozenUntil, overAt()), Math.min(greetAt, proposals.wake()));
    }

    /** E9: nobody knows for how long this machine stood still. */
    void endFrozen() {
        frozenUntil = engine.endFrozen(Sessions.SOME_TIME);
    }

    /** E6: when the lower roster is over, as far as is known; {@link Sessions#NEVER} if that is not known. */
    private long overAt() {
        if (blockedSince == Sessions.NEVER) {
            return Sessions.NEVER;
        }
        return rules.overAt(blockedSince, configuration().longestTerms().memoryNanos());
    }

    /** E6: whether enough voters are sealed to end the lower roster, when all trust from before has ended. */
    private boolean mayEndLower() {
        return blockedSince != Sessions.NEVER;
    }

    /** E6, where there is no time: these voters were heard to be sealed, when clocks were so high, and the lower roster is over. */
    boolean endLower(NodeSet heard, long clock) {
        context.clock().observe(clock);
        for (int index = heard.next(0); index >= 0 && configuration().isJoint(); index = heard.next(index + 1)) {
            hearSealed(NodeId.of(index));
        }
        return endLower();
    }

    private boolean endLower() {
        if (!configuration().isJoint() || !mayEndLower()) {
            return false;
        }
        rise(configuration().withoutLower());
        return true;
    }

    private long keepAlive() {
        return configuration().shortestTerms().lease().toNanos() / 3;
    }

    private void greet() {
        Configuration configuration = configuration();
        if (configuration.members().contains(context.self())) {
            NodeSet voters = configuration.voters().without(context.self());
            for (int index = voters.next(0); index >= 0; index = voters.next(index + 1)) {
                batches.require(NodeId.of(index));
            }
        }
        greetAt = now + keepAlive();
    }

    /** A frame has come whose header was just read, and its sessions heard. */
    void hear(NodeId from, SessionHeader header) {
        if (from.index() >= NodeId.GUESTS_FROM
                && header.configuration() == configuration().number()) {
            return;
        }
        int number = configuration().number();
        if (from.index() < NodeId.GUESTS_FROM) {
            attendance.frameOf(from, now, header.configuration(), header.keeps());
        }
        if (!timed) {
            return; // the driver of the node tells which members are sealed, and which are behind
        }
        if (header.configuration() >= number
                && isMember(from)
                && header.keeps()
                && configuration().isJoint()) {
            hearSealed(from);
        }
        if (header.configuration() < number) {
            tell(from);
        } else if (header.configuration() > number && isMember(from) && now >= askForNewsAt) {
            askForNewsAt = now + keepAlive();
            batches.require(from); // its header says that this node is behind
        }
    }

    private void tell(NodeId behind) {
        if (attendance.mustBeTold(behind, configuration().number(), now, keepAlive())) {
            send(behind, new News(configuration()));
        }
    }

    private void hearSealed(NodeId voter) {
        if (!sealed.contains(voter) && configuration().lower().voters().contains(voter)) {
            sealed = sealed.with(voter);
            if (blockedSince == Sessions.NEVER
                    && rules.isEnoughToEnd(sealed, context.rosters().lower())) {
                blockedSince = now;
            }
        }
    }

    /** The part of a frame about rosters. Throws {@link MalformedFrameException}, having changed nothing, if it is nothing of the kind. */
    static RosterMessage read(byte[] content) {
        return RosterCodec.readMessage(new ByteSource(content)); // a newer release may have added fields at its end
    }

    /** Whether the node has a number of members, present, former or future; a guest has not, and has no say about rosters. */
    private static boolean isMember(NodeId node) {
        return node.index() < NodeId.GUESTS_FROM;
    }

    void receive(NodeId from, RosterMessage message, boolean senderKeeps) {
        if (!isMember(from)) {
            context.countForged();
            return;
        }
        if (message instanceof News news) {
            learn(news.configuration());
        } else if (message instanceof Hail) {
            send(from, new Here(memory.state().key()));
        } else if (message instanceof Here here) {
            attendance.keyOf(from, now, senderKeeps, here.key());
        } else {
            decide(from, message);
        }
    }

    private void decide(NodeId from, RosterMessage message) {
        if (message instanceof Prepare prepare) {
            decision.onPrepare(prepare, from, this::send);
        } else if (message instanceof Promise promise) {
            decision.onPromise(promise, from, this::send);
        } else if (message instanceof Accept accept) {
            decision.onAccept(accept, from, this::send);
            proposals.heardOf(now);
        } else if (message instanceof Accepted accepted) {
            decision.onAccepted(accepted, from);
            finishDecision();
        }
    }

    /** E1: goes up to a configuration that this node was told of, if it is higher. */
    void learn(Configuration told) {
        boolean isHigher = told.number() > configuration().number();
        long jump = told.lower().epoch() - configuration().lower().epoch();
        if (jump > EPOCHS_AT_ONCE) {
            context.countForged(); // one bad frame must not lift everybody
            return;
        }
        if (isHigher && told.lower().lineage().equals(configuration().lower().lineage())) {
            rise(told);
        }
    }

    /** D4: a majority has accepted: the node goes up, and tells all members of both rosters. */
    private void finishDecision() {
        Roster decided = decision.decided();
        if (decided == null || configuration().isJoint()) {
            return;
        }
        proposals.decided(decided);
        rise(configuration().joinedBy(decided));
        NodeSet members = configuration().members().without(context.self());
        for (int index = members.next(0); index >= 0; index = members.next(index + 1)) {
            tell(NodeId.of(index));
        }
    }

    /** Whether enough members know this node by its data directory for it to have a say. */
    void setAccepted(boolean mayDecide) {
        decision.setAccepted(mayDecide);
        hearOneselfSealed();
    }

    /** The member has shown the key of its data directory. Gives whether it is the first time. */
    boolean shown(NodeId member, String key) {
        return memory.shown(member.index(), key);
    }

    private void rise(Configuration next) {
        Configuration before = configuration();
        boolean lowerIsOver = next.lower().epoch() > before.lower().epoch();
        boolean acrossSeal = next.sealLine() > before.number();
        boolean mayKeep =
                next.isJoint() && next.lower().epoch() <= before.latest().epoch();
        long floor = lowerIsOver ? Fence.after(context.clock().counter()) : 0; // E7
        context.rosters().raiseFloor(floor);
        memory.goUp(next, context.rosters().floor());
        adopt();
        beginToEndLower();
        sessions.votersChanged();
        engine.configurationRose(new Rise(acrossSeal, mayKeep));
        frozenUntil = engine.endFrozen(now);
        proposals.configurationRose(next);
        decision.configurationRose();
        risen.add(next);
    }

    /** D6, D4: proposes the next roster, when enough members are there. */
    void propose(Roster next) {
        String refusal = keeps
                ? Proposals.refusal(next, configuration())
                : "this node keeps nothing over starts: start it with a data directory";
        if (refusal.isEmpty()) {
            proposals.begin(next, now, configuration());
            if (!timed) {
                proposals.advanceTo(now, 0, decision, memory, this::send);
                finishDecision();
            }
        } else {
            proposals.refuse(next, refusal);
        }
    }

    /** The driver knows that this node is there: a node that is about to become a member, for example. */
    void present(NodeId node, boolean itKeeps, String key) {
        attendance.keyOf(node, now, itKeeps, key);
    }

    private void hail(NodeId node) {
        if (node.equals(context.self())) {
            attendance.keyOf(node, now, keeps, memory.state().key());
        } else {
            send(node, new Hail());
        }
    }

    private void send(NodeId to, RosterMessage message) {
        if (to.equals(context.self())) {
            decide(to, message);
        } else {
            ByteSink sink = new ByteSink();
            RosterCodec.writeMessage(message, sink);
            batches.addAboutRosters(to, sink.toByteArray());
        }
    }

    void linkReset(NodeId peer) {
        attendance.linkReset(peer);
    }

    void endTurn(NodeEffects effects) {
        if (memory.takeToBeWritten() && keeps) {
            effects.keepRoster(memory.kept());
        }
        if (!risen.isEmpty()) {
            List<Configuration> told = List.copyOf(risen);
            risen.clear();
            told.forEach(effects::configurationRose);
        }
        for (ProposalOutcome outcome : proposals.takeOutcomes()) {
            effects.proposalEnded(outcome);
        }
    }

    boolean hasNothingToTell() {
        return risen.isEmpty();
    }

    /** The state of this node that is on disk. */
    RosterState kept() {
        return memory.kept();
    }

    RosterView view() {
        Configuration configuration = configuration();
        NodeSet others = configuration.members().without(context.self());
        return new RosterView(
                configuration,
                keeps,
                sealed,
                attendance.behind(others, configuration.number()),
                attendance.unheard(others),
                decision.ballot(),
                decision.isProposing() || proposals.isUnderWay(),
                overAt());
    }

    void copyFrom(RosterPart other) {
        memory = other.memory.copy();
        decision = other.decision.copy(memory);
        attendance.copyFrom(other.attendance);
        proposals.copyFrom(other.proposals);
        now = other.now;
        begun = other.begun;
        sealed = other.sealed;
        blockedSince = other.blockedSince;
        frozenUntil = other.frozenUntil;
        greetAt = other.greetAt;
        askForNewsAt = other.askForNewsAt;
    }

    /** Nothing while the first roster is undisputed. */
    void describeTo(StateWriter writer) {
        int number = configuration().number();
        if (number > 0) {
            writer.number("configuration", number);
            writer.number("kept", memory.kept().configuration().number());
            writer.nodes("sealed", sealed);
            writer.number("rosterFloor", context.rosterFloor());
        }
        if (!memory.state().promised().isNone() || decision.isProposing()) {
            writer.number("decision", decision.parts().hashCode());
            writer.number("ballots", memory.state().hashCode());
        }
    }
}
