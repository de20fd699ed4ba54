// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.storm;

import io.quorate.core.lock.NodeStart.Standing;
import io.quorate.core.lock.Protocol;
import io.quorate.core.model.NodeId;
import io.quorate.core.session.LeaseTerms;
import io.quorate.lab.mutant.Mutant;
import io.quorate.lab.simulate.Swarm;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.simulate.chance.Randomness;
import io.quorate.lab.world.setup.Setup;
import io.quorate.overlay.node.OverlayProtocol;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A storm, completely: the same storm is the same run, step by step. Anything that the numbers below leave open is drawn from the seed
 * during the run.
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
 * @param gathering the overlay, and how its nodes come together; null if the protocol needs none
 */
public record Storm(
        Setup setup,
        long seed,
        List<LeaseTerms> terms,
        Set<Fault> faults,
        long pace,
        long lasts,
        RandomDuration delay,
        Wishes wishes,
        Standing standing,
        boolean keepsCeiling,
        @Nullable OverlaySetup gathering) {

    /**
     * The requests of the clients, repeated in a loop.
     *
     * @param clients how many there are at each node
     * @param locks over how many locks their claims spread
     * @param sharedShare which share of them is SHARED
     * @param timeoutShare the share of them that gives up after a timeout
     * @param nowShare which share of them wants the lock now or not at all
     * @param hold how long a claim holds
     * @param think how long a client pauses between locks
     */
    public record Wishes(
            int clients,
            int locks,
            double sharedShare,
            double timeoutShare,
            double nowShare,
            RandomDuration hold,
            RandomDuration think) {}

    private static final List<Long> LEASES_IN_MILLIS = List.of(100L, 300L, 1_000L, 5_000L);

    /** Locks on an overlay ask again after half a second and more, so that shorter leases are of no use to them. */
    private static final List<Long> OVERLAY_LEASES_IN_MILLIS = List.of(300L, 1_000L, 1_000L, 5_000L);

    /** How long locks are held, in parts of a lease. */
    private static final List<Integer> HOLDS_IN_PERCENT = List.of(1, 10, 50, 200);

    /** Replicas move within some leases: somebody should hold meanwhile. */
    private static final List<Integer> OVERLAY_HOLDS_IN_PERCENT = List.of(1, 20, 200, 800);

    private static final List<Double> NOW_SHARES = List.of(0.0, 0.2, 0.5);
    private static final List<Integer> DRIFTS = List.of(1, 10, 50, 100);
    private static final int SPARE_VOTES_MAX = 2;
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
        requirePossible(setup.protocol(), faults, gathering);
        if (terms.size() != setup.nodes()) {
            throw new IllegalArgumentException("there are " + setup.nodes() + " nodes, but terms for " + terms.size()
                    + ": give each node its own");
        }
    }

    private static void requirePossible(Protocol<?> protocol, Set<Fault> faults, @Nullable OverlaySetup gathering) {
        if (OverlayProtocol.isOne(protocol) != (gathering != null)) {
            throw new IllegalArgumentException(
                    protocol.name() + (gathering == null ? " needs an overlay" : " needs no overlay: take it away"));
        }
        for (Fault fault : faults) {
            if (fault.needsOverlay() && gathering == null) {
                throw new IllegalArgumentException("In a storm of " + protocol.name()
                        + ", which needs no overlay, there is no " + fault.text() + ": take it away.");
            }
        }
    }

    /** The storm of this seed. */
    public static Storm draw(Protocol<?> protocol, long seed) {
        return draw(setup(protocol, seed), seed);
    }

    /** The cluster of this seed. */
    static Setup setup(Protocol<?> protocol, long seed) {
        return OverlayProtocol.isOne(protocol)
                ? OverlaySetup.setup(protocol, seed)
                : Swarm.draw(protocol, seed).setup();
    }

    /** The storm of this seed over this cluster. */
    public static Storm draw(Setup cluster, long seed) {
        Randomness rules = new Randomness(seed).fork("rules"); // drawn apart: it changes nothing else
        boolean overOverlay = OverlayProtocol.isOne(cluster.protocol());
        int spareVotes = rules.nextInt(SPARE_VOTES_MAX + 1);
        double nowShare = NOW_SHARES.get(rules.nextInt(NOW_SHARES.size()));
        Setup setup = overOverlay ? cluster : cluster.withSpareVotes(spareVotes);
        Randomness randomness = new Randomness(seed).fork("storm");
        List<Long> leases = overOverlay ? OVERLAY_LEASES_IN_MILLIS : LEASES_IN_MILLIS;
        Duration lease = Duration.ofMillis(leases.get(randomness.nextInt(leases.size())));
        LeaseTerms terms = new LeaseTerms(lease, DRIFTS.get(randomness.nextInt(DRIFTS.size())));
        long length = lease.toNanos();
        Set<Fault> faults = faults(randomness, overOverlay);
        long pace = length / 10 * (3 + randomness.nextInt(30));
        long lasts = length * (LEASES_MIN + randomness.nextInt(LEASES_MORE));
        RandomDuration delay = Swarm.duration(
                randomness, length / List.of(5_000, 1_000, 200, 40).get(randomness.nextInt(4)));
        List<Integer> holds = overOverlay ? OVERLAY_HOLDS_IN_PERCENT : HOLDS_IN_PERCENT;
        RandomDuration hold = Swarm.duration(randomness, length / 100 * holds.get(randomness.nextInt(holds.size())));
        RandomDuration think =
                Swarm.duration(randomness, length / 100 * List.of(5, 50, 200).get(randomness.nextInt(3)));
        int clients = 1 + randomness.nextInt(2);
        int locks = randomness.chance(0.6) ? 1 : 1 + randomness.nextInt(3);
        double sharedShare = randomness.chance(0.5) ? 0 : randomness.nextInt(11) / 10.0;
        Wishes wishes = new Wishes(
                clients,
                locks,
                setup.protocol().traits().knowsShared() ? sharedShare : 0,
                randomness.chance(0.5) ? 0 : randomness.nextInt(6) / 10.0,
                overOverlay ? 0 : nowShare,
                hold,
                think);
        Standing standing = List.of(Standing.values()).get(randomness.nextInt(Standing.values().length));
        boolean keepsCeiling = randomness.chance(0.6);
        List<LeaseTerms> alike = Collections.nCopies(setup.nodes(), terms);
        OverlaySetup gathering = overOverlay ? OverlaySetup.draw(setup, lease, seed) : null;
        return new Storm(setup, seed, alike, faults, pace, lasts, delay, wishes, standing, keepsCeiling, gathering);
    }

    /** Random values for overlays are drawn separately: they change no other storm. */
    private static Set<Fault> faults(Randomness randomness, boolean overOverlay) {
        Randomness more = randomness.fork("overlay");
        Randomness rules = randomness.fork("rules");
        Set<Fault> faults = EnumSet.noneOf(Fault.class);
        for (Fault fault : Fault.values()) {
            Randomness source = fault.isDrawnApart() ? rules : fault.needsOverlay() ? more : randomness;
            if (source.chance(fault == Fault.DRIFT ? 0.8 : 0.4) && fault.isToBeSurvived(overOverlay)) {
                faults.add(fault);
            }
        }
        return faults;
    }

    public Storm with(Set<Fault> others) {
        return new Storm(setup, seed, terms, others, pace, lasts, delay, wishes, standing, keepsCeiling, gathering);
    }

    /** The same, where holds ask for this number of spare votes. */
    Storm withSpareVotes(int count) {
        Setup other = setup.withSpareVotes(count);
        return new Storm(other, seed, terms, faults, pace, lasts, delay, wishes, standing, keepsCeiling, gathering);
    }

    /** The same over another overlay. */
    public Storm with(OverlaySetup other) {
        return new Storm(setup, seed, terms, faults, pace, lasts, delay, wishes, standing, keepsCeiling, other);
    }

    /** The same, with another lease for each node. */
    public Storm with(List<LeaseTerms> others) {
        return new Storm(setup, seed, others, faults, pace, lasts, delay, wishes, standing, keepsCeiling, gathering);
    }

    /** The same with a protocol that lacks a rule. */
    public Storm without(Mutant mutant) {
        Setup broken = setup.without(mutant);
        return new Storm(broken, seed, terms, faults, pace, lasts, delay, wishes, standing, keepsCeiling, gathering);
    }

    boolean isOverOverlay() {
        return gathering != null;
    }

    /** The overlay of a storm that has one. */
    OverlaySetup overlay() {
        OverlaySetup known = gathering;
        if (known == null) {
            throw new IllegalStateException("this storm has no overlay");
        }
        return known;
    }

    LeaseTerms termsOf(NodeId node) {
        return terms.get(node.index());
    }

    /** The longest lease of any node. */
    long leaseNanos() {
        return terms.stream().mapToLong(each -> each.lease().toNanos()).max().orElseThrow();
    }

    /** How long a voter's memory of L(1 + d) lasts at most, by a clock that is slow by d. */
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
