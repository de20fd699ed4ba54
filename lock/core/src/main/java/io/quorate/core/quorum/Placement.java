// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorum;

import io.quorate.core.model.LockName;
import io.quorate.core.model.Mixing;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which variant of a quorum system each lock uses. All nodes of a cluster must have the same placement: then they take the same
 * variant for the same lock, without a word, and different locks load different voters.
 */
public final class Placement {
    private static final int FINGERPRINT_LOCKS = 8;
    private static final int FINGERPRINT_REQUESTERS = 64;

    private final QuorumSystem system;

    /**
     * The variants that were used so far, so that locks come and go without allocating. If several threads make the same one,
     * any of them will do: they are equal, and never change.
     */
    private final @Nullable QuorumSystem[] variants;

    /** Whether names choose variants, also where there is only one. */
    private final boolean byName;

    private Placement(QuorumSystem system, int variants, boolean byName) {
        this.system = system;
        this.variants = new QuorumSystem[variants];
        this.byName = byName;
    }

    /** Every lock uses the system as it is: the numbers of the papers, for drawings, scenarios and the checker. */
    public static Placement asNumbered(QuorumSystem system) {
        return new Placement(system, 1, false);
    }

    /** The name of a lock picks its variant, so that the locks of a cluster load all voters. */
    public static Placement byName(QuorumSystem system) {
        return new Placement(system, system.variants(), true);
    }

    /** Another system, placed in the same way: that of another roster of the same cluster. */
    public Placement over(QuorumSystem other) {
        return byName ? byName(other) : asNumbered(other);
    }

    /** The system of which the locks use variants. */
    public QuorumSystem system() {
        return system;
    }

    /** Whether the name of a lock makes a difference. */
    public boolean isByName() {
        return variants.length > 1;
    }

    /** The quorums of this lock. */
    public QuorumSystem of(LockName lock) {
        if (variants.length == 1) {
            return system;
        }
        return variant((int) Long.remainderUnsigned(lock.digest(), variants.length));
    }

    /** How many variants the names of locks choose from. */
    public int variants() {
        return variants.length;
    }

    /** One of them. */
    public QuorumSystem variant(int which) {
        if (variants.length == 1) {
            return system;
        }
        QuorumSystem variant = variants[which];
        if (variant == null) {
            variant = system.variant(which);
            variants[which] = variant;
        }
        return variant;
    }

    /**
     * A number that depends on whom nodes ask for some locks. Nodes of two versions that make different quorums of the same
     * name differ in it, and must not decide about locks together.
     */
    public long fingerprint() {
        long fingerprint = variants.length;
        for (int sample = 0; sample < FINGERPRINT_LOCKS; sample++) {
            QuorumSystem quorums = of(LockName.of("fingerprint " + sample));
            for (int requester = 0; requester < Math.min(system.size(), FINGERPRINT_REQUESTERS); requester++) {
                NodeSet quorum = quorums.quorumOf(NodeId.of(requester));
                for (int member = quorum.next(0); member >= 0; member = quorum.next(member + 1)) {
                    fingerprint = Mixing.mixed(fingerprint ^ (requester * 0x1_0000_0000L + member));
                }
            }
        }
        return fingerprint;
    }

    /** Two are equal if they place all locks alike: name and size of a system say all. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Placement placement
                && placement.variants.length == variants.length
                && placement.system.voters().equals(system.voters())
                && placement.system.name().equals(system.name());
    }

    @Override
    public int hashCode() {
        return 31 * system.name().hashCode() + system.size();
    }
}
