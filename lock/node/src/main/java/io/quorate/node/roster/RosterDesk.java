// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.roster;

import io.quorate.api.Registration;
import io.quorate.api.RosterChange;
import io.quorate.api.RosterRefusedException;
import io.quorate.api.RosterView;
import io.quorate.core.lock.Fence;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.node.LockNode;
import io.quorate.core.roster.Configuration;
import io.quorate.core.roster.Member;
import io.quorate.core.roster.ProposalOutcome;
import io.quorate.core.roster.Roster;
import io.quorate.core.roster.RosterEdit;
import io.quorate.core.roster.RosterState;
import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.net.Membership;
import io.quorate.node.net.Transport;
import io.quorate.node.time.NodeTime;
import io.quorate.node.turn.Availability;
import io.quorate.node.turn.NodeNames;
import io.quorate.node.turn.Turns;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Learns of changes of the roster of a node, and takes requests for them. */
public final class RosterDesk {
    private static final EventLog LOG = EventLog.of(RosterDesk.class);

    private final LockNode<?> node;
    private final NodeNames names;
    private final Availability availability;
    private final Transport transport;
    private final NodeTime time;
    private final Turns<?> turns;
    private final Executor callbacks;
    private final Newcomers newcomers = new Newcomers();
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    /** The change that this node has proposed; null if there is none. In turns only. */
    private @Nullable Wish wish;

    /** The members that have accepted this process. In turns only. */
    private NodeSet acceptedBy = NodeSet.EMPTY;

    /** Nobody would tell the caller of a change how it ends. In turns only. */
    private boolean hasEnded;

    /** The configuration that is on the disk: nobody is told of a later one (E1). Null if the members never change. In turns only. */
    private @Nullable Configuration kept;

    /** The news that the transport and listeners do not know yet. Guarded by itself. */
    private final ArrayDeque<News> untold = new ArrayDeque<>();

    /**
     * The last change.
     *
     * @param report for listeners and the log; null if only a key became known
     */
    private record News(Membership membership, @Nullable RosterReport report) {}

    /** Somebody tells, or is about to. Guarded by {@link #untold}. */
    private boolean telling;

    /** The views that listeners do not know yet. Guarded by itself. */
    private final ArrayDeque<RosterView> unheard = new ArrayDeque<>();

    /** A callback runs, or is about to. Guarded by {@link #unheard}. */
    private boolean calling;

    private volatile boolean hasNews;

    /** A change that was asked for here. */
    private static final class Wish {
        private final Roster next;
        private final CompletableFuture<RosterView> over;
        private final CompletableFuture<Long> decided;

        Wish(Roster next, CompletableFuture<Long> decided, CompletableFuture<RosterView> over) {
            this.next = next;
            this.decided = decided;
            this.over = over;
        }

        void fail(String why) {
            decided.completeExceptionally(new RosterRefusedException(why));
            over.completeExceptionally(new RosterRefusedException(why));
        }
    }

    /** Not a record: two registrations of one consumer are two. */
    private static final class Listener {
        private final Consumer<RosterView> consumer;

        Listener(Consumer<RosterView> consumer) {
            this.consumer = consumer;
        }
    }

    /**
     * The outcome of a change.
     *
     * @param decided with the number of the new roster; completed in a turn, so nothing may depend on it that waits for a turn
     * @param over when the old roster is over; completed as a callback
     */
    public record Progress(CompletionStage<Long> decided, CompletionStage<RosterView> over) {}

    public RosterDesk(
            LockNode<?> node,
            NodeNames names,
            Availability availability,
            Transport transport,
            NodeTime time,
            Turns<?> turns,
            Executor callbacks) {
        this.node = node;
        this.names = names;
        this.availability = availability;
        this.transport = transport;
        this.time = time;
        this.turns = turns;
        this.callbacks = callbacks;
        this.kept = node.configuration();
        if (kept != null) {
            lookWhetherAccepted();
        }
    }

    /** A node waits to be named. For every thread. */
    public void announced(String id, String key) {
        newcomers.announced(id, key, System.nanoTime());
    }

    /** News about rosters from outside of the cluster's own frames. For every thread. */
    public void learn(RosterReport news) {
        turns.bring(() -> {
            node.observe(Fence.counter(news.floor())); // E7
            node.learn(news.configuration());
        });
    }

