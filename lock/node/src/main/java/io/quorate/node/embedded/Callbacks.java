package io.quorate.node.embedded;

import io.quorate.api.Hold;
import io.quorate.core.lock.LossReason;
import io.quorate.node.turn.LocalClaim;
import io.quorate.node.turn.LostListeners;
import io.quorate.node.turn.Outcomes;
import io.quorate.node.watch.LastWords;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
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
 * {@code acquireAsync} is refused, and a request to release is not passed on. What was accepted before always runs.
 */
final class Callbacks {
    private static final System.Logger LOG = System.getLogger(Callbacks.class.getName());

    /** Maximum number of callbacks that wait for a thread before new ones are refused. */
    static final int QUEUED_MAX = 10_000;

    /** More would only hide that a callback blocks. */
    static final int THREADS_MAX = 4;

    /** Loss listeners may block, each its own thread only. The queue behind them is as long as the holds that were lost. */
    private static final int LOSS_THREADS_MAX = 32;

    private static final long IDLE_SECONDS = 5;

    private static final LastWords THROWN =
            LastWords.of("A callback of the application has thrown; nothing else is affected.");

    private static final LastWords NO_THREAD = LastWords.of(
            "The system has no thread left for callbacks: they wait. Raise the limits of this process (ulimit -u, -Xmx).");

    private final ThreadPoolExecutor losses;
    private final ThreadPoolExecutor own;
    private final Executor executor;
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
        this.executor = given == null ? task -> execute(own, task) : given;
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
        // Once the node is closed nothing happens in turns that anybody could hear of: what is left runs where it is.
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
            LOG.log(
                    Level.WARNING,
                    "{0} callbacks of the application wait for a thread, which is the limit: acquireAsync is refused until some"
                            + " have run. Do not block in callbacks: use thenAcceptAsync, or give LocksConfig.callbackExecutor."
                            + " LockStatistics.callbacksRefused counts the refusals; this is said once.",
                    String.valueOf(queuedMax));
        }
        return false;
    }

    /** How often {@link #accepts} said no. */
    long refusedCount() {
        return refused.get();
    }

    /** Completes the future of a claim. */
    void settled(RunningNode node, LocalClaim claim) {
        run(() -> {
            CompletableFuture<Hold> future = claim.future;
            if (future != null) {
                complete(node, claim, future);
            }
        });
    }

    private static void complete(RunningNode node, LocalClaim claim, CompletableFuture<Hold> future) {
        try {
            EmbeddedHold hold = new EmbeddedHold(node, node.held(claim));
            if (!future.complete(hold)) {
                hold.close(); // cancelled meanwhile: nobody will ever close it
            }
        } catch (RuntimeException failure) {
            future.completeExceptionally(failure);
        }
    }

    /** Tells the listeners of a hold. If it throws for want of memory, those that were not told are told the next time. */
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
        List<Consumer<String>> listeners = claim.releaseListeners().all();
        if (listeners.isEmpty() || !accepts()) {
            return false;
        }
        listeners.forEach(listener -> run(() -> listener.accept(asker)));
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
            NO_THREAD.say(LOG, Level.WARNING, noThread);
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

    /** Runs a callback that was accepted. */
    void run(Runnable task) {
        Runnable guarded = guarded(task);
        Runnable counted = () -> {
            queued.decrementAndGet();
            guarded.run();
        };
        queued.incrementAndGet();
        try {
            executor.execute(counted);
        } catch (OutOfMemoryError noMemory) {
            queued.decrementAndGet();
            throw noMemory;
        } catch (RejectedExecutionException rejection) {
            if (rejectionWasSaid.compareAndSet(false, true)) {
                LOG.log(
                        Level.WARNING,
                        "The executor for callbacks has rejected one; threads of the library run those. Give it more room, or keep"
                                + " it open as long as the locks. This is said once.",
                        rejection);
            }
            execute(own, counted);
        }
    }

    private static Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException | Error failure) {
                THROWN.say(LOG, Level.WARNING, failure);
            }
        };
    }

    /** What is queued still runs. */
    void close() {
        losses.shutdown();
        own.shutdown();
    }
}
