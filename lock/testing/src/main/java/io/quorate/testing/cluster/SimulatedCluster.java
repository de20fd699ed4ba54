// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.cluster;

import io.quorate.api.Hold;
import io.quorate.api.LockFailedException;
import io.quorate.api.LockMode;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.node.NodeBuilder;
import io.quorate.node.turn.NodeSettings;
import io.quorate.testing.FencedRecorder;
import io.quorate.testing.InMemoryCluster;
import io.quorate.testing.LockCluster;
import io.quorate.testing.watch.HoldBook;
import io.quorate.testing.watch.LockEvent;
import io.quorate.testing.watch.LockWatch;
import io.quorate.testing.watch.OpenHold;
import io.quorate.testing.watch.WatchedHold;
import io.quorate.trace.SpaceTime;
import io.quorate.trace.SpaceTime.Activity;
import io.quorate.trace.text.TextDrawing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Real nodes that talk through memory, by real or virtual time, with everybody watched who uses their locks. */
public final class SimulatedCluster implements LockCluster, LockWatch {
    /** By a step of this part of the lease a holder knows that it has lost a lock before another node gets it: nodes remember 2 % longer. */
    private static final int SMALL_STEPS = 50;

    /** Where nothing is wrong, steps are small enough to renew leases. */
    private static final int LARGE_STEPS = 8;

    /** A loss listener may wait for the thread that waits for it. */
    private static final long LISTENERS_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private static final long FREE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Duration lease;
    private final HoldBook book = new HoldBook();
    private final RunRecord record;
    private final ClusterNodes nodes;
    private final TimePump pump;
    private final List<StoreRecorder> stores = new CopyOnWriteArrayList<>();
    private final Set<Long> inBackgroundClaims = ConcurrentHashMap.newKeySet();

    /** Held by the thread that moves time or injects a fault. */
    private final ReentrantLock motion = new ReentrantLock();

    private volatile @Nullable FaultRun run;

    /** The node that stands still until the thread of the test calls again; -1 if there is none. */
    private volatile int standing = -1;

    private volatile Function<String, Optional<LockFailedException>> orders = lock -> Optional.empty();

    private SimulatedCluster(NodeBuilder builder, Duration lease, boolean virtual) {
        this.lease = lease;
        List<String> ids = new ArrayList<>();
        builder.roster().members().forEach(member -> ids.add(member.id()));
        this.record = new RunRecord(builder.protocol(), ids);
        this.nodes = new ClusterNodes(builder, new ClusterTime(virtual), record, this);
        this.pump = new TimePump(nodes, book, largeStep(), this::moveIfSomebodyWaits);
        record.clear();
    }

    /** Throws {@link io.quorate.api.InvalidConfigException} with all faults of the settings. */
    public static SimulatedCluster of(int nodes, UnaryOperator<LocksConfig> settings, boolean virtual) {
        LocksConfig usual = LocksConfig.of("a=localhost:1").nodeId("a");
        LocksConfig config = settings.apply(usual).validate();
        NodeBuilder builder = NodeBuilder.of(
                InMemoryCluster.roster(nodes), config.protocol(), config.quorums(), NodeSettings.of(config));
        return new SimulatedCluster(builder, config.lease(), virtual);
    }

    HoldBook book() {
        return book;
    }

    RunRecord record() {
        return record;
    }

    List<StoreRecorder> stores() {
        return stores;
    }

    Duration lease() {
        return lease;
    }

    Duration smallStep() {
        return lease.dividedBy(SMALL_STEPS);
    }

    private Duration largeStep() {
        return lease.dividedBy(LARGE_STEPS);
    }

    String idOf(int node) {
        return nodes.place(node).locks().nodeId();
    }

    // The watched events

    @Override
    public void enters(int node) {
        if (standing >= 0 && !book.isListener()) {
            inMotion(this::goOn);
        }
    }