    /** A member has accepted this node, and has shown the key of its data directory. For every thread. */
    public void met(NodeId member) {
        String key = transport.keyOf(member);
        turns.bring(() -> {
            if (node.configuration() == null) {
                return;
            }
            acceptedBy = acceptedBy.with(member);
            if (node.shown(member, key)) {
                tellLater(null);
            }
            lookWhetherAccepted();
        });
    }

    /** The members of this configuration, each with the key that it must show. In turns only. */
    private Membership membership(Configuration of) {
        return Membership.of(names.cluster(), of, node.keptRoster().shownKeys());
    }

    private void tellLater(@Nullable RosterReport report) {
        Configuration known = kept;
        if (known != null) {
            synchronized (untold) {
                untold.add(new News(membership(known), report));
                hasNews = true;
            }
        }
    }

    /**
     * A member whose directory was wiped is refused by those that know its key. So a node with a key that no roster names needs members that
     * have accepted it: floor(n/2) others to grant, and n - floor(n/2) to promise, to accept and to count as sealed. No node can have
     * enough for the one before its directory was wiped, and enough for the other afterwards: together that is more than all others. In turns only.
     */
    private void lookWhetherAccepted() {
        RosterState state = node.keptRoster();
        Configuration configuration = state.configuration();
        boolean isNamed = false;
        for (Roster each : List.of(configuration.lower(), configuration.latest())) {
            Member own = each.find(node.self());
            if (own != null && !own.key().isEmpty() && !own.key().equals(state.key())) {
                node.setAccepted(false, false);
                return;
            }
            isNamed |= own != null && !own.key().isEmpty();
        }
        if (isNamed || !node.rosterView().keeps()) {
            node.setAccepted(true, true);
            return;
        }
        NodeSet.Builder known = new NodeSet.Builder();
        state.shownKeys().keySet().forEach(known::add);
        NodeSet voters = configuration.lower().voters();
        NodeSet others = voters.without(node.self());
        int count = known.build().union(acceptedBy).intersection(others).size();
        int toGrant = voters.size() / 2;
        node.setAccepted(count >= toGrant, count >= Math.min(others.size(), voters.size() - toGrant));
    }

    /** A report of what this node has kept, and knows now; null if the members never change. In turns only. */
    public @Nullable RosterReport report() {
        Configuration configuration = kept;
        if (configuration == null) {
            return null;
        }
        io.quorate.core.roster.RosterView known = node.rosterView();
        NodeSet silent = known.behind().union(known.unheard());
        return new RosterReport(
                configuration,
                node.self().index(),
                known.keeps(),
                availability.reachablePeers(),
                configuration.members().minus(silent).union(known.sealed()),
                node.keptRoster().floor(),
                node.keptRoster().shownKeys(),
                inWords(known));
    }

    private String inWords(io.quorate.core.roster.RosterView known) {
        Configuration configuration = known.configuration();
        if (!configuration.equals(kept)) {
            return "a change is being written to the disk of " + names.of(node.self());
        }
        if (configuration.isJoint()) {
            long left = known.overAt() - time.now();
            String old = "roster " + configuration.lower().epoch();
            return known.overAt() == Long.MAX_VALUE
                    ? old + " is not over: too few of its voters are known to have learned of roster "
                            + configuration.latest().epoch()
                    : old + " is over in " + Math.max(0, Duration.ofNanos(left).toMillis()) + " ms";
        }
        if (known.ballot().isNone()) {
            return "";
        }
        return "a decision about roster " + (configuration.latest().epoch() + 1) + " is under way: round "
                + known.ballot().round() + ", proposed by "
                + names.of(NodeId.of(known.ballot().number()));
    }

    /** Has the roster changed. For every thread. */
    public Progress change(RosterChange change) {
        CompletableFuture<Long> decided = new CompletableFuture<>();
        CompletableFuture<RosterView> over = new CompletableFuture<>();
        turns.bring(() -> {
            try {
                propose(change, decided, over);
            } catch (RosterRefusedException why) {
                decided.completeExceptionally(why);
                over.completeExceptionally(why);
            } catch (IllegalArgumentException nonsense) {
                RosterRefusedException why =
                        new RosterRefusedException("The roster was not changed: " + nonsense.getMessage()
                                + (String.valueOf(nonsense.getMessage()).endsWith(".") ? "" : "."));
                decided.completeExceptionally(why);
                over.completeExceptionally(why);
            }
        });
        CompletableFuture<RosterView> told = new CompletableFuture<>();
        CompletionStage<RosterView> end = over;
        end.whenComplete((view, why) -> callbacks.execute(() -> {
            if (view == null) {
                told.completeExceptionally(why);
            } else {
                told.complete(view);
            }
        }));
        return new Progress(decided, told);
    }

