// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.storm;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.simulate.chance.Randomness;
import io.quorate.lab.storm.Directions.Direction;
import io.quorate.lab.world.event.Event.News;
import io.quorate.lab.world.event.Event.Signal;
import io.quorate.lab.world.facts.NodeClaim;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Injects faults, one after the other, each for some time; then repairs everything and does nothing more. */
final class StormFaults {
    /** The beginning of each log line of a fault. */
    static final String FAULT = "fault: ";

    private static final long SKEW_MICROS = 5_000_000;

    /** The number of leases after which no late frame is in flight, and every session has been renewed or is over. */
    private static final int QUIET_LEASES = 1;

    /** So small a part of a lease is soon. */
    private static final int QUICK_PART = 20;

    /** A disk is slow for at most this many leases. */
    private static final int SLOW_DISK_LEASES = 6;

    /** How long a node may take to stop, in tenths of a lease. */
    private static final List<Integer> STOP_TENTHS = List.of(1, 5, 15, 30);

    /** How long a fault lasts, in tenths of a lease; on average. */
    private static final List<Integer> TENTHS = List.of(1, 3, 10, 20, 40);

    private final StormRun run;
    private final StormNetwork network;
    private final Randomness randomness;
    private final Directions directions;
    private final BrokenLinks brokenLinks;
    private final int nodes;
    private final long lease;
    private final List<Fault> kinds = new ArrayList<>();

    /** The active faults, and how each ends. */
    private final Set<Wrong> wrongs = new LinkedHashSet<>();

    private boolean over;

    /** The time of the last fault or repair, without those of clocks. */
    private long lastChange;

    /** These do not start again for now. */
    private NodeSet leftDown = NodeSet.EMPTY;

    /** Told apart by identity. */
    private static final class Wrong {
        private final Runnable ending;

        /** The node that is down, if that is what is wrong. */
        private final @Nullable NodeId down;

        Wrong(Runnable ending, @Nullable NodeId down) {
            this.ending = ending;
            this.down = down;
        }
    }

    StormFaults(StormRun run, StormNetwork network, Randomness randomness) {
        this.run = run;
        this.network = network;
        this.randomness = randomness;
        this.nodes = run.storm().setup().nodes();
        this.directions = new Directions(nodes, randomness);
        this.brokenLinks = new BrokenLinks(run, directions, randomness);
        this.lease = run.storm().leaseNanos();
        kinds.addAll(run.storm().faults());
        kinds.removeAll(List.of(Fault.DUPLICATES, Fault.LOSS)); // the network sees to those
        if (!run.storm().keepsCeiling()) {
            kinds.removeAll(List.of(Fault.SKEW, Fault.SLOW_DISK)); // who keeps nothing must know what time it is
        }
        if (nodes == 1) {
            kinds.removeAll(List.of(Fault.RESETS, Fault.PARTITIONS, Fault.ONE_WAY, Fault.SLOW, Fault.SUSPICIONS));
            kinds.removeAll(List.of(Fault.GREY, Fault.TWINS));
        }
    }

    void start() {
        for (int index = 0; index < nodes; index++) {
            if (kinds.contains(Fault.DRIFT)) {
                changeRate(run.node(NodeId.of(index)));
            }
            if (kinds.contains(Fault.SKEW)) {
                changeSkew(run.node(NodeId.of(index)));
            }
        }
        if (!kinds.isEmpty()) {
            next();
        }
    }

    private void next() {
        run.at(run.now() + RandomDuration.exponential(run.storm().pace()).draw(randomness), () -> {
            if (!over) {
                happen(kinds.get(randomness.nextInt(kinds.size())));
                next();
            }
        });
    }

    /** All that is wrong ends, and nothing goes wrong any more, but that these nodes are down. */
    void clear(NodeSet butDown) {
        over = true;
        leftDown = butDown;
        for (int index = butDown.next(0); index >= 0; index = butDown.next(index + 1)) {
            crash(run.node(NodeId.of(index)));
        }
        new ArrayList<>(wrongs).forEach(this::end);
    }

    private void lasting(Runnable ending) {
        lasting(new Wrong(ending, null));
    }

    private void lasting(Wrong wrong) {
        lasting(wrong, Long.MAX_VALUE);
    }

    private void lasting(Wrong wrong, long atMost) {
        long mean = lease / 10 * TENTHS.get(randomness.nextInt(TENTHS.size()));
        long drawn = RandomDuration.exponential(mean).draw(randomness);
        lastingFor(Math.min(drawn, atMost), wrong);
    }

