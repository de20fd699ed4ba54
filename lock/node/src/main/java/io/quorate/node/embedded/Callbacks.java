// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.embedded;

import io.quorate.api.Hold;
import io.quorate.core.lock.LossReason;
import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.turn.LocalClaim;
import io.quorate.node.turn.LostListeners;
import io.quorate.node.turn.Outcomes;
import io.quorate.node.watch.LastWords;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs the code of the application that waited for something to happen: never inside a turn.
 *
 * <p>Loss notifications have threads of their own and are never refused. Everything else runs on the application's executor, or
 * on a few threads of this node. While {@link #QUEUED_MAX} of these callbacks wait, the queue is full: a new
 * {@code acquireAsync} is refused, and a request to release is not passed on. Callbacks that were accepted before always run.
 */
final class Callbacks {
    private static final EventLog LOG = EventLog.of(Callbacks.class);

    /** Maximum number of callbacks that wait for a thread before new ones are refused. */
    static final int QUEUED_MAX = 10_000;

    /** More would only hide that a callback blocks. */
    static final int THREADS_MAX = 4;

    /** Loss listeners may block, each its own thread only. The queue behind them is as long as the holds that were lost. */
    private static final int LOSS_THREADS_MAX = 32;

    private static final long IDLE_SECONDS = 5;

    private static final LastWords THROWN = LastWords.of(LogEvent.CALLBACK_THREW);

    private static final LastWords REJECTED = LastWords.of(LogEvent.EXECUTOR_REJECTS);

    private static final LastWords NO_THREAD = LastWords.of(LogEvent.NO_CALLBACK_THREAD);

    private final ThreadPoolExecutor losses;
    private final ThreadPoolExecutor own;

    /** Of the application; null for {@link #own}. */
    private final @Nullable Executor executor;

    private final int queuedMax;
    private final AtomicInteger queued = new AtomicInteger();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicBoolean fullWasSaid = new AtomicBoolean();
    private final AtomicBoolean rejectionWasSaid = new AtomicBoolean();

    /** A task waits because the system had no thread for it. */
    private volatile boolean stranded;

    /** With the executor of the application, or null for threads of this node. */
    Callbacks(String nodeId, @Nullable Executor given, int queuedMax) {
        this(given, queuedMax, factory("quorate-loss-" + nodeId), factory("quorate-callback-" + nodeId));
    }

    Callbacks(@Nullable Executor given, int queuedMax, ThreadFactory lossThreads, ThreadFactory ownThreads) {
        this.losses = threads(LOSS_THREADS_MAX, lossThreads);
        this.own = threads(THREADS_MAX, ownThreads);
        this.executor = given;
        this.queuedMax = queuedMax;
    }

    private static ThreadFactory factory(String name) {
        AtomicInteger count = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    private static ThreadPoolExecutor threads(int max, ThreadFactory factory) {
        ThreadPoolExecutor threads =
                new ThreadPoolExecutor(max, max, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
        // Once the node is closed, turns produce no more events: the remaining callbacks run on the calling thread.
        threads.setRejectedExecutionHandler((task, closed) -> task.run());
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    /** Whether there is room for one more callback; if not, this is counted, and said once. */
    boolean accepts() {
        if (queued.get() < queuedMax) {
            return true;
        }
        refused.incrementAndGet();
        if (fullWasSaid.compareAndSet(false, true)) {
            LOG.say(LogEvent.CALLBACKS_FULL, queuedMax);
        }
        return false;
    }

    /** How often {@link #accepts} said no. */
    long refusedCount() {
        return refused.get();
    }

    /** Completes the future of a claim. That of a recipe does not wait behind code of the application. */
    void settled(RunningNode node, LocalClaim claim) {
        CompletableFuture<Hold> future = claim.future;
        if (future instanceof PendingHold pending && pending.atOnce) {
            completeNow(node, claim, pending);
        } else if (future != null) {
            run(() -> complete(node, claim, future));
        }
    }

    /** Throws only while nobody has the hold: then the caller tries again. */
    private static void completeNow(RunningNode node, LocalClaim claim, PendingHold pending) {
        try {
            complete(node, claim, pending);
        } catch (Error failure) {
            if (!pending.isDone()) {
                throw failure;
            }
            THROWN.say(LOG, failure);
        }
    }

    private static void complete(RunningNode node, LocalClaim claim, CompletableFuture<Hold> future) {
        try {
            EmbeddedHold hold = new EmbeddedHold(node, node.held(claim));
            if (!future.complete(hold)) {
                node.abandon(claim); // cancelled meanwhile: nobody will ever close it
            }
        } catch (RuntimeException failure) {
            future.completeExceptionally(failure);
        }
    }

    /** Tells the listeners of a hold. If it throws because memory has run out, the remaining ones are told the next time. */
    void lost(LocalClaim claim, LossReason reason) {
        io.quorate.api.LossReason because = Outcomes.toApi(reason);
        LostListeners listeners = claim.listeners();
        listeners.lost(because);
        for (LostListeners.Entry next = listeners.untold(); next != null; next = listeners.untold()) {
            tell(next, because);
            listeners.told(next);
        }
    }

    void tell(Consumer<io.quorate.api.LossReason> listener, io.quorate.api.LossReason because) {
        runAtOnce(() -> listener.accept(because));
    }

    /** Tells the holder that somebody would like to have the lock back; false if it does not listen, or the queue is full. */
    boolean releaseRequested(LocalClaim claim, String asker) {
        return releaseRequested(claim, asker, this::run);
    }

    /** The same in a turn. */
    boolean releaseRequestedInTurn(LocalClaim claim, String asker) {
        return releaseRequested(claim, asker, this::runFromTurn);
    }

    private boolean releaseRequested(LocalClaim claim, String asker, Consumer<Runnable> runner) {
        // of one that its owner has closed, the node keeps the lock: nobody else can do anything about it
        List<Consumer<String>> listeners = claim.state() == LocalClaim.State.HELD
                ? claim.releaseListeners().all()
                : List.of();
        if (listeners.isEmpty() || !accepts()) {
            return false;
        }
        listeners.forEach(listener -> runner.accept(() -> listener.accept(asker)));
        return true;
    }

    /** Runs what must not wait behind callbacks: loss notifications, and the end of the node. */
    void runAtOnce(Runnable task) {
        execute(losses, guarded(task));
    }

    /** Hands the task to one of the threads, to those that there are if the system has no more, or keeps it for {@link #revive}. */
    private void execute(ThreadPoolExecutor threads, Runnable task) {
        try {
            threads.execute(task);
        } catch (OutOfMemoryError noThread) {
            threads.getQueue().add(task);
            stranded = true;
            NO_THREAD.say(LOG, noThread);
        }
    }

    /**
     * Sees to tasks that wait because the system had no thread for them. Loss notifications that cannot have one even now run on
     * the thread that calls, and when the node has ended so do all others: late is better than never. False if some still wait.
     */
    boolean revive(boolean hasEnded) {
        if (!stranded) {
            return true;
        }
        boolean ownServed = isServed(own);
        boolean lossesServed = isServed(losses);
        if (!ownServed && hasEnded) {
            runNext(own);
        }
        if (!lossesServed) {
            runNext(losses);
        }
        stranded = !ownServed || !lossesServed;
        return !stranded;
    }

    private static void runNext(ThreadPoolExecutor threads) {
        Runnable task = threads.getQueue().poll();
        if (task != null) {
            task.run();
        }
    }

    /** Whether a thread serves the queue, now that one was asked for. */
    private static boolean isServed(ThreadPoolExecutor threads) {
        try {
            return threads.getQueue().isEmpty() || threads.getPoolSize() > 0 || threads.prestartCoreThread();
        } catch (OutOfMemoryError noThread) {
            return false;
        }
    }

    /** Runs a callback that was accepted, on a thread of the library if the executor throws. Throws only if memory has run out. */
    void run(Runnable task) {
        Counted counted = new Counted(guarded(task));
        if (executor == null) {
            runOnOwn(counted);
            return;
        }
        try {
            executor.execute(counted);
        } catch (RuntimeException | Error rejection) {
            if (rejectionWasSaid.compareAndSet(false, true)) {
                REJECTED.say(LOG, rejection);
            }
            runOnOwn(counted);
        }
    }

    /**
     * The same in a turn. The executor of the application may run callbacks on the thread that calls it, and a callback may wait for
     * a turn: so a thread of this node calls the executor.
     */
    void runFromTurn(Runnable task) {
        if (executor == null) {
            run(task);
        } else {
            runOnOwn(new Counted(guarded(() -> run(task))));
        }
    }

    private void runOnOwn(Counted task) {
        try {
            execute(own, task);
        } catch (RuntimeException | Error noMemory) {
            task.leave();
            throw noMemory;
        }
    }

    /** Runs once, and is one of those that are queued until then: an executor may take a task and throw nevertheless. */
    private final class Counted implements Runnable {
        private final Runnable task;
        private final AtomicBoolean left = new AtomicBoolean();

        Counted(Runnable task) {
            this.task = task;
            queued.incrementAndGet();
        }

        /** False if it has left the queue before. */
        boolean leave() {
            if (left.compareAndSet(false, true)) {
                queued.decrementAndGet();
                return true;
            }
            return false;
        }

        @Override
        public void run() {
            if (leave()) {
                task.run();
            }
        }
    }

    private static Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException | Error failure) {
                THROWN.say(LOG, failure);
            }
        };
    }

    /** Queued callbacks still run. */
    void close() {
        losses.shutdown();
        own.shutdown();
    }
}