    private void propose(RosterChange change, CompletableFuture<Long> decided, CompletableFuture<RosterView> over) {
        if (hasEnded) {
            throw new RosterRefusedException("The roster was not changed: this node has ended. Ask another node.");
        }
        Configuration present = node.configuration();
        if (present == null) {
            throw new RosterRefusedException(
                    "The roster was not changed: members of this cluster never change. Only quorumlock can do that.");
        }
        if (wish != null || present.isJoint()) {
            throw new RosterRefusedException(
                    "The roster was not changed: another change is under way. Wait until roster "
                            + present.lower().epoch() + " is over, and try again.");
        }
        if (!node.rosterView().keeps()) {
            throw new RosterRefusedException("The roster was not changed: node " + names.of(node.self())
                    + " has no data directory, and a node that forgets could let two hold a lock. Give every member"
                    + " one (--data, dataDirectory), restart them one after the other, and try again.");
        }
        Roster next = next(change, present.latest());
        node.protocol().requireUsable(next.system());
        Wish mine = new Wish(next, decided, over);
        wish = mine;
        for (Member each : next.members()) {
            if (present.latest().find(each.node()) == null) {
                node.present(each.node(), true, each.key()); // D6: it has announced itself lately
            }
        }
        node.propose(next);
    }

    /** The next roster, with the keys of all members that are known. */
    private Roster next(RosterChange change, Roster present) {
        RosterEdit edit = present.edit();
        for (RosterChange.Step step : change.steps()) {
            String address = String.valueOf(step.address());
            switch (step.kind()) {
                case ADD -> edit.add(new Member(0, step.what(), address, true, keyOfNewcomer(step.what(), address)));
                case REMOVE -> edit.remove(step.what());
                case MOVE -> edit.move(step.what(), address);
                case QUORUMS -> edit.quorums(step.what());
                case LEASE -> edit.lease(Duration.parse(step.what()));
            }
        }
        Roster next = edit.next();
        List<Member> bound = new ArrayList<>();
        for (Member each : next.members()) {
            String key = each.key().isEmpty() ? keyShownBy(each, present) : each.key();
            bound.add(new Member(each.number(), each.id(), each.address(), each.votes(), key));
        }
        return new Roster(next.epoch(), next.lineage(), next.nextNumber(), bound, next.quorums(), next.terms());
    }

    /** The first roster names no keys: the next one names those that its members have shown. */
    private String keyShownBy(Member member, Roster present) {
        if (member.node().equals(node.self())) {
            return node.keptRoster().key();
        }
        String key = node.keptRoster().shownKeys().get(member.number());
        if (key == null && member.votes() && present.find(member.node()) != null) {
            throw new RosterRefusedException(
                    "The roster was not changed: member " + member.id()
                            + " was never connected with " + names.of(node.self())
                            + ", so nobody could tell its data directory from another. Start it, or remove it in the same change.");
        }
        return key == null ? "" : key;
    }

    private String keyOfNewcomer(String id, String address) {
        String key = newcomers.keyOf(id, System.nanoTime());
        if (key == null) {
            throw new RosterRefusedException("The roster was not changed: node " + id
                    + " is not there. Start it first with an empty data directory, as in: quorate node --id " + id
                    + " --data FOLDER --join HOST:PORT of a member. It must listen at " + address + ".");
        }
        return key;
    }

    /** A proposal of this node has ended. In turns only. */
    public void ended(ProposalOutcome outcome) {
        Wish mine = wish;
        if (mine == null || !mine.next.equals(outcome.proposed())) {
            return;
        }
        Roster decided = outcome.decided();
        if (decided == null) {
            wish = null;
            LOG.say(LogEvent.ROSTER_REFUSED, mine.next.epoch(), outcome.refusal());
            mine.fail("The roster was not changed: " + outcome.refusal());
        } else if (!outcome.isChosen()) {
            wish = null;
            mine.fail(otherDecided(decided));
        } else {
            mine.decided.complete(decided.epoch());
        }
    }

