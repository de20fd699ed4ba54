// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.maekawa;

import io.quorate.core.lock.Phase;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.check.LockProperties;
import io.quorate.lab.check.Property;
import io.quorate.lab.world.Cluster;
import io.quorate.lab.world.facts.NodeFacts.Entry;
import io.quorate.lab.world.facts.NodeFacts.LockFacts;
import io.quorate.lab.world.facts.NodeFacts.Vote;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * The invariants of Maekawa's corrected rules. Without it no node would wait forever, but members would remember, ask or be told
 * more than they need.
 */
final class MaekawaProperties {
    private MaekawaProperties() {}

    static List<Property> of(CheckSystem system) {
        if (!system.setup().protocol().rules().equals("corrected")) {
            return List.of();
        }
        List<Property> properties = new ArrayList<>();
        properties.add(Property.always(
                "an arbiter knows a request once", cluster -> everywhere(cluster, MaekawaProperties::knowsEachOnce)));
        properties.add(Property.always(
                "in a quiet state a waiter is inquired about what is asked back from it, and about nothing else",
                cluster -> !LockProperties.isQuiet(cluster) || everywhere(cluster, MaekawaProperties::inquiriesAgree)));
        if (nothingIsLateOrLost(system)) {
            properties.add(Property.always(
                    "in a quiet state an arbiter knows only requests that live",
                    cluster ->
                            !LockProperties.isQuiet(cluster) || everywhere(cluster, MaekawaProperties::requestsLive)));
        }
        return properties;
    }

    /** Else a request may come after its end, and is known until its turn comes. */
    private static boolean nothingIsLateOrLost(CheckSystem system) {
        Limits limits = system.limits();
        int faults = limits.resets() + limits.oneSidedResets() + limits.duplicates() + limits.crashes();
        return faults == 0 && system.setup().network() == Network.FIFO;
    }

    /** One lock at one node. */
    private record Place(Cluster cluster, NodeId node) {
        LockFacts at(NodeId other, LockFacts lock) {
            LockFacts facts = cluster.node(other).facts().lock(lock.name());
            return facts == null
                    ? new LockFacts(lock.name(), Phase.IDLE, null, false, false, null, List.of(), List.of())
                    : facts;
        }
    }

    private static boolean everywhere(Cluster cluster, BiPredicate<Place, LockFacts> holds) {
        for (int index = 0; index < cluster.size(); index++) {
            Place place = new Place(cluster, NodeId.of(index));
            for (LockFacts lock : cluster.node(index).facts().locks()) {
                if (!holds.test(place, lock)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean knowsEachOnce(Place place, LockFacts arbiter) {
        List<Entry> entries = arbiter.entries();
        for (int one = 0; one < entries.size(); one++) {
            for (int other = one + 1; other < entries.size(); other++) {
                if (entries.get(one).to().equals(entries.get(other).to())) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean inquiriesAgree(Place place, LockFacts requester) {
        Stamp stamp = requester.stamp();
        if (stamp == null || requester.phase() != Phase.WAITING) {
            return true;
        }
        for (Vote vote : requester.votes()) {
            Entry entry = place.at(vote.of(), requester).entryOf(stamp);
            boolean isAskedBack = entry != null && entry.granted() && entry.inquired();
            if (vote.inquired() != isAskedBack
                    && !place.cluster().usage().crashed().contains(vote.of())) {
                return false;
            }
        }
        return true;
    }

    private static boolean requestsLive(Place place, LockFacts arbiter) {
        for (Entry entry : arbiter.entries()) {
            if (!entry.to().equals(place.at(entry.to().node(), arbiter).stamp())) {
                return false;
            }
        }
        return true;
    }
}
