// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.admin;

import io.quorate.api.LockStatistics;
import io.quorate.core.lock.engine.Claim;
import io.quorate.core.lock.engine.LockSlot;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.node.LockNode;
import io.quorate.core.wire.ByteSink;
import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.net.TransportCounters;
import io.quorate.node.store.ThisProcess;
import io.quorate.node.time.NanoClock;
import io.quorate.node.time.TimerWheel;
import io.quorate.node.turn.Availability;
import io.quorate.node.turn.LocalClaim;
import io.quorate.node.turn.NodeCounters;
import io.quorate.node.turn.NodeNames;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Supplier;

/** Answers an {@link AdminRequest} from the state of a node; in turns only. */
public final class Inspection {
    private static final EventLog LOG = EventLog.of(Inspection.class);

    /** Maximum number of claims and votes of each lock in a list. */
    private static final int LISTED_IN_A_LIST_MAX = 10;

    /** With more locks in use nobody counts what is going on in each: it would take too long a turn. */
    private static final int COUNTED_MAX = 10_000;

    private final LockNode<?> node;
    private final String nodeId;
    private final NodeNames names;
    private final NanoClock clock;
    private final BiPredicate<LocalClaim, String> askForRelease;
    private final Supplier<String> health;

    /**
     * Of one node.
     *
     * @param health what it can do now, in one line
     */
    public Inspection(
            LockNode<?> node,
            NodeNames names,
            NanoClock clock,
            BiPredicate<LocalClaim, String> askForRelease,
            Supplier<String> health) {
        this.health = health;
        this.node = node;
        this.nodeId = names.of(node.self());
        this.names = names;
        this.clock = clock;
        this.askForRelease = askForRelease;
    }

    public NodeReport answer(AdminRequest request) {
        long now = clock.now();
        return switch (request.kind()) {
            case DESCRIBE -> report(List.of(view(request.lock(), now)), false, 0);
            case LIST -> list(request, now);
            case ASK_RELEASE -> askRelease(request, now);
            case REVOKE -> revoke(request, now);
            case HEALTH -> NodeReport.inWords(health.get());
            case WHERE, PLACE -> NodeReport.inWords(""); // asked of a node with a roster
            case ROSTER, ANNOUNCE, CHANGE_ROSTER ->
                NodeReport.inWords(""); // asked of a node whose roster never changes
        };
    }

    private NodeReport report(List<LockView> locks, boolean isCut, int acted) {
        List<String> slow = new ArrayList<>();
        for (int index = node.slow().next(0); index >= 0; index = node.slow().next(index + 1)) {
            slow.add(names.of(NodeId.of(index)));
        }
        return new NodeReport(ThisProcess.HOST, ThisProcess.PID, locks, isCut, acted, "", slow);
    }

    private LockView view(LockName lock, long now) {
        LockSlot<?> slot = node.find(lock);
        return slot == null ? LockView.nothing(lock) : LockView.of(slot, names, now, LockView.LISTED_MAX);
    }

    /** Of what happens now, and what has. */
    public LockStatistics statistics(
            NodeCounters counters,
            long nearestDeadline,
            TransportCounters traffic,
            Availability availability,
            long callbacksRefused) {
        boolean countable = counters.locksInUse() <= COUNTED_MAX;
        long holding = 0;
        long waiting = 0;
        VoteCollector votes = new VoteCollector(names);
        for (LockSlot<?> slot : countable ? node.slots() : List.<LockSlot<?>>of()) {
            holding += slot.holding().size();
            waiting += slot.waiting().size();
            slot.describeTo(votes);
        }
        Duration left = nearestDeadline == TimerWheel.NEVER
                ? null
                : Duration.ofNanos(Math.max(0, nearestDeadline - clock.now()));
        return new NodeStatistics(
                counters.locksInUse(),
                countable ? holding : -1,
                countable ? waiting : -1,
                countable
                        ? votes.votes().stream().filter(LockView.Vote::granted).count()
                        : -1,
                left,
                availability.suspected().size(),
                node.slow().size(),
                counters.granted(),
                counters.timedOut(),
                counters.unavailable(),
                counters.lost(),
                traffic.framesSent(),
                traffic.bytesSent(),
                traffic.framesReceived(),
                traffic.bytesReceived(),
                traffic.framesDropped(),
                traffic.framesMalformed() + counters.framesRefused(),
                counters.messagesRefused(),
                traffic.linkResets(),
                traffic.peersRefused(),
                traffic.peerRestarts(),
                callbacksRefused,
                null);
    }

    private NodeReport list(AdminRequest request, long now) {
        TreeMap<LockName, LockSlot<?>> first = new TreeMap<>();
        boolean isCut = false;
        LockName after = request.after().isEmpty()
                ? null
                : LockName.ofUtf8(request.after().getBytes(StandardCharsets.UTF_8));
        for (LockSlot<?> slot : node.slots()) {
            if (!slot.name().isReserved()
                    && slot.name().toString().startsWith(request.name())
                    && (after == null || slot.name().compareTo(after) > 0)) {
                first.put(slot.name(), slot);
                if (first.size() > request.limit()) {
                    first.pollLastEntry();
                    isCut = true;
                }
            }
        }
        List<LockView> views = new ArrayList<>();
        ByteSink measure = new ByteSink();
        for (LockSlot<?> slot : first.values()) {
            LockView view = LockView.of(slot, names, now, LISTED_IN_A_LIST_MAX);
            if (!view.isInUse()) {
                continue;
            }
            view.writeTo(measure);
            if (measure.length() > NodeReport.LOCKS_BYTES_MAX) {
                isCut = true;
                break;
            }
            views.add(view);
        }
        return report(views, isCut, 0);
    }

    private NodeReport askRelease(AdminRequest request, long now) {
        LockView before = view(request.lock(), now);
        LockSlot<?> slot = node.find(request.lock());
        int heard = 0;
        if (slot != null) {
            for (Claim claim : slot.holding()) {
                heard += askForRelease.test((LocalClaim) claim, request.asker()) ? 1 : 0;
            }
        }
        return report(List.of(before), false, heard);
    }

    private NodeReport revoke(AdminRequest request, long now) {
        LockView before = view(request.lock(), now);
        List<LockView.Party> holders =
                before.parties().stream().filter(LockView.Party::holds).toList();
        boolean meant = request.fence() == 0 || holders.stream().anyMatch(each -> each.fence() == request.fence());
        if (holders.isEmpty() || !meant || !node.revoke(request.lock())) {
            return report(List.of(before), false, 0);
        }
        for (LockView.Party holder : holders) {
            LOG.say(LogEvent.AUDIT_REVOKED, request.lock(), holder.fence(), holder.label(), nodeId, request.asker());
        }
        return report(List.of(before), false, holders.size());
    }
}
