// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.twins;

import io.quorate.core.lock.Protocol;
import io.quorate.core.model.NodeSet;
import io.quorate.core.session.LeaseTerms;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.simulate.chance.Randomness;
import java.time.Duration;
import java.util.List;

/**
 * A cluster that splits, with a second process of its first member, n1, on the side where n1 is not. The same split is the same run,
 * step by step.
 *
 * @param nodes the number of members; majorities decide
 * @param besideTheTwin the members that are cut off from n1, and hear the second process instead
 * @param delay how long frames travel
 * @param hold how long a claim holds
 * @param think the pause between two claims of a client
 * @param lasts how long the partition lasts after the second process has started, in heartbeats
 */
public record Split(
        Protocol<?> protocol,
        long seed,
        int nodes,
        NodeSet besideTheTwin,
        LeaseTerms terms,
        RandomDuration delay,
        RandomDuration hold,
        RandomDuration think,
        int lasts,
        Flaw flaw) {

    /** Heartbeats in a lease, as in production. */
    private static final int BEATS = 10;

    /** After this many heartbeats of silence a peer is suspected, as in production. */
    private static final int SILENT_BEATS = 6;

    private static final int NODES_MIN = 3;
    private static final int NODES_MORE = 4;
    private static final List<Long> LEASES_IN_MILLIS = List.of(1_000L, 5_000L);

    /** A rule of the transport that is left out, so that a test can show that the audit finds it. */
    public enum Flaw {
        NONE,
        /** Heartbeats do not tell which processes are heard. */
        NO_REPORTS,
        /** Both are told to end, but until then both count. */
        BOTH_COUNT,
        /** Nobody is told to end. */
        NOBODY_ENDS
    }

    /** The split of this seed. */
    public static Split draw(Protocol<?> protocol, long seed) {
        Randomness randomness = new Randomness(seed).fork("split");
        int nodes = NODES_MIN + randomness.nextInt(NODES_MORE);
        long lease = LEASES_IN_MILLIS.get(randomness.nextInt(LEASES_IN_MILLIS.size()));
        LeaseTerms terms =
                new LeaseTerms(Duration.ofMillis(lease), List.of(1, 10, 50).get(randomness.nextInt(3)));
        long nanos = terms.lease().toNanos();
        return new Split(
                protocol,
                seed,
                nodes,
                someBut(nodes, randomness),
                terms,
                RandomDuration.uniform(
                        nanos / 20_000, nanos / List.of(5_000, 1_000, 200).get(randomness.nextInt(3))),
                RandomDuration.exponential(nanos / List.of(200, 20, 2).get(randomness.nextInt(3))),
                RandomDuration.exponential(nanos / List.of(200, 20).get(randomness.nextInt(2))),
                SILENT_BEATS + BEATS + randomness.nextInt(4 * BEATS),
                Flaw.NONE);
    }

    /** At least one of the others stays with n1, and at least one is cut off from it. */
    private static NodeSet someBut(int nodes, Randomness randomness) {
        int stays = 1 + randomness.nextInt(nodes - 1);
        NodeSet.Builder cutOff = new NodeSet.Builder();
        int other = 1 + (stays + randomness.nextInt(nodes - 2)) % (nodes - 1);
        for (int index = 1; index < nodes; index++) {
            if (index == other || (index != stays && randomness.chance(0.5))) {
                cutOff.add(index);
            }
        }
        return cutOff.build();
    }

    /** The same without a rule. */
    public Split with(Flaw other) {
        return new Split(protocol, seed, nodes, besideTheTwin, terms, delay, hold, think, lasts, other);
    }

    long leaseNanos() {
        return terms.lease().toNanos();
    }

    long beatNanos() {
        return leaseNanos() / BEATS;
    }

    long silenceNanos() {
        return SILENT_BEATS * beatNanos();
    }

    /** Runs it. */
    public SplitReport run() {
        return new SplitRun(this).run();
    }
}
