// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate.time;

/** The one agenda of a run: whatever happens is entered here with its time, in nanoseconds from the beginning. */
public final class VirtualTime {
    private final Agenda<Runnable> agenda = new Agenda<>();
    private boolean stopped;

    public long now() {
        return agenda.now();
    }

    /** This happens at that time, or now if it is over. */
    public void at(long time, Runnable action) {
        agenda.enter(time, action);
    }

    /** The run ends with what happens now; what is in the agenda stays there. */
    public void stop() {
        stopped = true;
    }

    /** Lets all happen that is due until then. */
    public void runUntil(long end) {
        at(end, this::stop);
        run(() -> {});
    }

    /** Lets everything happen, until nothing is left or the run is stopped; after each it looks at this. */
    public void run(Runnable afterEach) {
        stopped = false;
        while (!stopped) {
            Runnable next = agenda.take();
            if (next == null) {
                return;
            }
            next.run();
            afterEach.run();
        }
    }
}