    private static String otherDecided(Roster decided) {
        return "The roster was not changed as wished: another change was decided first, and roster " + decided.epoch()
                + " has the members "
                + String.join(", ", decided.members().stream().map(Member::id).toList())
                + ". Look at it (quorate roster), wait until it is the only one, and try again.";
    }

    /** The configuration is on the disk. In turns only. */
    public void kept(Configuration now) {
        kept = now;
        look(now);
        tellLater(Objects.requireNonNull(report(), "a node whose configuration rises has one"));
    }

    /** The node is in this configuration from now on. In turns only. */
    public void rose(Configuration now) {
        Membership membership = membership(now);
        names.follow(membership);
        availability.follow(membership, now, time.now());
        time.follow(now.shortestTerms(), now.longestTerms());
        turns.bring(this::lookWhetherAccepted);
        turns.bring(() -> suspectThoseThatAreMissing(now));
    }

    private void look(Configuration now) {
        Wish mine = wish;
        if (mine == null || now.latest().epoch() < mine.next.epoch()) {
            return;
        }
        boolean isLater = now.latest().epoch() > mine.next.epoch();
        if (!isLater && !now.latest().equals(mine.next)) {
            wish = null;
            mine.fail(otherDecided(now.latest()));
            return;
        }
        mine.decided.complete(mine.next.epoch());
        if (isLater || !now.isJoint()) {
            wish = null;
            RosterReport report = report();
            if (report != null) {
                mine.over.complete(report.view());
            }
        }
    }

    /** New members count as missing until a connection with them is there. */
    private void suspectThoseThatAreMissing(Configuration now) {
        NodeSet missing = availability.suspected().intersection(now.members());
        for (int index = missing.next(0); index >= 0; index = missing.next(index + 1)) {
            node.peerSuspected(NodeId.of(index));
        }
    }

    /** Tells the transport and the listeners what has changed, if anything has. Not in turns. */
    public void tellNews() {
        if (!hasNews) {
            return;
        }
        synchronized (untold) {
            if (telling) {
                return;
            }
            telling = true;
        }
        for (News next = poll(); next != null; next = poll()) {
            transport.follow(next.membership);
            if (next.report != null) {
                tell(next.report);
            }
        }
    }

    private @Nullable News poll() {
        synchronized (untold) {
            News next = untold.poll();
            telling = next != null;
            hasNews = next != null;
            return next;
        }
    }

    private void tell(RosterReport report) {
        Configuration now = report.configuration();
        Roster latest = now.latest();
        String members =
                String.join(", ", latest.members().stream().map(Member::id).toList());
        if (now.isJoint()) {
            LOG.say(
                    LogEvent.ROSTER_DECIDED,
                    latest.epoch(),
                    members,
                    latest.quorums(),
                    now.lower().epoch());
        } else {
            LOG.say(LogEvent.ROSTER_OVER, latest.epoch(), members);
        }
        synchronized (unheard) {
            if (listeners.isEmpty()) {
                return;
            }
            unheard.add(report.view());
            if (calling) {
                return;
            }
            calling = true;
        }
        callbacks.execute(this::tellListeners);
    }

    private void tellListeners() {
        for (RosterView next = nextUnheard(); next != null; next = nextUnheard()) {
            for (Listener each : listeners) {
                try {
                    each.consumer.accept(next);
                } catch (RuntimeException thrown) {
                    LOG.sayWith(LogEvent.ROSTER_LISTENER_THREW, thrown);
                }
            }
        }
    }

    private @Nullable RosterView nextUnheard() {
        synchronized (unheard) {
            RosterView next = unheard.poll();
            calling = next != null;
            return next;
        }
    }

    /** Calls the listener after each rise of the configuration. */
    public Registration add(Consumer<RosterView> listener) {
        Listener entry = new Listener(listener);
        listeners.add(entry);
        return () -> listeners.remove(entry);
    }

    /** The node ends, and tells each caller that waits for a change. For every thread. */
    public void close() {
        turns.bring(this::endWish);
    }

    private void endWish() {
        Wish mine = wish;
        wish = null;
        hasEnded = true;
        if (mine != null) {
            mine.fail(
                    "This node has ended. The change may have been decided: look at the roster through another node.");
        }
    }
}