    /** The node that stood still since a fault goes on. */
    private void goOn() {
        int stood = standing;
        standing = -1;
        if (stood >= 0) {
            nodes.resume(stood);
            nodes.settle();
            awaitListeners();
        }
    }

    @Override
    public void reaches(LockEvent.Kind kind, int node, String lock, String call) {
        FaultRun present = run;
        if (kind == LockEvent.Kind.AFTER_CHECK) {
            record.mark(node, call + " answered");
        }
        if (present == null || book.isListener() || motion.isHeldByCurrentThread()) {
            return;
        }
        int open = book.stillHeld().size();
        String nodeId = node < 0 ? "" : idOf(node);
        present.reaches(kind, nodeId, lock, call, open).ifPresent(event -> strike(present, event, node));
    }

    private void strike(FaultRun present, LockEvent event, int node) {
        int holder = node >= 0 ? node : holderNow();
        FaultPoint point = present.point().orElseThrow();
        inMotion(() -> {
            new Strike(this, nodes, point, event, holder).happen();
            if (nodes.place(holder).paused) {
                standing = holder;
            }
            if (event.kind().isInsideLibrary()) {
                goOn();
            }
        });
    }

    private int holderNow() {
        List<OpenHold> held = book.stillHeld();
        return held.isEmpty() ? 0 : held.get(held.size() - 1).node();
    }

    @Override
    public void waitBegins(int node) {
        if (nodes.time.isVirtual()) {
            if (nodes.place(node).paused) {
                throw new IllegalStateException(
                        "Node " + node + " is paused, so this call would wait forever: resume(" + node + ") it first.");
            }
            pump.waitBegins();
        }
    }

    @Override
    public void waitEnds(int node) {
        pump.waitEnds();
    }

    @Override
    public Optional<LockFailedException> ordered(String lock) {
        return orders.apply(lock);
    }

    /** Failures that acquisitions meet from now on, by the name of the lock. */
    public void order(Function<String, Optional<LockFailedException>> failures) {
        orders = failures;
    }

    @Override
    public long asks(int node, String lock, boolean inBackground) {
        long claim = record.begin(node, Activity.WAITING, lock);
        if (inBackground) {
            inBackgroundClaims.add(claim);
            runsInBackground();
        }
        return claim;
    }

    @Override
    public void runsInBackground() {
        if (nodes.time.isVirtual()) {
            pump.asyncBegins();
        }
    }

    @Override
    public void settled(long claim) {
        record.end(claim);
        if (inBackgroundClaims.remove(claim) && nodes.time.isVirtual()) {
            pump.asyncEnds();
        }
    }

    @Override
    public OpenHold granted(int node, Held held) {
        OpenHold hold = book.add(node, idOf(node), held);
        Activity activity = held.mode() == LockMode.SHARED ? Activity.HOLDING_SHARED : Activity.HOLDING;
        long span = record.begin(node, activity, held.lock());
        hold.whenClosed(() -> record.end(span));
        held.onLost(reason -> {
            record.mark(node, "loses \"" + held.lock() + "\" (" + reason + ")");
            record.end(span);
        });
        return hold;
    }

    // Time

    private void inMotion(Runnable step) {
        motion.lock();
        try {
            step.run();
        } finally {
            motion.unlock();
        }
    }

    private void requireVirtual() {
        if (!nodes.time.isVirtual()) {
            throw new IllegalStateException("This cluster goes by real time, which passes by itself: make it with"
                    + " LockCluster.virtualTime(), or @QuorateCluster(virtualTime = true).");
        }
    }

    @Override
    public void pass(Duration time) {
        requireVirtual();
        if (time.isNegative()) {
            throw new IllegalArgumentException("Time cannot go back: pass(" + time + ").");
        }
        enters(-1);
        reaches(LockEvent.Kind.TIME_PASSES, -1, "", "pass()");
        inMotion(() -> {
            Duration step = nodes.wereTouched() ? smallStep() : largeStep();
            nodes.settle();
            for (Duration left = time; left.compareTo(Duration.ZERO) > 0; left = left.minus(step)) {
                nodes.advance(left.compareTo(step) < 0 ? left : step);
                awaitListeners();
            }
        });
    }

