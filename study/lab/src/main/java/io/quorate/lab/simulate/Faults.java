// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate;

import io.quorate.core.lock.ProtocolTraits;
import io.quorate.core.lock.ProtocolTraits.Crashes;
import io.quorate.lab.simulate.chance.Randomness;
import io.quorate.lab.world.net.Network;

/**
 * How often things go wrong: for each frame sent, the probability that it is the occasion of such a fault.
 *
 * @param duplicates a frame arrives twice, the second time perhaps much later
 * @param resets a link loses what is under way, and both ends notice
 * @param oneSidedResets a link loses what is under way, and one end notices
 * @param outages a link, or all links of a node, carry nothing for some time, then are reset; some notice and suspect
 * @param suspicions a node suspects another for some time without a reason
 * @param crashes a node crashes, and restarts later if the protocol allows that; the others learn of the crash
 * @param leaves a node that has no claims leaves the group, if the protocol knows such a thing
 */
public record Faults(
        double duplicates,
        double resets,
        double oneSidedResets,
        double outages,
        double suspicions,
        double crashes,
        double leaves) {
    public static final Faults NONE = new Faults(0, 0, 0, 0, 0, 0, 0);

    /** A mix drawn at random, of such faults only as the protocol claims to survive: each kind is there or not. */
    public static Faults swarm(Randomness randomness, ProtocolTraits traits, Network network) {
        double duplicates = rate(randomness, 0.2);
        double resets = rate(randomness, 0.05);
        double oneSided = rate(randomness, 0.05);
        double outages = rate(randomness, 0.01);
        double suspicions = rate(randomness, 0.05);
        boolean copies = traits.survivesDuplicates() && network == Network.UNORDERED;
        boolean lossy = traits.survivesLinkResets();
        // The suspected node is alive.
        boolean hinted = traits.crashes() != Crashes.NONE && traits.crashes() != Crashes.ALL_IF_DETECTED_RIGHTLY;
        boolean mortal = traits.crashes() == Crashes.ALL_IF_DETECTED_RIGHTLY;
        return new Faults(
                copies ? duplicates : 0,
                lossy ? resets : 0,
                lossy ? oneSided : 0,
                lossy && hinted ? outages : 0,
                hinted ? suspicions : 0,
                mortal ? rate(randomness, 0.02) : 0,
                mortal && traits.survivesRestarts() ? rate(randomness, 0.05) : 0);
    }

    /** Every live node belongs to the overlay: none is cut off from it, or suspected. */
    Faults onAnOverlay() {
        return new Faults(duplicates, resets, oneSidedResets, 0, 0, crashes, leaves);
    }

    private static double rate(Randomness randomness, double most) {
        double drawn = randomness.nextDouble() * most;
        return randomness.chance(0.5) ? Math.round(drawn * 10_000) / 10_000.0 : 0;
    }
}
