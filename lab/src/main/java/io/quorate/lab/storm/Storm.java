package io.quorate.lab.storm;

import io.quorate.core.model.NodeId;
import io.quorate.core.protocol.NodeStart.Standing;
import io.quorate.core.protocol.Protocol;
import io.quorate.core.session.LeaseTerms;
import io.quorate.lab.simulate.Lapse;
import io.quorate.lab.simulate.Randomness;
import io.quorate.lab.simulate.Swarm;
import io.quorate.lab.world.Setup;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A storm, completely: the same storm is the same run, step by step. What the numbers below leave open is drawn from the seed as it
 * runs.
 *
 * @param setup the cluster
 * @param seed where every random number comes from
 * @param terms for how long each node takes a word to hold; alike unless somebody wants to see what happens otherwise
 * @param faults what may go wrong
 * @param pace how far apart the faults are, on average
 * @param lasts how long things go wrong; afterwards nothing does
 * @param delay how long a frame travels
 * @param wishes what the clients at each node want
 * @param standing whether a lock that is given back is kept
 * @param keepsCeiling whether nodes keep the ceiling of their clocks over crashes; if not, they trust the time of day
 */
public record Storm(
        Setup setup,
        long seed,
        List<LeaseTerms> terms,
        Set<Fault> faults,
        long pace,
        long lasts,
        Lapse delay,
        Wishes wishes,
        Standing standing,
        boolean keepsCeiling) {

    /**
     * What the clients want, each again and again.
     *
     * @param clients how many there are at each node
     * @param locks over how many locks their claims spread
     * @param sharedShare which share of them is SHARED
     * @param impatience which share of them gives up after a while
     * @param hold how long a claim holds
     * @param think how long a client does without
     */
    public record Wishes(int clients, int locks, double sharedShare, double impatience, Lapse hold, Lapse think) {}

    private static final List<Long> LEASES_IN_MILLIS = List.of(100L, 300L, 1_000L, 5_000L);
    private static final List<Integer> DRIFTS = List.of(1, 10, 50, 100);
    private static final int LEASES_MIN = 10;
    private static final int LEASES_MORE = 25;

    public Storm {
        if (!setup.protocol().traits().isLeased()) {
            throw new IllegalArgumentException("A storm needs a protocol with leases, such as quorumlock: "
                    + setup.protocol().name() + " has none. Take --swarm for it.");
        }
        terms = List.copyOf(terms);
        Set<Fault> inOrder = EnumSet.noneOf(Fault.class);
        inOrder.addAll(faults);
        faults = Collections.unmodifiableSet(inOrder);
        if (terms.size() != setup.nodes()) {
            throw new IllegalArgumentException("there are " + setup.nodes() + " nodes, but terms for " + terms.size()
                    + ": give each node its own");
        }
    }

    /** The storm of this seed. */
    public static Storm draw(Protocol<?> protocol, long seed) {
        return draw(Swarm.draw(protocol, seed).setup(), seed);
    }

    /** The storm of this seed over this cluster. */
    public static Storm draw(Setup setup, long seed) {
        Randomness randomness = new Randomness(seed).fork("storm");
        Duration lease = Duration.ofMillis(LEASES_IN_MILLIS.get(randomness.nextInt(LEASES_IN_MILLIS.size())));
        LeaseTerms terms = new LeaseTerms(lease, DRIFTS.get(randomness.nextInt(DRIFTS.size())));
        long length = lease.toNanos();
        Set<Fault> faults = EnumSet.noneOf(Fault.class);
        for (Fault fault : Fault.values()) {
            if (randomness.chance(fault == Fault.DRIFT ? 0.8 : 0.4)) {
                faults.add(fault);
            }
        }
        long pace = length / 10 * (3 + randomness.nextInt(30));
        long lasts = length * (LEASES_MIN + randomness.nextInt(LEASES_MORE));
        Lapse delay =
                Swarm.lapse(randomness, length / List.of(5_000, 1_000, 200, 40).get(randomness.nextInt(4)));
        Lapse hold =
                Swarm.lapse(randomness, length / 100 * List.of(1, 10, 50, 200).get(randomness.nextInt(4)));
        Lapse think = Swarm.lapse(randomness, length / 100 * List.of(5, 50, 200).get(randomness.nextInt(3)));
        Wishes wishes = new Wishes(
                1 + randomness.nextInt(2),
                randomness.chance(0.6) ? 1 : 1 + randomness.nextInt(3),
                randomness.chance(0.5) ? 0 : randomness.nextInt(11) / 10.0,
                randomness.chance(0.5) ? 0 : randomness.nextInt(6) / 10.0,
                hold,
                think);
        Standing standing = List.of(Standing.values()).get(randomness.nextInt(Standing.values().length));
        boolean keepsCeiling = randomness.chance(0.6);
        List<LeaseTerms> alike = Collections.nCopies(setup.nodes(), terms);
        return new Storm(setup, seed, alike, faults, pace, lasts, delay, wishes, standing, keepsCeiling);
    }

    public Storm with(Set<Fault> others) {
        return new Storm(setup, seed, terms, others, pace, lasts, delay, wishes, standing, keepsCeiling);
    }

    /** The same, but for how long each node takes a word to hold. */
    public Storm with(List<LeaseTerms> others) {
        return new Storm(setup, seed, others, faults, pace, lasts, delay, wishes, standing, keepsCeiling);
    }

    /** The same with a protocol that lacks a rule. */
    public Storm without(Protocol.Mutant<?> mutant) {
        Setup broken = setup.without(mutant);
        return new Storm(broken, seed, terms, faults, pace, lasts, delay, wishes, standing, keepsCeiling);
    }

    LeaseTerms termsOf(NodeId node) {
        return terms.get(node.index());
    }

    /** The longest lease of any node. */
    long leaseNanos() {
        return terms.stream().mapToLong(each -> each.lease().toNanos()).max().orElseThrow();
    }

    /** How long an arbiter's memory of L(1 + d) lasts at most, by a clock that is slow by d. */
    long longestMemory() {
        return terms.stream()
                .mapToLong(each -> each.memoryNanos() / (1000 - each.driftPerMille()) * 1000 + 1000)
                .max()
                .orElseThrow();
    }

    /** The command that runs it again. */
    public String replayCommand() {
        return "./quorate simulate " + setup.protocol().name() + " --storm " + StormOptions.text(this);
    }
}
