package io.quorate.core.quorum;

import io.quorate.core.model.LockName;
import org.jspecify.annotations.Nullable;

/**
 * Which variant of a quorum system each lock uses. All nodes of a cluster must have the same placement: then they take the same
 * variant for the same lock, without a word, and different locks load different voters.
 */
public final class Placement {
    /** So many variants are made in advance, so that the locks of a small cluster come and go without allocating. */
    private static final int PREPARED_MAX = 300;

    private final QuorumSystem system;
    private final int variants;
    private final QuorumSystem[] prepared;

    private Placement(QuorumSystem system, int variants) {
        this.system = system;
        this.variants = variants;
        this.prepared = new QuorumSystem[variants <= PREPARED_MAX ? variants : 0];
        for (int which = 0; which < prepared.length; which++) {
            prepared[which] = system.variant(which);
        }
    }

    /** Every lock uses the system as it is: the numbers of the papers, for drawings, scenarios and the checker. */
    public static Placement asNumbered(QuorumSystem system) {
        return new Placement(system, 1);
    }

    /** The name of a lock picks its variant, so that the locks of a cluster load all voters. */
    public static Placement byName(QuorumSystem system) {
        return new Placement(system, system.variants());
    }

    /** The system of which the locks use variants. */
    public QuorumSystem system() {
        return system;
    }

    /** Whether the name of a lock makes a difference. */
    public boolean isByName() {
        return variants > 1;
    }

    /** The quorums of this lock. */
    public QuorumSystem of(LockName lock) {
        if (variants == 1) {
            return prepared[0];
        }
        int which = (int) Long.remainderUnsigned(lock.digest(), variants);
        return prepared.length > 0 ? prepared[which] : system.variant(which);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Placement placement
                && placement.variants == variants
                && placement.system.equals(system);
    }

    @Override
    public int hashCode() {
        return 31 * system.hashCode() + variants;
    }
}
