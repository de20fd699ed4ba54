// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.admin;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.node.net.Membership;
import io.quorate.node.turn.NodeNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Asks this node and all others that can be reached; blocks for a bounded time. */
public final class ClusterQuery {
    private final NodeNames names;
    private final NodeId self;
    private final PeerRequests peerRequests;
    private final Duration timeout;
    private final Supplier<NodeSet> reachable;
    private final Function<AdminRequest, NodeReport> own;

    /**
     * At one node.
     *
     * @param reachable the other members that seem to be there
     * @param own asks this node, in a turn
     */
    public ClusterQuery(
            NodeNames names,
            NodeId self,
            PeerRequests peerRequests,
            Duration timeout,
            Supplier<NodeSet> reachable,
            Function<AdminRequest, NodeReport> own) {
        this.names = names;
        this.self = self;
        this.peerRequests = peerRequests;
        this.timeout = timeout;
        this.reachable = reachable;
        this.own = own;
    }

    /** By the names of the nodes, and the names of those without an answer. */
    public record Answers(Map<String, NodeReport> reports, List<String> silent) {}

    /** The answer of this node. */
    public Answers own(AdminRequest request) {
        return new Answers(Map.of(names.of(self), own.apply(request)), List.of());
    }

    /**
     * The answers of all: the members in the order of the roster, or without one the connected nodes; then other nodes that take part in
     * the lock. There may be many guests, and most have not; the votes tell who has.
     */
    Answers all(AdminRequest request) {
        NodeSet reached = reachable.get();
        Map<NodeId, NodeReport> given =
                peerRequests.ask(request, reached, timeout).reports();
        given.put(self, own.apply(request));
        NodeSet listed = names.members().union(reached);
        NodeSet others = namedIn(given).minus(listed).without(self);
        given.putAll(peerRequests.ask(request, others, timeout).reports());
        Map<String, NodeReport> reports = new LinkedHashMap<>();
        List<String> silent = new ArrayList<>();
        for (int index = listed.next(0); index >= 0; index = listed.next(index + 1)) {
            sort(NodeId.of(index), given, reports, silent);
        }
        for (int index = others.next(0); index >= 0; index = others.next(index + 1)) {
            sort(NodeId.of(index), given, reports, silent);
        }
        if (!listed.contains(self)) {
            sort(self, given, reports, silent);
        }
        return new Answers(reports, silent);
    }

    private static NodeSet namedIn(Map<NodeId, NodeReport> given) {
        NodeSet.Builder named = new NodeSet.Builder();
        given.values()
                .forEach(report -> report.locks()
                        .forEach(view -> view.votes()
                                .forEach(vote -> named.add(vote.requester().index()))));
        return named.build();
    }

    private void sort(
            NodeId node, Map<NodeId, NodeReport> given, Map<String, NodeReport> reports, List<String> silent) {
        NodeReport report = given.get(node);
        String name = names.of(node);
        if (report == null) {
            silent.add(name);
        } else {
            // Two guests may have one name.
            reports.put(reports.containsKey(name) ? name + "#" + node.index() : name, report);
        }
    }

    /** The combined answers of all. */
    public Descriptions descriptions(AdminRequest request) {
        return descriptions(all(request));
    }

    private Descriptions descriptions(Answers answers) {
        Membership membership = names.membership();
        Set<String> members = membership == null
                ? null
                : membership.entries().stream().map(Membership.Entry::id).collect(Collectors.toSet());
        return new Descriptions(members, answers.reports(), answers.silent());
    }

    /** Asks all nodes to free a lock. */
    AdminClient.Release release(AdminRequest request) {
        Answers answers = all(request);
        return AdminClient.Release.of(descriptions(answers).describe(request.lock()), answers.reports());
    }
}
