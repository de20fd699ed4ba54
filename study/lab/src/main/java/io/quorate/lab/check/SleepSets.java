// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.check;

import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.event.Event.News;
import io.quorate.lab.world.event.Event.Signal;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sleep sets: of two steps that lead to the same state in either order, the search tries one order only. A state has a set of
 * steps that <em>sleep</em>: they are possible in it, but need not be tried, since the state that they lead to is found in another way.
 * Every state is still found, and as near to the first state as without; only fewer steps lead there.
 *
 * <p><b>What may sleep</b> are turns of one node that need nothing else: an arrival, a request, a release, giving up. A turn of this kind reads and changes its node, takes
 * one frame from a channel to it, and adds frames at the end of channels from it. So it is <em>independent</em> of a turn of this kind of another
 * node: each remains possible after the other, and both orders lead to the same state. It is independent also of most faults at other nodes:
 * suspicions, hints, crashes, resets of their links. All other steps (timers, leases, restarts, changes of the
 * roster) are taken to depend on everything: nothing sleeps after them. In a network without order an arrival depends also on turns of the
 * sender, since they change which frames there are to choose from. Where turns of different nodes meet in something else (an order of all messages, a
 * watch that compares nodes, bounds on delays, true time), nothing sleeps at all.
 *
 * <p><b>What has to be shown</b> is that independent steps commute: {@code SleepSetsTest} tries both orders in the states of
 * all small systems. <b>Why it is enough:</b> let the steps have one order at all states, as {@code Possibilities} lists them. Of all
 * shortest runs to a state take the first by that order. Its beginnings are again first among their like. If its next step t slept where it
 * is due, it would be independent of the step u before it, and in the state before u it would be possible, and either come before u in the order or sleep
 * too; and so on back to the first state, where nothing sleeps. So t can be moved to before some step that it precedes in the order. That gives a run that
 * is as long, leads to the same state and comes first: a contradiction. A step sleeps in a state if it sleeps after <em>all</em> steps
 * that lead to it
 * from the level before; the search is breadth first, so they are known before it goes on from there.
 *
 * <p>The set is a number of 64 bits, so there are none above seven nodes.
 */
final class SleepSets {
    /** Nothing sleeps. */
    static final SleepSets NONE = new SleepSets(0, false, true, false);

    private static final int NODES_MAX = 7;

    private static final long ALL = -1;

    private final int nodes;
    private final boolean used;
    private final boolean crashesAreWatched;
    private final long[] dependent;

    private SleepSets(int nodes, boolean used, boolean inOrder, boolean crashesAreWatched) {
        this.nodes = nodes;
        this.used = used;
        this.crashesAreWatched = crashesAreWatched;
        this.dependent = new long[used ? nodes : 0];
        for (int node = 0; node < dependent.length; node++) {
            for (int row = 0; row < nodes + 2; row++) {
                dependent[node] |= bit(row, node);
            }
            for (int peer = 0; peer < nodes && !inOrder; peer++) {
                dependent[node] |= bit(node, peer);
            }
        }
    }

    static SleepSets of(CheckSystem system) {
        Setup setup = system.setup();
        Limits limits = system.limits();
        boolean nodesMeetInFramesOnly = setup.network() != Network.SEQUENCED
                && !setup.isPassingWatched()
                && !setup.isBounded()
                && !setup.trueTime()
                && !setup.hasRosters();
        boolean nobodyComparesClaims = limits.wishes().stream()
                .flatMap(List::stream)
                .noneMatch(wish -> wish.now() || (wish.mode() == Mode.SHARED && limits.claimsAtOnce() > 1));
        return new SleepSets(
                setup.nodes(),
                setup.nodes() <= NODES_MAX && nodesMeetInFramesOnly && nobodyComparesClaims,
                setup.network() == Network.FIFO,
                setup.spareVotes() > 0);
    }

    boolean isUsed() {
        return used;
    }

    /** In the column of each node its turns: in the row of a peer arrivals from there, in its own row requests, then releases and giving up. */
    private long bit(int row, int node) {
        return 1L << (row * nodes + node);
    }

    /** The bit of a step that may sleep; all frames of a channel share one, so do all claims of a node. 0 of any other step. */
    long bitOf(Choice choice) {
        if (!used) {
            return 0;
        }
        if (choice instanceof Choice.Deliver deliver) {
            boolean isFromItself = deliver.from().equals(deliver.to());
            return isFromItself ? 0 : bit(deliver.from().index(), deliver.to().index());
        } else if (choice instanceof Choice.Acquire acquire) {
            return bit(acquire.node().index(), acquire.node().index());
        } else if (choice instanceof Choice.Release release) {
            return bit(nodes, release.node().index());
        } else if (choice instanceof Choice.Abandon abandon) {
            return bit(nodes + 1, abandon.node().index());
        }
        return 0;
    }

    /** Of those that sleep or have been tried, those that sleep after this step. */
    long after(long asleep, Choice choice) {
        return asleep == 0 ? 0 : asleep & ~wakenedBy(choice);
    }

    private long wakenedBy(Choice choice) {
        long own = bitOf(choice);
        if (own != 0) {
            return dependent[Long.numberOfTrailingZeros(own) % nodes];
        } else if (choice instanceof Choice.Reset reset) {
            return dependent[reset.one().index()] | dependent[reset.other().index()];
        } else if (choice instanceof Choice.Duplicate copied) {
            return bit(copied.from().index(), copied.to().index());
        }
        NodeId node = onlyNodeOf(choice);
        return node == null ? ALL : dependent[node.index()];
    }

    /** The node at which the fault is, if it reads and changes no other. */
    private @Nullable NodeId onlyNodeOf(Choice choice) {
        if (choice instanceof Choice.Tell tell) {
            boolean looksAtOthers = tell.is(News.DISTRUST) || tell.event() == Signal.VOTE;
            return looksAtOthers ? null : tell.node();
        } else if (choice instanceof Choice.Crash crash) {
            return crashesAreWatched ? null : crash.node();
        } else if (choice instanceof Choice.Freeze freeze) {
            return freeze.node();
        }
        return null;
    }
}