    private boolean moveIfSomebodyWaits(Duration step) {
        boolean[] moved = new boolean[1];
        inMotion(() -> {
            goOn(); // the waiter is not the thread that goes first
            nodes.settle();
            if (nodes.waiting() > 0) {
                nodes.advance(nodes.wereTouched() && step.compareTo(smallStep()) > 0 ? smallStep() : step);
                awaitListeners();
                moved[0] = true;
            }
        });
        return moved[0];
    }

    /** Waits until loss listeners of the application have returned. A listener that blocks is left alone soon. */
    void awaitListeners() {
        long end = System.nanoTime() + LISTENERS_NANOS;
        while (book.someAreUntold(node -> nodes.place(node).isAwake()) && System.nanoTime() < end) {
            LockSupport.parkNanos(this, TimeUnit.MICROSECONDS.toNanos(50));
        }
    }

    // Faults

    @Override
    public int size() {
        return nodes.size();
    }

    @Override
    public Locks node(int number) {
        return nodes.place(number).shown;
    }

    @Override
    public List<Locks> nodes() {
        return nodes.all().stream().<Locks>map(place -> place.shown).toList();
    }

    /** Does it between two events of the cluster, and waits for what follows at once. */
    private void disturb(Runnable fault) {
        inMotion(() -> {
            if (nodes.time.isVirtual()) {
                nodes.settle();
            }
            fault.run();
            if (nodes.time.isVirtual()) {
                nodes.settle();
                awaitListeners();
            }
        });
    }

    @Override
    public void cutOff(int number) {
        disturb(() -> nodes.cutOff(number));
    }

    @Override
    public void reconnect(int number) {
        disturb(() -> nodes.reconnect(number));
    }

    @Override
    public void pause(int number) {
        disturb(() -> nodes.pause(number));
    }

    @Override
    public void resume(int number) {
        disturb(() -> nodes.resume(number));
    }

    @Override
    public void kill(int number) {
        disturb(() -> nodes.kill(number));
    }

    @Override
    public void restart(int number) {
        disturb(() -> nodes.restart(number));
    }

    @Override
    public boolean revoke(String lockName) {
        boolean[] revoked = new boolean[1];
        disturb(() -> revoked[0] = nodes.revoke(lockName));
        return revoked[0];
    }

    @Override
    public void jumpClock(int number, Duration by) {
        disturb(() -> nodes.jumpClock(number, by));
    }

    @Override
    public void loseHold(Hold hold) {
        if (!(hold instanceof WatchedHold watched)) {
            throw new IllegalArgumentException(
                    "This hold was not taken through a LockCluster: take it through the Locks of this cluster.");
        }
        disturb(() -> loseTrust(watched.entry().node()));
    }

    /** All holds of the node are lost, as by {@link #loseHold}. */
    public void loseAll(int number) {
        disturb(() -> loseTrust(number));
    }