    /** V3 promises something about crashes when nothing else is wrong, and has not been for so long that all traces are gone. */
    private boolean isQuiet() {
        return wrongs.isEmpty() && run.now() - lastChange > QUIET_LEASES * lease;
    }

    private void changed() {
        lastChange = run.now();
        run.survivors().disturbed();
    }

    private void lastingFor(long time, Wrong wrong) {
        wrongs.add(wrong);
        run.at(run.now() + time, () -> end(wrong));
    }

    private void end(Wrong wrong) {
        boolean staysDown = wrong.down != null && leftDown.contains(wrong.down);
        if (!staysDown && wrongs.remove(wrong)) {
            changed();
            wrong.ending.run();
        }
    }

    private StormNode anyNode() {
        return run.node(NodeId.of(randomness.nextInt(nodes)));
    }

    private void happen(Fault fault) {
        StormNode node = anyNode();
        run.tell(node.self(), FAULT + fault.text());
        boolean isQuiet = isQuiet();
        if (fault != Fault.DRIFT && fault != Fault.SKEW) {
            changed();
        }
        switch (fault) {
            case RESETS -> reset(node.self());
            case PARTITIONS -> partition();
            case ONE_WAY -> oneWay(node.self());
            case SLOW -> slow(node.self());
            case SUSPICIONS -> suspect(node.self());
            case CRASHES -> crashSome(node, isQuiet);
            case BLACKOUTS -> blackout();
            case STOPS -> stop(node);
            case PAUSES -> pause(node);
            case DISTRUST -> distrust(node);
            case REVOCATIONS -> run.revokeAny(randomness);
            case DRIFT -> changeRate(node);
            case SKEW -> changeSkew(node);
            case ISOLATION -> isolate(node);
            case RESTARTS -> restart(node);
            case LEAVES -> leave(node);
            case NEWCOMERS -> run.admission().newcomer().ifPresent(this::comeIn);
            case BROKEN_LINKS -> breakLinks("broken links", () -> brokenLinks.toTheNext(node));
            case TORN_LINKS -> breakLinks("torn links", () -> brokenLinks.near(node));
            case RIFTS -> breakLinks("rifts", brokenLinks::betweenTwoOfThreePlaces);
            case GREY -> turnGrey(node.self());
            case CLEAN_STOPS -> stopCleanly(node);
            case TWINS -> comeTwice(node);
            case SLOW_DISK -> slowDown(node);
            case DUPLICATES, LOSS -> throw new IllegalStateException("the network sees to " + fault.text());
        }
    }

    /** Over an overlay enough nodes must be left. */
    private boolean canDoWithout(StormNode node) {
        return !run.storm().isOverOverlay()
                || (run.admission().canDoWithout(node) && brokenLinks.canDoWithout(node.self()));
    }

    private void comeIn(StormNode node) {
        run.counts().count("newcomers");
        run.startAgain(node.self());
    }

    /** One at a time: several that come back at once could find each other first, and would be a second overlay. */
    private void isolate(StormNode node) {
        boolean isOther =
                directions.others(node.self()).anyMatch(peer -> run.node(peer).isCutOff());
        if (!isOther && !node.isCutOff() && canDoWithout(node)) {
            run.counts().count("isolations");
            node.setCutOff(true);
            lasting(cut(directions.allAt(node.self())));
            lasting(() -> node.setCutOff(false));
        }
    }

    private void breakLinks(String what, Supplier<List<Direction>> which) {
        List<Direction> links = brokenLinks.areAny() ? List.of() : which.get();
        if (brokenLinks.breakAll(links)) {
            run.counts().count(what);
            Runnable mending = cut(links);
            Runnable ending = () -> {
                brokenLinks.mended();
                mending.run();
            };
            lastingFor(brokenLinks.lasting(), new Wrong(ending, null));
        }
    }

    /** It forgets everything, and is there again before anybody has missed it. */
    private void restart(StormNode node) {
        if (node.isUp() && canDoWithout(node)) {
            run.counts().count("quick restarts");
            fall(node, lease / QUICK_PART);
        }
    }

    private void leave(StormNode node) {
        if (node.isUp() && !node.isPaused() && canDoWithout(node)) {
            run.counts().count("leaves");
            node.turn(Signal.LEAVE_OVERLAY);
            fall(node, Long.MAX_VALUE);
        }
    }

    private void reset(NodeId one) {
        run.counts().count("resets");
        network.reset(one, directions.otherThan(one));
    }

