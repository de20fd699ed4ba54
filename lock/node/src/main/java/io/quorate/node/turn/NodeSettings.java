// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.turn;

import io.quorate.api.LocksConfig;
import io.quorate.core.lock.NodeStart;
import io.quorate.core.session.LeaseTerms;
import io.quorate.node.time.TimerWheel;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The settings that a running node goes by.
 *
 * @param spin of all callers of the node together
 */
public record NodeSettings(
        Duration joinTimeout,
        Duration unavailableAfter,
        Duration attemptTimeout,
        Duration describeTimeout,
        LocalClaim.Spin spin,
        LeaseTerms lease,
        NodeStart.Standing standing,
        int spareVotes,
        @Nullable Executor callbackExecutor,
        Duration warnOpenAfter,
        boolean traceHolds) {

    private static final Duration STOP_MAX = Duration.ofSeconds(2);

    public static NodeSettings of(LocksConfig config) {
        boolean alone = Runtime.getRuntime().availableProcessors() == 1;
        return new NodeSettings(
                config.joinTimeout(),
                config.unavailableAfter(),
                config.attemptTimeout(),
                config.describeTimeout(),
                alone ? LocalClaim.Spin.NEVER : new LocalClaim.Spin(nanos(config.spin())),
                LeaseTerms.of(config.lease()),
                config.standing() ? NodeStart.Standing.ADAPTIVE : NodeStart.Standing.NEVER,
                config.spareVotes(),
                config.callbackExecutor(),
                config.warnOpenAfter(),
                config.traceHolds());
    }

    /** So long the others have to leave a node that stops: they answer within a round trip, unless they are gone. */
    public Duration stopTimeout() {
        Duration half = lease.lease().dividedBy(2);
        return half.compareTo(STOP_MAX) < 0 ? half : STOP_MAX;
    }

    /** The start of a node that keeps to them. */
    public NodeStart applyTo(NodeStart start) {
        return start.withStanding(standing).withSpareVotes(spareVotes);
    }

    /** The nanoseconds of a duration; of one above 292 years, the maximum. */
    public static long nanos(Duration duration) {
        try {
            return duration.toNanos();
        } catch (ArithmeticException beyond) {
            return duration.isNegative() ? 0 : TimerWheel.NEVER;
        }
    }
}
