// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.quorumlock;

import io.quorate.core.lock.Protocol;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.quorum.systems.Tree;
import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.world.event.Wish;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import java.util.ArrayList;
import java.util.List;

/**
 * The systems in which the roster changes while two contend. Names tell what they are: {@code e-1-2} goes from the roster {n1} to {n2},
 * {@code e-123-124} from {n1,n2,n3} to {n1,n2,n4}; {@code own12} that n1 and n2 ask, {@code guests} that two ask who never vote;
 * {@code timely} that leases run out last, so that no hold may be lost.
 */
final class RosterChecks {
    private static final Protocol<?> QUORUM_LOCK = new QuorumLock();
    private static final Wish E = Wish.EXCLUSIVE;
    private static final Wish S = Wish.SHARED;
    private static final Wish N = Wish.EXCLUSIVE.atOnce();
    private static final NodeSet N1 = NodeSet.of(NodeId.of(0));

    private static final Setup ONE_TO_TWO = changing(1, 2, "n2");
    private static final Setup ONE_TO_THREE = changing(1, 3, "n1,n2,n3");
    private static final Setup THREE_TO_ONE = changing(3, 3, "n1");
    private static final Setup TWO_CHANGES = changing(1, 3, "n2", "n3");

    /** The name of the lock determines the required vote in a tree of two. */
    private static final Setup TREE_TO_ONE =
            Setup.of(QUORUM_LOCK, new Tree(2), 3).withRosters(List.of("n3")).placedByName();

    private static final Limits OWN12 = asking(List.of(List.of(E), List.of(E)));

    /** Without a rule the systems that are not complete by then break within some steps. */
    private static final int STATES_FOR_MUTANTS = 150_000;

    private RosterChecks() {}

    /** The first nodes vote, up to this number, and these rosters follow. */
    private static Setup changing(int voters, int nodes, String... rosters) {
        return Setup.of(QUORUM_LOCK, new Majority(voters), nodes).withRosters(List.of(rosters));
    }

    /** From small to large, systems of which each breaks without some rule of roster changes. The larger ones are soon broken, or given up. */
    static List<CheckSystem> forMutants() {
        List<CheckSystem> systems = new ArrayList<>(small());
        for (CheckSystem larger : List.of(
                system("e-1-123-own12", ONE_TO_THREE, OWN12),
                system("e-123-1-own12", THREE_TO_ONE, OWN12),
                system("e-1-2-own12-restart", ONE_TO_TWO, restart(OWN12, N1)),
                system("e-1-2-2+1-fences", ONE_TO_TWO.withFences(), asking(List.of(List.of(E, E), List.of(E)))),
                byName(),
                system("e-1-2-3-own13", TWO_CHANGES, asking(List.of(List.of(E), List.of(), List.of(E)))),
                system("e-1-2-own12-half-reset", ONE_TO_TWO, OWN12.withOneSidedResets(1)))) {
            systems.add(larger.within(STATES_FOR_MUTANTS));
        }
        return systems;
    }

    private static CheckSystem byName() {
        Wish other = new Wish(LockName.of("Y"), Wish.EXCLUSIVE.mode(), false);
        return system("e-12-3-by-name-own13", TREE_TO_ONE, asking(List.of(List.of(other), List.of(), List.of(other))));
    }

    /** For every build. */
    static List<CheckSystem> small() {
        return List.of(
                system("e-1-2-own12", ONE_TO_TWO, OWN12),
                system("e-1-2-own12-timely", ONE_TO_TWO, OWN12.timely()),
                system("e-1-2-own12-fences", ONE_TO_TWO.withFences(), OWN12));
    }

    /** With the other rules that do something at the same time, and with faults. */
    static List<CheckSystem> large() {
        return List.of(
                system("e-1-2-own12-standing", ONE_TO_TWO.withStanding(), OWN12),
                system("e-1-2-own12-shared", ONE_TO_TWO, asking(List.of(List.of(S), List.of(S)))),
                system("e-1-2-e-n", ONE_TO_TWO, asking(List.of(List.of(E), List.of(N)))),
                system("e-12-12-own12-quorums", changing(2, 2, "n1,n2=tree"), OWN12));
    }

    private static Limits restart(Limits limits, NodeSet mortal) {
        return limits.withCrashes(1).withRestarts(1).withMortal(mortal);
    }

    private static Limits asking(List<List<Wish>> wishes) {
        return Limits.of(wishes);
    }

    private static CheckSystem system(String name, Setup setup, Limits limits) {
        return new CheckSystem(name, setup, limits);
    }
}