    private void partition() {
        List<NodeId> one = new ArrayList<>();
        List<NodeId> other = new ArrayList<>();
        for (int index = 0; index < nodes; index++) {
            (randomness.chance(0.5) ? one : other).add(NodeId.of(index));
        }
        if (!one.isEmpty() && !other.isEmpty()) {
            run.counts().count("partitions");
            lasting(cut(directions.across(one, other)));
        }
    }

    /** Returns the action that repairs it. */
    private Runnable cut(List<Direction> cut) {
        boolean noticed = randomness.chance(0.3);
        for (Direction direction : cut) {
            network.cut(direction.from(), direction.to());
            if (noticed) {
                suspect(direction.from(), direction.to());
            }
        }
        return () -> cut.forEach(direction -> network.mend(direction.from(), direction.to()));
    }

    private void oneWay(NodeId node) {
        run.counts().count("one-way cuts");
        lasting(cut(directions.at(node)));
    }

    private void slow(NodeId node) {
        run.counts().count("slow links");
        List<Direction> slowed = directions.at(node);
        slowed.forEach(direction -> network.slow(direction.from(), direction.to(), 1));
        lasting(() -> slowed.forEach(direction -> network.slow(direction.from(), direction.to(), -1)));
    }

    private void suspect(NodeId node) {
        run.counts().count("wrong suspicions");
        suspect(node, directions.otherThan(node));
    }

    private void suspect(NodeId node, NodeId peer) {
        run.node(node).turn(News.SUSPECT.of(peer));
        lasting(() -> run.node(node).turn(News.UNSUSPECT.of(peer)));
    }

    private void crashSome(StormNode node, boolean isQuiet) {
        List<NodeClaim> withSpares = isQuiet ? run.withSpares() : List.of();
        NodeSet crashed = NodeSet.of(node.self());
        crashUnlessNeeded(node);
        while (randomness.chance(0.3)) {
            StormNode other = anyNode();
            crashed = crashed.with(other.self());
            crashUnlessNeeded(other);
        }
        run.shelter(withSpares, crashed);
    }

    private void crashUnlessNeeded(StormNode node) {
        if (canDoWithout(node)) {
            crash(node);
        }
    }

    private void blackout() {
        run.counts().count("blackouts");
        for (int index = 0; index < nodes; index++) {
            crash(run.node(NodeId.of(index)));
        }
    }

    private void crash(StormNode node) {
        crash(node, Long.MAX_VALUE);
    }

    private void crash(StormNode node, long downAtMost) {
        if (node.isUp()) {
            run.counts().count("crashes");
            run.counts().count("crashes of holders", node.holdsAny() ? 1 : 0);
            fall(node, downAtMost);
        }
    }

    /** The node ends, and starts again after so long at the latest. */
    private void fall(StormNode node, long atMost) {
        run.crash(node.self());
        lasting(new Wrong(() -> startAgain(node), node.self()), atMost);
        if (run.storm().isOverOverlay() && randomness.chance(0.5)) {
            long later = RandomDuration.uniform(0, lease / QUICK_PART).draw(randomness);
            run.at(run.now() + later, () -> noticeBreak(node));
        }
    }

    /** The connections of a node that has ended break. */
    private void noticeBreak(StormNode node) {
        if (!node.isUp()) {
            directions.others(node.self()).forEach(peer -> run.node(peer).turn(News.SUSPECT.of(node.self())));
        }
    }

    private void startAgain(StormNode node) {
        run.counts().count("restarts");
        run.startAgain(node.self());
        if (run.storm().isOverOverlay()) {
            directions.others(node.self()).forEach(peer -> run.node(peer).turn(News.UNSUSPECT.of(node.self())));
        }
    }

    private void stop(StormNode node) {
        if (node.isUp() && !node.isPaused() && canDoWithout(node)) {
            run.counts().count("orderly stops");
            node.turn(Signal.ABSTAIN);
            lasting(() -> {
                crash(node);
                if (over) {
                    clear(leftDown);
                }
            });
        }
    }

    /** All that the node sends is late, and perhaps all that it is sent: like a process that is short of processors. */
    private void turnGrey(NodeId node) {
        run.counts().count("grey nodes");
        long late = RandomDuration.uniform(lease / QUICK_PART, lease / 2).draw(randomness);
        List<Direction> slowed = randomness.chance(0.5)
                ? directions.allAt(node)
                : directions.others(node).map(peer -> new Direction(node, peer)).toList();
        slowed.forEach(direction -> network.delay(direction.from(), direction.to(), late));
        lasting(() -> slowed.forEach(direction -> network.delay(direction.from(), direction.to(), -late)));
    }

