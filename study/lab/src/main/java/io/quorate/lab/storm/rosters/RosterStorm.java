// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.storm.rosters;

import io.quorate.core.lock.Protocol;
import io.quorate.core.model.LockName;
import io.quorate.core.session.LeaseTerms;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.simulate.chance.Randomness;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A storm with roster changes, completely: the same seed is the same run. Members join, leave and are replaced, quorum systems and leases
 * change, several times in a row.
 *
 * @param voters how many nodes vote at first; all others may become members later
 * @param nodes how many nodes there are, the last of them always guests
 * @param gentle whether nothing goes wrong but drift and delays: then no hold may be lost
 * @param forgetful the number of a first voter without a data directory; -1 if all have one
 * @param slowDisks whether writes take time
 * @param ordered whether links keep the order of frames, and repeat none; else disks hang, too
 * @param lasts how long things change and go wrong
 */
public record RosterStorm(
        Protocol<?> protocol,
        long seed,
        int voters,
        int nodes,
        LeaseTerms terms,
        boolean gentle,
        int forgetful,
        boolean slowDisks,
        boolean ordered,
        long lasts,
        RandomDuration delay,
        List<LockName> locks) {

    /** Members come from these; the rest are guests. */
    static final int GUESTS = 2;

    private static final List<Long> LEASES_IN_MILLIS = List.of(200L, 500L, 1_000L);
    private static final List<Integer> DRIFTS = List.of(1, 10, 50);
    private static final List<Integer> DELAY_PARTS = List.of(5_000, 1_000, 200, 60);

    /** The storm of this seed. */
    public static RosterStorm draw(Protocol<?> protocol, long seed) {
        Randomness randomness = new Randomness(seed).fork("roster storm");
        Duration lease = Duration.ofMillis(LEASES_IN_MILLIS.get(randomness.nextInt(LEASES_IN_MILLIS.size())));
        LeaseTerms terms = new LeaseTerms(lease, DRIFTS.get(randomness.nextInt(DRIFTS.size())));
        int voters = 1 + randomness.nextInt(5);
        int joining = 3 + randomness.nextInt(5);
        boolean gentle = randomness.chance(0.25);
        int forgetful = !gentle && voters > 2 && randomness.chance(0.3) ? randomness.nextInt(voters) : -1;
        long mean = lease.toNanos() / DELAY_PARTS.get(randomness.nextInt(gentle ? 3 : DELAY_PARTS.size()));
        int locks = 1 + randomness.nextInt(3);
        return new RosterStorm(
                protocol,
                seed,
                voters,
                voters + joining + GUESTS,
                terms,
                gentle,
                forgetful,
                randomness.chance(0.4),
                true,
                lease.toNanos() * (20 + randomness.nextInt(40)),
                RandomDuration.uniform(mean / 2, 2 * mean),
                IntStream.range(0, locks)
                        .mapToObj(index -> LockName.of("L" + index))
                        .toList());
    }

    /** The same storm on links that deliver frames in any order, and some twice, with slow disks that hang for leases now and then. */
    public RosterStorm withoutOrder() {
        return new RosterStorm(
                protocol, seed, voters, nodes, terms, gentle, forgetful, true, false, lasts, delay, locks);
    }

    /** Runs it. */
    public RosterStormReport run() {
        return new RosterStormRun(this).run();
    }
}
