package io.quorate.node;

import io.quorate.core.protocol.LossReason;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Where code of the application runs that waited for something to happen: never inside a turn. */
final class Callbacks {
    private static final System.Logger LOG = System.getLogger(Callbacks.class.getName());

    /** More would only hide that a callback blocks. */
    private static final int THREADS_MAX = 4;

    private static final long IDLE_SECONDS = 5;

    private final ThreadPoolExecutor threads;

    Callbacks(String name) {
        AtomicInteger count = new AtomicInteger();
        // The queue is bounded by its sources: one entry for each claim that is settled, one for each listener.
        threads = new ThreadPoolExecutor(
                THREADS_MAX, THREADS_MAX, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        // Once the node is closed nothing happens in turns that anybody could hear of: what is left runs where it is.
        threads.setRejectedExecutionHandler((task, closed) -> task.run());
        threads.allowCoreThreadTimeOut(true);
    }

    /** Completes the future of a claim. */
    void settled(RunningNode node, LocalClaim claim) {
        run(() -> {
            PendingHold future = claim.future;
            if (future != null) {
                complete(node, claim, future);
            }
        });
    }

    private static void complete(RunningNode node, LocalClaim claim, PendingHold future) {
        try {
            EmbeddedHold hold = new EmbeddedHold(node, Outcomes.held(node, claim));
            if (!future.complete(hold)) {
                hold.close(); // cancelled meanwhile: nobody will ever close it
            }
        } catch (RuntimeException failure) {
            future.completeExceptionally(failure);
        }
    }

    /** Tells the listeners of a hold. */
    void lost(LocalClaim claim, LossReason reason) {
        io.quorate.api.LossReason because = Outcomes.toApi(reason);
        claim.listeners().lost(because).forEach(listener -> tell(listener, because));
    }

    void tell(Consumer<io.quorate.api.LossReason> listener, io.quorate.api.LossReason because) {
        run(() -> listener.accept(because));
    }

    /** Tells the holder that somebody would like to have the lock back; false if it does not listen. */
    boolean releaseRequested(LocalClaim claim, String asker) {
        List<Consumer<String>> listeners = claim.releaseListeners().all();
        listeners.forEach(listener -> run(() -> listener.accept(asker)));
        return !listeners.isEmpty();
    }

    void run(Runnable task) {
        Runnable guarded = () -> {
            try {
                task.run();
            } catch (RuntimeException | Error failure) {
                LOG.log(Level.WARNING, "A callback of the application has thrown; nothing else is affected.", failure);
            }
        };
        threads.execute(guarded);
    }

    /** What is queued still runs. */
    void close() {
        threads.shutdown();
    }
}
