package io.quorate.node.time;

import java.util.concurrent.locks.LockSupport;

/** Sleeps until the next timer of a node is due, and then has a turn run. There is one for each node. */
public final class TimerThread {
    /** When somebody is in a turn and has not fired the timers that are due, this thread tries again after so long. */
    private static final long AGAIN_NANOS = 500_000;

    private static final long CLOSE_MILLIS_MAX = 500;

    private final NanoClock clock;
    private final TimerWheel wheel;
    private final Runnable turn;
    private final Thread thread;

    private volatile long sleepsUntil;
    private volatile boolean rung;
    private volatile boolean closed;

    public TimerThread(String name, NanoClock clock, TimerWheel wheel, Runnable turn) {
        this.clock = clock;
        this.wheel = wheel;
        this.turn = turn;
        this.thread = new Thread(this::loop, name);
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    private void loop() {
        while (!closed) {
            if (rung || wheel.earliest() <= clock.now()) {
                rung = false;
                turn.run();
                if (wheel.earliest() <= clock.now()) {
                    LockSupport.parkNanos(this, AGAIN_NANOS);
                }
                continue;
            }
            long next = wheel.earliest();
            sleepsUntil = next;
            if (wheel.earliest() >= next && !rung && !closed) {
                clock.parkUntil(next);
            }
            sleepsUntil = 0;
        }
        turn.run(); // for whoever rang a moment before the end
    }

    /** To be called after timers were started: wakes this thread if it would sleep too long. */
    public void timersChanged() {
        if (wheel.earliest() < sleepsUntil) {
            LockSupport.unpark(thread);
        }
    }

    /** Has a turn run soon, whatever the time; false if it is too late for that, since this thread was told to end. */
    public boolean ring() {
        rung = true;
        LockSupport.unpark(thread);
        return !closed;
    }

    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        if (Thread.currentThread() != thread) {
            try {
                thread.join(CLOSE_MILLIS_MAX);
            } catch (InterruptedException interruption) {
                Thread.currentThread().interrupt(); // it ends by itself, we only do not see it
            }
        }
    }
}
