// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.session.LeaseTerms;
import io.quorate.node.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("threads")
class NodeTimeTest {
    private static final Duration LEASE = Duration.ofSeconds(5);

    /** What two clocks may come apart within a lease. */
    private static final Duration DRIFT = LEASE.dividedBy(100);

    private final ManualClock clock = new ManualClock();
    private final NodeTime time = new NodeTime(clock, LeaseTerms.of(LEASE));

    @Test
    void aMachineThatRunsHasNotStoodStill() {
        clock.advance(Duration.ofDays(1));
        assertThat(time.hasStoodStill()).isFalse();
        assertThat(time.isPast(clock.now() + 1)).isFalse();
        assertThat(time.isPast(clock.now())).isTrue();
    }

    @Test
    void driftIsNoSuspension() {
        for (int turn = 0; turn < 1000; turn++) {
            clock.advance(LEASE);
            clock.suspend(DRIFT);
            assertThat(time.hasStoodStill()).isFalse();
        }
    }

    /** E8: a voter that has not heard of the longer lease confirms for the shorter one, which is over sooner than the other's drift. */
    @Test
    void aLongerLeaseLetsNoLongerSuspensionPass() {
        LeaseTerms shorter = LeaseTerms.of(LEASE.dividedBy(10));
        time.follow(shorter, LeaseTerms.of(LEASE));
        time.follow(LeaseTerms.of(LEASE), LeaseTerms.of(LEASE));
        clock.suspend(DRIFT.dividedBy(10).plusMillis(1));
        assertThat(time.isPast(Long.MAX_VALUE - 1)).isTrue();
        assertThat(time.hasStoodStill()).isTrue();
    }

    @Test
    void whenOnlyTheWallHasAdvancedTheMachineStoodStill() {
        clock.suspend(DRIFT.plusMillis(1));
        assertThat(time.isPast(Long.MAX_VALUE - 1)).isTrue();
        assertThat(time.hasStoodStill()).isTrue();
        assertThat(time.isPast(Long.MAX_VALUE - 1)).as("until it goes on").isTrue();
        time.goesOn();
        assertThat(time.hasStoodStill()).isFalse();
        assertThat(time.isPast(Long.MAX_VALUE - 1)).isFalse();
    }

    @Test
    void manyShortSuspensionsAreTogetherAsBadAsALongOne() {
        int unnoticed = 0;
        while (!time.hasStoodStill()) {
            clock.advance(LEASE.dividedBy(1000));
            clock.suspend(DRIFT.dividedBy(2));
            assertThat(++unnoticed).isLessThan(4);
        }
    }

    @Test
    void drawnOutDriftIsNoSuspensionHoweverOftenSomebodyLooks() {
        for (int turn = 0; turn < 100_000; turn++) {
            clock.advance(Duration.ofNanos(300_000));
            clock.suspend(Duration.ofNanos(2_000));
            assertThat(time.hasStoodStill()).isFalse();
        }
    }

    @Test
    void aWallClockThatIsSetBackEndsNothing() {
        clock.suspend(Duration.ofHours(-1));
        assertThat(time.hasStoodStill()).isFalse();
        clock.suspend(DRIFT.plusMillis(1));
        assertThat(time.hasStoodStill()).as("and what comes after is noticed").isTrue();
    }

    @Test
    void aThreadThatIsDelayedBetweenTheClocksTakesThatForNoSuspension() {
        boolean[] delayed = {false};
        NanoClock slow = new NanoClock() {
            @Override
            public long now() {
                return clock.now();
            }

            @Override
            public long wallMicros() {
                long wall = clock.wallMicros();
                if (delayed[0]) {
                    clock.advance(LEASE);
                    wall = clock.wallMicros() - (wall & 1); // read somewhere in the delay
                    clock.advance(LEASE);
                }
                return wall;
            }

            @Override
            public void parkUntil(long deadline) {}
        };
        NodeTime delayedTime = new NodeTime(slow, LeaseTerms.of(LEASE));
        for (int turn = 0; turn < 10; turn++) {
            delayed[0] = turn % 2 == 0;
            assertThat(delayedTime.hasStoodStill()).isFalse();
            assertThat(delayedTime.isPast(Long.MAX_VALUE - 1)).isFalse();
        }
    }

    @Test
    void whereNothingRunsOutNoClockIsAsked() {
        NodeTime timeless = new NodeTime(clock, null);
        clock.suspend(Duration.ofDays(1));
        assertThat(timeless.hasStoodStill()).isFalse();
        assertThat(timeless.isPast(Long.MAX_VALUE)).isFalse();
        assertThat(timeless.trueTime()).isZero();
    }
}
