// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.node.time.TimerWheel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class TimerWheelLawsTest {
    private static final long MILLI = 1_000_000;

    /** Against the obvious: at each time exactly those fire that are due, whatever was started and stopped. */
    @Property(tries = 200)
    void everyTimerFiresOnceAtTheFirstLookAfterItsDeadline(@ForAll long seed) {
        Random random = new Random(seed);
        TimerWheel tried = new TimerWheel(0);
        List<Checked> timers = new ArrayList<>();
        long now = 0;
        for (int step = 0; step < 200; step++) {
            Checked timer = new Checked();
            timers.add(timer);
            timer.expected = now + (long) (random.nextDouble() * random.nextDouble() * 20_000 * MILLI);
            tried.start(timer, timer.expected);
            if (random.nextInt(4) == 0) {
                Checked victim = timers.get(random.nextInt(timers.size()));
                tried.stop(victim);
                victim.stopped = true;
            }
            now = random.nextBoolean() ? Math.max(now, tried.earliest()) : now + random.nextInt((int) (300 * MILLI));
            tried.fireDue(now);
            assertThat(tried.earliest()).isGreaterThan(now);
            for (Checked each : timers) {
                int expected = each.expected <= now && !each.stopped ? 1 : 0;
                assertThat(each.count).isEqualTo(each.stopped ? each.count : expected);
                assertThat(each.isRunning()).isEqualTo(expected == 0 && !each.stopped);
            }
        }
    }

    private static final class Checked extends TimerWheel.Timer {
        private long expected;
        private boolean stopped;
        private int count;

        @Override
        public void fire() {
            count++;
        }
    }
}
