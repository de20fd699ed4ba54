// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.demo;

import io.quorate.cli.cluster.ProtocolOptions;
import io.quorate.cli.console.Words;
import io.quorate.core.lock.Protocol;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.lab.kit.Kits;
import io.quorate.lab.kit.MessageBudget;
import io.quorate.lab.kit.MessageBudget.Range;

/**
 * How many messages a hold should cost in a demonstration, by our budget and by the paper.
 *
 * @param alone the most if nobody else wants the lock; 0 if nothing is promised
 * @param bound the most if everybody wants it, on average; 0 if nothing is promised
 * @param printed what the paper says, with its numbers; empty if it says nothing
 */
record DemoCost(Protocol<?> protocol, QuorumSystem quorums, double alone, double bound, String printed) {
    static DemoCost of(ProtocolOptions options, int nodes) {
        Protocol<?> protocol = options.protocol();
        QuorumSystem quorums = options.quorums(nodes);
        MessageBudget budget = Kits.budget(protocol).orElse(null);
        Range none = Range.exactly(0);
        return new DemoCost(
                protocol,
                quorums,
                (budget == null ? none : budget.alone(quorums, nodes)).most(),
                (budget == null ? none : budget.contended(quorums, nodes)).most(),
                Kits.of(protocol)
                        .printedCost(protocol.rules())
                        .map(cost -> cost.inWords(quorums, nodes, Words::number))
                        .orElse(""));
    }
}
