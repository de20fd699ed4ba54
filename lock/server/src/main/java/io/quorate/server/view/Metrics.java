// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.view;

import io.quorate.api.LockListener;
import io.quorate.api.LockMode;
import io.quorate.api.LockStatistics;
import io.quorate.api.Locks;
import io.quorate.api.LossReason;
import io.quorate.api.Registration;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of this node as Prometheus reads them, with the names that {@code quorate-micrometer} has there: one dashboard and one set
 * of alert rules fit both.
 */
public final class Metrics implements LockListener, AutoCloseable {
    private static final String ACQUIRE = "quorate_acquire_seconds";
    private static final String HOLD = "quorate_hold_seconds";

    private final Locks locks;
    private final Registration registration;

    private final Map<Series, TimeSummary> series = new ConcurrentHashMap<>();

    /** The labels of one summary: there are at most as many as modes, outcomes and reasons. */
    private record Series(String metric, String mode, String label, String value) {}

    public Metrics(Locks locks) {
        this.locks = locks;
        this.registration = locks.addListener(this);
    }

    @Override
    public void settled(String lockName, LockMode mode, Outcome outcome, Duration waited) {
        record(ACQUIRE, mode, "outcome", word(outcome), waited);
    }

    @Override
    public void released(String lockName, LockMode mode, Duration held) {
        record(HOLD, mode, "ending", "released", held);
    }

    @Override
    public void lost(String lockName, LockMode mode, Duration held, LossReason reason) {
        record(HOLD, mode, "ending", word(reason), held);
    }

    private void record(String metric, LockMode mode, String label, String value, Duration time) {
        series.computeIfAbsent(new Series(metric, word(mode), label, value), any -> new TimeSummary())
                .record(time.toNanos(), System.nanoTime());
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** All metrics, in the text format 0.0.4. */
    public String text() {
        LockStatistics now = locks.statistics();
        MetricsText text = new MetricsText(locks.nodeId());
        summary(text, ACQUIRE, "Time from the request to the outcome");
        summary(text, HOLD, "Time from the grant to the end of the hold");
        gauges(text, now);
        counters(text, now);
        return text.toString();
    }

    private void summary(MetricsText text, String metric, String help) {
        Map<String, TimeSummary.Reading> readings = new TreeMap<>();
        series.forEach((each, summary) -> {
            if (each.metric.equals(metric)) {
                readings.put(
                        ",mode=\"" + each.mode + "\"," + each.label + "=\"" + each.value + "\"",
                        summary.read(System.nanoTime()));
            }
        });
        text.summary(metric, help, readings);
    }

    private static void gauges(MetricsText text, LockStatistics now) {
        text.gauge("quorate_locks", "Locks that take memory at this node", now.locksInUse());
        text.gauge("quorate_holding", "Holds of this node", known(now.holding()));
        text.gauge("quorate_waiting", "Acquisitions that wait", known(now.waiting()));
        text.gauge("quorate_votes", "Votes granted by this node", known(now.votesGiven()));
        text.gauge("quorate_nodes_missing", "Members that do not answer", now.nodesMissing());
        text.gauge("quorate_nodes_slow", "Members that take long to answer", now.nodesSlow());
        text.gauge("quorate_node_failed", "1 if the node has failed", now.failure() == null ? 0 : 1);
        text.gauge(
                "quorate_deadline_nearest_seconds",
                "When the first hold would expire without renewal",
                seconds(now.nearestDeadline()));
    }

    private static void counters(MetricsText text, LockStatistics now) {
        text.counter("quorate_granted_total", "Acquisitions that were granted", now.granted());
        text.counter("quorate_timed_out_total", "Acquisitions that timed out", now.timedOut());
        text.counter("quorate_unavailable_total", "Acquisitions that found no quorum", now.unavailable());
        text.counter("quorate_lost_total", "Holds that were lost before their release", now.lost());
        text.counter(
                "quorate_callbacks_refused_total",
                "Callbacks refused because too many waited for a thread",
                now.callbacksRefused());
        text.counter("quorate_frames_sent_total", "Frames sent to other nodes", now.framesSent());
        text.counter("quorate_frames_received_total", "Frames received", now.framesReceived());
        text.counter(
                "quorate_frames_dropped_total",
                "Frames not sent, or received on a replaced connection",
                now.framesDropped());
        text.counter("quorate_frames_refused_total", "Frames that this version cannot read", now.framesRefused());
        text.counter("quorate_messages_refused_total", "Messages over the limit of locks", now.messagesRefused());
        text.counter("quorate_bytes_sent_total", "Bytes of frames sent", now.bytesSent());
        text.counter("quorate_bytes_received_total", "Bytes of frames received", now.bytesReceived());
        text.counter("quorate_link_resets_total", "Connections that may have lost frames", now.linkResets());
        text.counter("quorate_peers_refused_total", "Connections refused", now.peersRefused());
        text.counter("quorate_peer_restarts_total", "Restarts of members seen", now.peerRestarts());
    }

    private static double known(long count) {
        return count < 0 ? Double.NaN : count;
    }

    private static double seconds(@Nullable Duration time) {
        return time == null ? Double.NaN : time.toNanos() / 1e9;
    }

    @Override
    public void close() {
        registration.close();
    }
}
