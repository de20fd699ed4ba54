// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.turn;

import io.quorate.node.watch.Pulse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One turn at a time touches the state of a node. A thread that brings an input runs the turn itself if no other thread is in one.
 * Otherwise it leaves the input in the inbox for that thread. So without contention there is no change of threads, and no thread ever waits
 * to get in.
 *
 * <p>Why no input is left behind: a thread puts its input into the inbox before it tries to enter, and looks into the inbox after it has
 * left. Either the bringer gets in, or the one who is in has still to leave, and then looks.
 *
 * @param <N> the news that a turn leads to, told after leaving: what hears them may come back with new inputs at once
 */
public final class Turns<N> {
    /** Maximum number of inputs that one turn reads; then its messages are sent. */
    public static final int INPUTS_PER_TURN_MAX = 256;

    /** Maximum number of turns that one thread runs for others, before it asks the host for relief. */
    public static final int TURNS_IN_A_ROW_MAX = 64;

    /** Beats with each turn, and rests while nobody is in one. */
    public final Pulse pulse = new Pulse("a turn");

    private final Host<N> host;
    private final AtomicBoolean taken = new AtomicBoolean();

    /** The inputs that no thread has taken yet, the latest first. */
    private final AtomicReference<@Nullable Input> inbox = new AtomicReference<>();

    /** The inputs taken out of the inbox and not yet read, in order; touched in turns only. */
    private @Nullable Input unread;

    /** The owner of the turns. Called inside turns, except {@code afterTurn} and {@code relieve}. */
    public interface Host<N> {
        void beginTurn();

        /** Carries out what the inputs led to, and gives the news for afterwards. */
        @Nullable
        N endTurn();

        /** Outside of the turn. */
        void afterTurn(@Nullable N news);

        /** An input, or the host itself, has thrown: a bug, which must not stop the turns. */
        void failed(Throwable failure);

        /** Outside of the turn: {@link #afterTurn} has thrown. */
        void newsFailed(Throwable failure);

        /**
         * Outside of the turn: somebody else should call {@link Turns#run}: this thread has done enough for others. False if
         * there is nobody; then it goes on.
         */
        boolean relieve();
    }

    /** Something to be done in a turn. It is in at most one inbox at a time. */
    public abstract static class Input {
        private @Nullable Input next;

        public abstract void apply();
    }

    public Turns(Host<N> host) {
        this.host = host;
    }

    /** Applies the input in a turn: on this thread if no thread is in one, else on that thread. */
    public void bring(Input input) {
        Input latest;
        do {
            latest = inbox.get();
            input.next = latest;
        } while (!inbox.compareAndSet(latest, input));
        run();
    }

    /** Has something done in a turn. */
    public void bring(Runnable work) {
        bring(new Input() {
            @Override
            public void apply() {
                work.run();
            }
        });
    }

    /** Has something computed in a turn. */
    public <T extends @Nullable Object> CompletableFuture<T> ask(Supplier<T> question) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        bring(() -> {
            try {
                answer.complete(question.get());
            } catch (RuntimeException failure) {
                answer.completeExceptionally(failure);
            } catch (Error failure) {
                answer.completeExceptionally(failure);
                throw failure;
            }
        });
        return answer;
    }

    /** Runs a turn, also with nothing in the inbox, unless somebody is in one. */
    public void run() {
        if (enter()) {
            finish(null);
        }
    }

    /** Tries to begin a turn; who succeeds must call {@link #finish}. */
    public boolean enter() {
        return !taken.get() && taken.compareAndSet(false, true);
    }

    /** Runs the turn that was entered: first what was in the inbox, then the visitor's own input, which is not kept. */
    public void finish(@Nullable Input own) {
        boolean more = turn(own);
        for (int turns = 1; more || inbox.get() != null; turns++) {
            if (turns % TURNS_IN_A_ROW_MAX == 0 && host.relieve()) {
                return;
            }
            if (!enter()) {
                return;
            }
            more = turn(null);
        }
    }

    /** One turn, entered before; leaves it. Says whether it left inputs unread. */
    private boolean turn(@Nullable Input own) {
        N news = null;
        boolean more;
        try {
            pulse.enter();
            beginTurn();
            if (own == null) {
                readSome();
            } else {
                readAll(unread);
                readAll(takeAll());
                apply(own);
            }
            news = endTurn();
        } finally {
            more = unread != null;
            pulse.rest();
            taken.set(false);
        }
        afterTurn(news);
        return more;
    }

    private void afterTurn(@Nullable N news) {
        try {
            host.afterTurn(news);
        } catch (RuntimeException | Error failure) {
            host.newsFailed(failure); // the inbox must still be looked into
        }
    }

    private void beginTurn() {
        try {
            host.beginTurn();
        } catch (RuntimeException | Error failure) {
            host.failed(failure);
        }
    }

    private @Nullable N endTurn() {
        try {
            return host.endTurn();
        } catch (RuntimeException | Error failure) {
            host.failed(failure);
            return null;
        }
    }

    private void readSome() {
        if (unread == null) {
            unread = takeAll();
        }
        for (int count = 0; unread != null && count < INPUTS_PER_TURN_MAX; count++) {
            unread = read(unread);
        }
    }

    private void readAll(@Nullable Input first) {
        unread = first;
        while (unread != null) {
            unread = read(unread);
        }
    }

    /** Applies the input, and gives the one after it. */
    private @Nullable Input read(Input input) {
        Input next = input.next;
        input.next = null; // before it is applied: from then on it may be brought again
        apply(input);
        return next;
    }

    /** Empties the inbox, and puts what was in it into the order in which it came. */
    private @Nullable Input takeAll() {
        Input latest = inbox.get() == null ? null : inbox.getAndSet(null);
        Input first = null;
        while (latest != null) {
            Input before = latest.next;
            latest.next = first;
            first = latest;
            latest = before;
        }
        return first;
    }

    private void apply(Input input) {
        try {
            input.apply();
        } catch (RuntimeException | Error failure) {
            host.failed(failure);
        }
    }
}
