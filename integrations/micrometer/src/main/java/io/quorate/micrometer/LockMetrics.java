// SPDX-License-Identifier: Apache-2.0
package io.quorate.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.quorate.api.LockListener;
import io.quorate.api.LockMode;
import io.quorate.api.LockStatistics;
import io.quorate.api.Locks;
import io.quorate.api.LossReason;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of one node.
 *
 * <pre>{@code
 * new LockMetrics(locks).bindTo(registry);
 * }</pre>
 *
 * <p>Timers have a count, a sum and a maximum: three series for each outcome that occurs. {@link #withHistogram()} adds buckets.
 *
 * <p>No metric carries the name of a lock: there may be any number of them. Ask {@link Locks#list} for those.
 */
public final class LockMetrics implements MeterBinder {
    /** One reading serves all gauges of one collection. */
    private static final long READING_LASTS_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final String ACQUIRE = "quorate.acquire";
    private static final String HOLD = "quorate.hold";

    /** From a standing lock, which costs no message, to a long wait. */
    private static final List<Duration> USUAL_BUCKETS = List.of(
            Duration.ofNanos(100_000),
            Duration.ofMillis(1),
            Duration.ofMillis(5),
            Duration.ofMillis(25),
            Duration.ofMillis(100),
            Duration.ofMillis(500),
            Duration.ofSeconds(1),
            Duration.ofSeconds(5),
            Duration.ofSeconds(30),
            Duration.ofMinutes(5));

    private final Locks locks;
    private final Tags tags;

    /** Empty if timers have none. */
    private final List<Duration> buckets;

    /**
     * Reads the metrics of this node.
     *
     * @param locks the locks of the node
     */
    public LockMetrics(Locks locks) {
        this(locks, List.of());
    }

    private LockMetrics(Locks locks, List<Duration> buckets) {
        this.locks = locks;
        this.tags = Tags.of("node", locks.nodeId());
        this.buckets = buckets;
    }

    /**
     * Adds a histogram with ten buckets, from 100 us to 5 min, to both timers: eleven more series for each outcome.
     *
     * @return the metrics with histograms
     */
    public LockMetrics withHistogram() {
        return new LockMetrics(locks, USUAL_BUCKETS);
    }

    /**
     * Adds a histogram with these buckets to both timers.
     *
     * @param upperBounds the upper bounds of the buckets; at least one
     * @return the metrics with histograms
     * @throws IllegalArgumentException if there is no bound, or one is not positive
     */
    public LockMetrics withHistogram(Duration... upperBounds) {
        if (upperBounds.length == 0) {
            throw new IllegalArgumentException(
                    "A histogram without a bucket: give upper bounds, or call withHistogram() for the usual ones.");
        }
        for (Duration bound : upperBounds) {
            if (bound.isNegative() || bound.isZero()) {
                throw new IllegalArgumentException("An upper bound of " + bound + ": give positive times.");
            }
        }
        return new LockMetrics(locks, List.of(upperBounds));
    }

    /** Registers all meters; once for each registry. */
    @Override
    public void bindTo(MeterRegistry registry) {
        locks.addListener(new Timers(registry));
        Readings readings = new Readings(registry);
        bindGauges(readings);
        bindCounters(readings);
    }

    private void bindGauges(Readings readings) {
        gauge(readings, "quorate.locks", "Locks that take memory at this node", LockStatistics::locksInUse);
        gauge(readings, "quorate.holding", "Holds of this node", each -> known(each.holding()));
        gauge(readings, "quorate.waiting", "Acquisitions that wait", each -> known(each.waiting()));
        gauge(readings, "quorate.votes", "Votes granted by this node", each -> known(each.votesGiven()));
        gauge(readings, "quorate.nodes.missing", "Members that do not answer", LockStatistics::nodesMissing);
        gauge(readings, "quorate.nodes.slow", "Members that take long to answer", LockStatistics::nodesSlow);
        gauge(readings, "quorate.node.failed", "1 if the node has failed", each -> each.failure() == null ? 0 : 1);
        Gauge.builder(
                        "quorate.deadline.nearest",
                        readings,
                        from -> seconds(from.statistics().nearestDeadline()))
                .description("When the first hold would expire without renewal")
                .baseUnit("seconds")
                .tags(tags)
                .strongReference(true)
                .register(readings.registry);
    }

    private void bindCounters(Readings readings) {
        counter(readings, "quorate.granted", "Acquisitions that were granted", LockStatistics::granted);
        counter(readings, "quorate.timed.out", "Acquisitions that timed out", LockStatistics::timedOut);
        counter(readings, "quorate.unavailable", "Acquisitions that found no quorum", LockStatistics::unavailable);
        counter(readings, "quorate.lost", "Holds that were lost before their release", LockStatistics::lost);
        counter(
                readings,
                "quorate.callbacks.refused",
                "Callbacks refused because too many waited for a thread",
                LockStatistics::callbacksRefused);
        counter(readings, "quorate.frames.sent", "Frames sent to other nodes", LockStatistics::framesSent);
        counter(readings, "quorate.frames.received", "Frames received", LockStatistics::framesReceived);
        counter(
                readings,
                "quorate.frames.dropped",
                "Frames not sent, or received on a replaced connection",
                LockStatistics::framesDropped);
        counter(
                readings,
                "quorate.frames.refused",
                "Frames that this version cannot read",
                LockStatistics::framesRefused);
        counter(
                readings,
                "quorate.messages.refused",
                "Messages over the limit of locks",
                LockStatistics::messagesRefused);
        counter(readings, "quorate.bytes.sent", "Bytes of frames sent", LockStatistics::bytesSent);
        counter(readings, "quorate.bytes.received", "Bytes of frames received", LockStatistics::bytesReceived);
        counter(readings, "quorate.link.resets", "Connections that may have lost frames", LockStatistics::linkResets);
        counter(readings, "quorate.peers.refused", "Connections refused", LockStatistics::peersRefused);
        counter(readings, "quorate.peer.restarts", "Restarts of members seen", LockStatistics::peerRestarts);
    }

    private void gauge(Readings readings, String name, String description, ToDoubleFunction<LockStatistics> value) {
        Gauge.builder(name, readings, from -> value.applyAsDouble(from.statistics()))
                .description(description)
                .tags(tags)
                .strongReference(true)
                .register(readings.registry);
    }

    private void counter(Readings readings, String name, String description, ToDoubleFunction<LockStatistics> value) {
        // A registry holds what it counts weakly; but it holds the function, and that holds the readings.
        FunctionCounter.builder(name, locks, any -> value.applyAsDouble(readings.statistics()))
                .description(description)
                .tags(tags)
                .register(readings.registry);
    }

    private static double known(long count) {
        return count < 0 ? Double.NaN : count;
    }

    private static double seconds(@Nullable Duration time) {
        return time == null ? Double.NaN : time.toNanos() / 1e9;
    }

    /** The statistics of the node, read once for all meters of one collection. */
    private final class Readings {
        private final MeterRegistry registry;
        private @Nullable LockStatistics last;
        private long readAt;

        Readings(MeterRegistry registry) {
            this.registry = registry;
        }

        synchronized LockStatistics statistics() {
            LockStatistics reading = last;
            long now = registry.config().clock().monotonicTime();
            if (reading == null || now - readAt > READING_LASTS_NANOS) {
                reading = locks.statistics();
                last = reading;
                readAt = now;
            }
            return reading;
        }
    }

    /** The timed operations. */
    private final class Timers implements LockListener {
        private final MeterRegistry registry;

        Timers(MeterRegistry registry) {
            this.registry = registry;
        }

        private Timer timer(String name, String description, LockMode mode, String tag, String value) {
            Timer.Builder timer =
                    Timer.builder(name).description(description).tags(tags.and("mode", Watcher.word(mode), tag, value));
            if (!buckets.isEmpty()) {
                timer.serviceLevelObjectives(buckets.toArray(Duration[]::new));
            }
            return timer.register(registry); // the same one for the same tags
        }

        @Override
        public void settled(String lockName, LockMode mode, Outcome outcome, Duration waited) {
            timer(ACQUIRE, "Time from the request to the outcome", mode, "outcome", Watcher.word(outcome))
                    .record(waited);
        }

        @Override
        public void released(String lockName, LockMode mode, Duration held) {
            timer(HOLD, "Time from the grant to the end of the hold", mode, "ending", "released")
                    .record(held);
        }

        @Override
        public void lost(String lockName, LockMode mode, Duration held, LossReason reason) {
            timer(HOLD, "Time from the grant to the end of the hold", mode, "ending", Watcher.word(reason))
                    .record(held);
        }
    }
}
