// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.event.Event.News;
import io.quorate.lab.world.event.Event.Signal;
import io.quorate.lab.world.facts.NodeClaim;
import io.quorate.lab.world.rosters.ChangeWatch;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import io.quorate.lab.world.step.Renaming;

/** The part of its {@link Limits} that a cluster has used. */
public final class Usage {
    private final int[] claims;
    private final int[] incarnations;
    public final FenceWatch fences = new FenceWatch();
    public final PassWatch passes;
    public int crashes;
    public int restarts;
    public int trustEnds;
    public int leaves;
    public int earlyTimeouts;
    public int resets;
    public int oneSidedResets;
    public int duplicates;
    public int suspicions;

    public int slowHints;
    public int twins;
    public int stops;

    /** Those that do nothing any more, and are not known to be gone. */
    public NodeSet frozen = NodeSet.EMPTY;

    /** Those that are down since they stopped cleanly (W3). */
    public NodeSet clean = NodeSet.EMPTY;

    /** How far nodes have come with rosters. */
    public final ChangeWatch changes;

    /** The watched events of rules B and V. */
    public final PromiseWatch promises = new PromiseWatch();

    /** Those that are down. */
    public NodeSet crashed = NodeSet.EMPTY;

    Usage(int nodes) {
        this.claims = new int[nodes];
        this.incarnations = new int[nodes];
        this.passes = new PassWatch(nodes);
        this.changes = new ChangeWatch(nodes);
    }

    /** Whether a node has left its group or started again, so that it must be inserted. */
    public boolean isSomebodyNew() {
        return leaves + restarts > 0;
    }

    /** Whether some node has crashed; it may be up again. */
    public boolean hasCrashes() {
        return crashes > 0;
    }

    /** Whether some link was reset. */
    public boolean hasResets() {
        return resets + oneSidedResets > 0;
    }

    /** How many claims a node has made. */
    public int claims(int index) {
        return claims[index];
    }

    int countClaim(int index) {
        return ++claims[index];
    }

    public void setClaims(int index, int count) {
        claims[index] = count;
    }

    /** How often the node has started again. */
    public int incarnation(int index) {
        return incarnations[index];
    }

    public void setIncarnation(int index, int number) {
        incarnations[index] = number;
    }

    public FenceWatch fences() {
        return fences;
    }

    public PassWatch passes() {
        return passes;
    }

    public int restarts() {
        return restarts;
    }

    public int trustEnds() {
        return trustEnds;
    }

    public int resets() {
        return resets;
    }

    public int oneSidedResets() {
        return oneSidedResets;
    }

    public int duplicates() {
        return duplicates;
    }

    public int suspicions() {
        return suspicions;
    }

    public NodeSet frozen() {
        return frozen;
    }

    public PromiseWatch promises() {
        return promises;
    }

    public NodeSet crashed() {
        return crashed;
    }

    /** A node that has crashed starts again. */
    void restarted(NodeId node) {
        restarts++;
        crashed = crashed.without(node);
        clean = clean.without(node); // W4
        setIncarnation(node.index(), incarnation(node.index()) + 1);
    }

    /** The watched events of a grant. */
    /** A node is about to be told this. */
    void told(Choice.Tell choice, Cluster cluster) {
        suspicions += choice.is(News.SUSPECT) ? 1 : 0;
        slowHints += choice.is(News.SLOW) && !frozen.contains(choice.peer()) ? 1 : 0;
        twins += choice.is(News.TWIN) ? 1 : 0;
        stops += choice.event() == Signal.STOP ? 1 : 0;
        leaves += choice.event() == Signal.LEAVE ? 1 : 0;
        boolean isEarly = choice.is(News.DISTRUST) && !Leases.mustEnd(cluster, choice.node(), choice.peer());
        trustEnds += isEarly ? 1 : 0;
    }

    void granted(NodeClaim claim, long fence, Cluster cluster) {
        Setup setup = cluster.setup();
        promises.overtaking().granted(claim);
        if (setup.fences() && claim.lock().equals(Choice.USUAL_LOCK)) {
            fences.see(claim.mode(), fence);
        }
        if (setup.isPassingWatched()) {
            passes.granted(claim, cluster);
        }
    }

    /** Takes over what the other says of single nodes, which have other names here. Watches that compare nodes must be unused. */
    public void rename(Renaming renaming, Usage other) {
        for (int index = 0; index < claims.length; index++) {
            claims[renaming.of(index)] = other.claims[index];
            incarnations[renaming.of(index)] = other.incarnations[index];
        }
        crashed = renaming.of(other.crashed);
        frozen = renaming.of(other.frozen);
        clean = renaming.of(other.clean);
    }

    void copyFrom(Usage other) {
        System.arraycopy(other.claims, 0, claims, 0, claims.length);
        resets = other.resets;
        oneSidedResets = other.oneSidedResets;
        duplicates = other.duplicates;
        suspicions = other.suspicions;
        crashed = other.crashed;
        System.arraycopy(other.incarnations, 0, incarnations, 0, incarnations.length);
        crashes = other.crashes;
        restarts = other.restarts;
        trustEnds = other.trustEnds;
        leaves = other.leaves;
        earlyTimeouts = other.earlyTimeouts;
        slowHints = other.slowHints;
        twins = other.twins;
        stops = other.stops;
        frozen = other.frozen;
        clean = other.clean;
        promises.set(other.promises.bits());
        promises.overtaking().set(other.promises.overtaking().bits());
        passes.copyFrom(other.passes);
        changes.copyFrom(other.changes);
        fences.set(other.fences.isBroken(), other.fences.exclusive(), other.fences.shared());
    }
}