    /** W: it has some time to stop; then it is killed, and leaves no mark. */
    private void stopCleanly(StormNode node) {
        if (!node.isUp() || node.isPaused() || node.isStopping()) {
            return;
        }
        run.counts().count("clean stops begun");
        int start = node.starts();
        node.beginToStop();
        run.stopping(node.self(), randomness.chance(0.5));
        long atMost = lease / 10 * STOP_TENTHS.get(randomness.nextInt(STOP_TENTHS.size()));
        lastingFor(
                atMost,
                new Wrong(
                        () -> {
                            if (node.isStopping() && node.starts() == start) {
                                run.counts().count("stops cut short");
                                crash(node);
                            }
                            if (over) {
                                clear(leftDown);
                            }
                        },
                        null));
    }

    /** The node has stopped by itself; it starts again some time later, or at once as in an upgrade. */
    void stopped(StormNode node) {
        fall(node, randomness.chance(0.5) ? lease / QUICK_PART : Long.MAX_VALUE);
        if (over) {
            clear(leftDown);
        }
    }

    /**
     * T1: everybody learns within a part of a heartbeat that the node is there twice, at a time of its own, and so does the node. It
     * ends a little later, and the others learn that.
     */
    private void comeTwice(StormNode node) {
        if (!node.isUp() || node.isStopping()) {
            return;
        }
        run.counts().count("twins noticed");
        int start = node.starts();
        boolean[] ended = new boolean[1];
        directions
                .others(node.self())
                .forEach(peer -> run.at(run.now() + soon(), () -> {
                    if (!ended[0]) {
                        run.node(peer).turn(News.TWIN.of(node.self()));
                    }
                }));
        run.at(run.now() + soon(), () -> {
            if (!ended[0] && node.starts() == start) {
                node.turn(Signal.GIVE_UP_VOTING);
            }
        });
        lastingFor(
                RandomDuration.uniform(lease / 10, 2 * lease).draw(randomness),
                new Wrong(
                        () -> {
                            ended[0] = true;
                            if (node.isUp() && node.starts() == start) {
                                crash(node);
                            }
                            directions
                                    .others(node.self())
                                    .forEach(peer -> run.at(
                                            run.now() + (over ? 0 : soon()),
                                            () -> run.node(peer).turn(News.SINGLE.of(node.self()))));
                            if (over) {
                                clear(leftDown);
                            }
                        },
                        null));
    }

    /** K1: the disk takes long for each write. Nodes write when they start, so this one often does, and may crash before it is done. */
    private void slowDown(StormNode node) {
        run.counts().count("slow disks");
        node.disk().becomesSlow();
        long time = RandomDuration.uniform(lease / 2, SLOW_DISK_LEASES * lease).draw(randomness);
        lastingFor(time, new Wrong(node.disk()::recovers, null));
        if (node.isUp() && randomness.chance(0.7)) {
            crash(node, lease / QUICK_PART);
        }
        if (randomness.chance(0.5)) {
            long later = RandomDuration.uniform(lease / QUICK_PART, 2 * lease).draw(randomness);
            run.at(run.now() + later, () -> {
                if (!over && node.disk().isWriting()) {
                    crash(node, Long.MAX_VALUE);
                }
            });
        }
    }

    private long soon() {
        return RandomDuration.uniform(0, lease / QUICK_PART).draw(randomness);
    }

    private void pause(StormNode node) {
        if (node.isUp() && !node.isPaused() && canDoWithout(node)) {
            run.counts().count("pauses");
            run.counts().count("pauses of holders", node.holdsAny() ? 1 : 0);
            node.pause();
            run.lookAtOwner(node);
            run.tell(node.self(), "stands still");
            boolean atOnce = randomness.chance(0.5);
            lasting(() -> {
                if (node.isPaused()) {
                    run.tell(node.self(), "goes on");
                    node.goOn(atOnce);
                }
            });
        }
    }

    private void distrust(StormNode node) {
        run.counts().count("distrust of all");
        node.turn(Signal.DISTRUST_ALL);
    }

    /** As far as the terms allow, often all the way. */
    private void changeRate(StormNode node) {
        long most = run.storm().termsOf(node.self()).driftPerMille() * 1000L;
        long rate = switch (randomness.nextInt(4)) {
            case 0 -> most;
            case 1 -> -most;
            default -> RandomDuration.uniform(0, 2 * most).draw(randomness) - most;
        };
        node.changeRate(rate);
    }

    private void changeSkew(StormNode node) {
        node.setSkew(RandomDuration.uniform(0, 2 * SKEW_MICROS).draw(randomness) - SKEW_MICROS);
    }
}
