// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.admin;

import io.quorate.api.Health;
import io.quorate.api.LockAdmin;
import io.quorate.api.LockFailedException;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.wire.MalformedFrameException;
import io.quorate.node.health.FailureReserve;
import io.quorate.node.health.NodeHealth;
import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.net.Membership;
import io.quorate.node.turn.Availability;
import io.quorate.node.turn.NodeNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The requests of an application in this process in the name of an operator. Audited as if an admin client had asked. */
public final class LocalAdmin implements LockAdmin {
    private static final EventLog LOG = EventLog.of(LocalAdmin.class);

    /** Which quorums it takes differs between locks; this one stands for all. */
    private static final LockName ANY_LOCK = LockName.reserved("health");

    private final ClusterQuery clusterQuery;
    private final NodeNames names;
    private final NodeId self;
    private final Availability availability;
    private final Supplier<NodeSet> avoided;
    private final Consumer<String> requireOpen;

    /**
     * Through one node.
     *
     * @param avoided the voters whose votes nobody should rest on, as this node finds
     * @param requireOpen throws if the node has closed; given the name of the lock that was asked about
     */
    public LocalAdmin(
            ClusterQuery clusterQuery,
            NodeNames names,
            NodeId self,
            Availability availability,
            Supplier<NodeSet> avoided,
            Consumer<String> requireOpen) {
        this.requireOpen = requireOpen;
        this.clusterQuery = clusterQuery;
        this.names = names;
        this.self = self;
        this.availability = availability;
        this.avoided = avoided;
    }

    /** The ids of members that take long to answer, and those whose votes nobody should rest on. */
    private record Hindered(List<String> slow, NodeSet avoided) {}

    private record ListedMember(
            String id,
            String address,
            boolean isSelf,
            boolean isConnected,
            boolean isSlow,
            boolean isSilent,
            boolean isNeeded)
            implements LockAdmin.Member {}

    private record Surveyed(List<Member> members, Map<String, Health> healths, int failuresTolerated)
            implements LockAdmin.Survey {}

    @Override
    public List<Member> members() {
        return members(hinderedNow());
    }

    private List<Member> members(Hindered now) {
        Membership membership = names.membership();
        List<Member> members = new ArrayList<>();
        if (membership != null) {
            NodeSet reached = availability.reachablePeers().with(self);
            FailureReserve reserve = reserve(membership, now);
            for (Membership.Entry entry : membership.entries()) {
                NodeId node = entry.node();
                boolean isConnected = reached.contains(node);
                members.add(new ListedMember(
                        entry.id(),
                        entry.member().address(),
                        node.equals(self),
                        isConnected,
                        now.slow.contains(entry.id()),
                        isConnected && now.avoided.contains(node),
                        reserve.isNeeded(node)));
            }
        }
        return members;
    }

    /** A node that has closed is not asked any more. */
    private Hindered hinderedNow() {
        try {
            requireOpen.accept("");
            NodeReport own =
                    clusterQuery.own(AdminRequest.describe(ANY_LOCK)).reports().get(names.of(self));
            return new Hindered(own == null ? List.of() : own.slow(), avoided.get());
        } catch (LockFailedException closed) {
            return new Hindered(List.of(), NodeSet.EMPTY);
        }
    }

    private FailureReserve reserve(Membership membership, Hindered now) {
        NodeSet failed = availability.suspected().union(now.avoided);
        return new FailureReserve(membership.nodes(), failed, without -> availability.isAvailable(ANY_LOCK, without));
    }

    @Override
    public Survey survey() {
        requireOpen.accept("");
        Map<String, Health> healths = healths();
        Hindered now = hinderedNow();
        Membership membership = names.membership();
        if (membership == null) {
            return new Surveyed(List.of(), healths, 0);
        }
        NodeSet silent = now.avoided;
        for (Membership.Entry entry : membership.entries()) {
            Health health = healths.get(entry.id());
            if (health != null
                    && health.state() == Health.State.SILENT) { // who has not asked it since does not know yet
                silent = silent.with(entry.node());
            }
        }
        Hindered told = new Hindered(now.slow, silent);
        return new Surveyed(members(told), healths, reserve(membership, told).tolerated());
    }

    private Map<String, Health> healths() {
        Map<String, Health> healths = new LinkedHashMap<>();
        clusterQuery.all(AdminRequest.health()).reports().forEach((id, report) -> {
            try {
                healths.put(id, NodeHealth.ofLine(report.text()));
            } catch (MalformedFrameException otherVersion) {
                LOG.say(LogEvent.ADMIN_NO_ANSWER, id);
            }
        });
        return healths;
    }

    @Override
    public Release askRelease(String lockName, String who) {
        return act(AdminRequest.Kind.ASK_RELEASE, lockName, 0, who);
    }

    @Override
    public Release revoke(String lockName, long fence, String who) {
        if (fence <= 0) {
            throw new IllegalArgumentException("A lock is revoked from the hold with a fence, which is positive, not "
                    + fence + ": describe() tells the fence of the holder.");
        }
        return act(AdminRequest.Kind.REVOKE, lockName, fence, who);
    }

    private Release act(AdminRequest.Kind kind, String lockName, long fence, String who) {
        Objects.requireNonNull(lockName, "The name of a lock must not be null.");
        Objects.requireNonNull(who, "Say who wants the lock, for the log.");
        requireOpen.accept(lockName);
        AdminRequest request = new AdminRequest(kind, LockName.of(lockName).toString(), 1, fence, who);
        LOG.say(LogEvent.AUDIT_ALLOWED, who, request.inWords());
        return clusterQuery.release(request);
    }
}
