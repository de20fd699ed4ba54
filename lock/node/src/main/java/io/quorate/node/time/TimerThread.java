// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.time;

import io.quorate.node.watch.Pulse;
import io.quorate.node.watch.Supervisor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Sleeps until the next timer of a node is due, and then has a turn run. There is one for each node. It also comes round often
 * enough to watch the other threads of the node, and sees the end of the node through.
 */
public final class TimerThread {
    /** When somebody is in a turn and has not fired the timers that are due, this thread tries again after so long. */
    private static final long AGAIN_NANOS = 500_000;

    /** Between two attempts to tell everybody that the node has ended. */
    private static final long ENDING_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final long CLOSE_MILLIS_MAX = 500;

    private final NanoClock clock;
    private final TimerWheel wheel;
    private final Runnable turn;
    private final Runnable chores;
    private final Supervisor supervisor;
    private final Thread thread;
    public final Pulse pulse;

    private volatile long sleepsUntil;
    private volatile boolean rung;
    private volatile boolean closed;

    /**
     * Still to be started.
     *
     * @param turn has a turn run
     * @param chores called whenever this thread comes round
     */
    public TimerThread(
            String name, NanoClock clock, TimerWheel wheel, Runnable turn, Runnable chores, Supervisor supervisor) {
        this.clock = clock;
        this.wheel = wheel;
        this.turn = turn;
        this.chores = chores;
        this.supervisor = supervisor;
        this.pulse = new Pulse("the thread " + name);
        this.thread = new Thread(this::loop, name);
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    private void loop() {
        supervisor.begin();
        pulse.begin();
        while (!closed || supervisor.isEnding()) {
            pulse.beat();
            try {
                comeRound();
                chores.run();
            } catch (RuntimeException | Error failure) {
                supervisor.end(pulse.lastWords(), failure); // this thread itself continues until that is done
            }
            supervisor.look();
        }
        pulse.end();
        turn.run(); // for a caller that rang just before the end
    }

    private void comeRound() {
        if (supervisor.hasEnded()) {
            LockSupport.parkNanos(this, ENDING_NANOS);
            return;
        }
        if (rung || wheel.earliest() <= clock.now()) {
            rung = false;
            turn.run();
            if (wheel.earliest() <= clock.now()) {
                LockSupport.parkNanos(this, AGAIN_NANOS);
            }
            return;
        }
        long next = wheel.earliest();
        long end = Math.min(next, TimerWheel.sum(clock.now(), supervisor.roundNanos()));
        sleepsUntil = end;
        if (wheel.earliest() >= next && !rung && !closed && !supervisor.hasEnded()) {
            clock.parkUntil(end);
        }
        sleepsUntil = 0;
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
