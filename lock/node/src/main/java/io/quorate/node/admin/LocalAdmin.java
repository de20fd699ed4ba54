package io.quorate.node.admin;

import io.quorate.api.LockAdmin;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.net.Roster;
import io.quorate.node.turn.NodeNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What an application of this process asks in the name of an operator. Audited as if an admin client had asked. */
public final class LocalAdmin implements LockAdmin {
    private static final EventLog LOG = EventLog.of(LocalAdmin.class);

    private final ClusterQuery clusterQuery;
    private final NodeNames names;
    private final NodeId self;
    private final Supplier<NodeSet> reachable;
    private final Consumer<String> requireOpen;

    /**
     * Through one node.
     *
     * @param reachable the other members that seem to be there
     * @param requireOpen throws if the node has closed; given the name of the lock that was asked about
     */
    public LocalAdmin(
            ClusterQuery clusterQuery,
            NodeNames names,
            NodeId self,
            Supplier<NodeSet> reachable,
            Consumer<String> requireOpen) {
        this.requireOpen = requireOpen;
        this.clusterQuery = clusterQuery;
        this.names = names;
        this.self = self;
        this.reachable = reachable;
    }

    private record ListedMember(String id, String address, boolean isSelf, boolean isConnected)
            implements LockAdmin.Member {}

    @Override
    public List<Member> members() {
        Roster roster = names.roster();
        List<Member> members = new ArrayList<>();
        if (roster != null) {
            NodeSet reached = reachable.get();
            for (int index = 0; index < roster.size(); index++) {
                NodeId node = NodeId.of(index);
                Roster.Member listed = roster.member(node);
                boolean isSelf = node.equals(self);
                members.add(new ListedMember(listed.id(), listed.address(), isSelf, isSelf || reached.contains(node)));
            }
        }
        return members;
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
