package io.quorate.node;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.node.net.Roster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/** Asks this node and all others that can be reached, for whoever wants to know; blocks a bounded time. */
final class Inquiries {
    private final Roster roster;
    private final NodeId self;
    private final Queries queries;
    private final Duration timeout;
    private final Supplier<NodeSet> reachable;
    private final Function<Inquiry, NodeReport> own;

    /**
     * At one node.
     *
     * @param reachable the others that seem to be there
     * @param own asks this node, in a turn
     */
    Inquiries(
            Roster roster,
            NodeId self,
            Queries queries,
            Duration timeout,
            Supplier<NodeSet> reachable,
            Function<Inquiry, NodeReport> own) {
        this.roster = roster;
        this.self = self;
        this.queries = queries;
        this.timeout = timeout;
        this.reachable = reachable;
        this.own = own;
    }

    /** By the names of the nodes, and the names of those without an answer. */
    record Answers(Map<String, NodeReport> reports, List<String> silent) {}

    /** What this node says. */
    Answers own(Inquiry inquiry) {
        return new Answers(Map.of(roster.member(self).id(), own.apply(inquiry)), List.of());
    }

    /** What all say, in the order of the roster. */
    Answers all(Inquiry inquiry) {
        Map<NodeId, NodeReport> given =
                queries.ask(inquiry, reachable.get(), timeout).reports();
        given.put(self, own.apply(inquiry));
        Map<String, NodeReport> reports = new LinkedHashMap<>();
        List<String> silent = new ArrayList<>();
        for (int index = 0; index < roster.size(); index++) {
            NodeReport report = given.get(NodeId.of(index));
            String id = roster.member(NodeId.of(index)).id();
            if (report == null) {
                silent.add(id);
            } else {
                reports.put(id, report);
            }
        }
        return new Answers(reports, silent);
    }

    /** What all say, put together. */
    Descriptions descriptions(Inquiry inquiry) {
        Answers answers = all(inquiry);
        return new Descriptions(roster, answers.reports(), answers.silent());
    }
}