    /** Takes a lock on behalf of somebody who is no part of the test; empty if it is not free. The caller closes it. */
    public Optional<Hold> takeUnwatched(int number, String lockName) {
        try {
            return nodes.place(number).locks().lock(lockName).tryAcquire();
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** As if the machine had been suspended for two leases: the node trusts no voter, and asks all again. */
    void loseTrust(int number) {
        Duration jump = lease.multipliedBy(2);
        nodes.jumpClock(number, jump);
        nodes.place(number).clock.jump(jump.negated());
    }

    @Override
    public void reset() {
        inMotion(() -> {
            standing = -1;
            List<OpenHold> left = book.open();
            left.forEach(hold -> hold.held().free());
            if (nodes.wereTouched() || !left.isEmpty()) {
                nodes.startAnew();
            }
            book.clear();
            stores.clear();
            run = null;
            record.clear();
        });
    }

    /** From now on the events of this run are counted, and its fault strikes. */
    public void begin(FaultRun next) {
        run = next;
    }

    /** Nothing is counted any more, and a node that stands still goes on. */
    public void end() {
        run = null;
        enters(0);
    }

    // Calls of a test

    @Override
    public FencedRecorder recorder() {
        return store(true);
    }

    @Override
    public FencedRecorder uncheckedRecorder() {
        return store(false);
    }

    private FencedRecorder store(boolean checks) {
        StoreRecorder store = new StoreRecorder(this, checks);
        stores.add(store);
        return store;
    }

    /** Late writes that stores without checks have taken, in words; empty if there are none. */
    public Optional<String> lateWrites() {
        List<String> late = new ArrayList<>();
        stores.forEach(store -> late.addAll(store.lateWrites()));
        return late.isEmpty() ? Optional.empty() : Optional.of(StoreRecorder.inWords(late));
    }

    /** Holds that were neither closed nor lost, in words; empty if there are none. */
    public Optional<String> leaks() {
        List<OpenHold> open = book.stillHeld();
        if (open.isEmpty()) {
            return Optional.empty();
        }
        StringBuilder text = new StringBuilder(
                open.size() == 1 ? "A lock was taken and never given back" : "Locks were taken and never given back");
        text.append(". Close each hold, best by try-with-resources:");
        open.forEach(hold -> text.append("\n  ").append(hold.withStack()));
        return Optional.of(text.toString());
    }

    /** The events so far. */
    public SpaceTime diagram(String title) {
        return record.diagram(title);
    }

    String drawing() {
        return TextDrawing.draw(diagram("what happened"));
    }

    @Override
    public void assertFree(String lockName) {
        for (OpenHold hold : book.stillHeld()) {
            if (hold.held().lock().equals(lockName)) {
                throw new AssertionError("The lock is not free. It is held: " + hold.withStack());
            }
        }
        Optional<String> why = whyNotFree(lockName);
        long end = System.nanoTime() + FREE_NANOS;
        while (why.isPresent() && !nodes.time.isVirtual() && System.nanoTime() < end) {
            LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(5)); // what was given back is under way
            why = whyNotFree(lockName);
        }
        why.ifPresent(text -> {
            throw new AssertionError("The lock is not free. " + text);
        });
    }

    private Optional<String> whyNotFree(String lockName) {
        if (nodes.time.isVirtual()) {
            inMotion(nodes::settle);
        }
        var description = asked().locks().lock(lockName).describe();
        return description.isFree() ? Optional.empty() : Optional.of(description.toString());
    }

    /** A node that can tell. */
    private NodePlace asked() {
        return nodes.all().stream()
                .filter(place -> place.isAwake() && !place.cutOff)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "No node can be asked: all are down, paused or cut off. Resume, restart or reconnect one."));
    }

    @Override
    public void assertHeld(String lockName) {
        if (holders(lockName).isEmpty()) {
            throw new AssertionError(
                    "Nobody holds the lock. " + asked().locks().lock(lockName).describe());
        }
    }

    @Override
    public void assertHeldBy(int number, String lockName) {
        NodePlace wanted = nodes.place(number);
        List<OpenHold> holders = holders(lockName);
        if (holders.stream().noneMatch(hold -> hold.node() == number)) {
            StringBuilder text = new StringBuilder("Node " + wanted.locks().nodeId() + " does not hold the lock.");
            holders.forEach(hold ->
                    text.append(" It is held: ").append(hold.withStack()).append('\n'));
            throw new AssertionError(text + (holders.isEmpty() ? " Nobody does." : ""));
        }
    }

    private List<OpenHold> holders(String lockName) {
        return book.stillHeld().stream()
                .filter(hold -> hold.held().lock().equals(lockName))
                .toList();
    }

    @Override
    public void assertNoOpenHolds() {
        leaks().ifPresent(text -> {
            throw new AssertionError(text);
        });
    }

    @Override
    public void close() {
        pump.close();
        inMotion(nodes::close);
    }
}
