// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.tree;

import io.quorate.core.lock.Protocol;
import io.quorate.core.quorum.Quorums;
import io.quorate.core.quorum.systems.Tree;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.kit.Passing;
import io.quorate.lab.world.event.Wish;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.tree.TreeLock;
import java.util.ArrayList;
import java.util.List;

/**
 * The systems that the tree algorithm is explored in. {@code tree3} is a tree of three sites that also ask, {@code
 * tree3-apart} one with others that only ask; {@code crash} is a site that crashes, and of which all others learn; {@code
 * suspicion} one that is taken for failed, rightly or not. {@code tree-chain3} and {@code tree-given5} are trees that are not in
 * level order.
 */
final class TreeChecks {
    private static final Protocol<?> TREE = new TreeLock();
    private static final Setup TREE3 = Setup.usual(TREE, 3);
    private static final Setup TREE3_UNORDERED = TREE3.over(Network.UNORDERED);
    private static final Setup TREE3_APART = Setup.of(TREE, new Tree(3), 5);
    private static final Setup TREE4 = Setup.usual(TREE, 4);
    private static final Setup TREE7 = Setup.usual(TREE, 7);
    /** Two only children below each other. */
    private static final Setup CHAIN3 = Setup.of(TREE, Quorums.named("tree-of:1(2(3))", 3), 3);
    /** The root is not the first site, and one of its children has an only child. */
    private static final Setup GIVEN5 = Setup.of(TREE, Quorums.named("tree-of:3(1(2),4,5)", 5), 5);

    private static final List<Wish> ONCE = List.of(Wish.EXCLUSIVE);
    private static final List<Wish> NEVER = List.of();
    private static final Limits THREE_APART = Limits.of(List.of(NEVER, NEVER, NEVER, ONCE, ONCE, ONCE));
    private static final Limits TWO_APART = Limits.of(List.of(NEVER, NEVER, NEVER, ONCE, ONCE));

    private TreeChecks() {}

    /** From small to large, systems of which each breaks without some rule. */
    static List<CheckSystem> forMutants() {
        return List.of(
                system("tree3-2x1", TREE3, Limits.contenders(2, 1)),
                system("tree3-3x1", TREE3, Limits.contenders(3, 1)),
                system("tree3-2x1-crash", TREE3, Limits.contenders(2, 1).withCrashes(1)),
                system("tree3-2x1-suspicion", TREE3, Limits.contenders(2, 1).withSuspicions(1)),
                system("tree3-2x1-reset", TREE3, Limits.contenders(2, 1).withResets(1)),
                system("tree3-2x1-half-reset", TREE3, Limits.contenders(2, 1).withOneSidedResets(1)),
                system(
                        "tree3-2x1-abandon-unordered",
                        TREE3_UNORDERED,
                        Limits.contenders(2, 1).withAbandon()),
                system("tree3-3x2", TREE3, Limits.contenders(3, 2)),
                system("tree3-3x1-crash", TREE3, Limits.contenders(3, 1).withCrashes(1)),
                system(
                        "tree3-3x1-unordered-copy",
                        TREE3_UNORDERED,
                        Limits.contenders(3, 1).withDuplicates(1)),
                system(
                        "tree3-2x2-unordered-copy",
                        TREE3_UNORDERED,
                        Limits.contenders(2, 2).withDuplicates(1)),
                system("tree3-apart-2x1", TREE3_APART, TWO_APART),
                system("tree3-apart-2x1-unordered", TREE3_APART.over(Network.UNORDERED), TWO_APART),
                system("tree3-apart-2x1-reset", TREE3_APART, TWO_APART.withResets(1)),
                system(
                        "tree3-apart-3x1-unordered",
                        Setup.of(TREE, new Tree(3), 6).over(Network.UNORDERED),
                        THREE_APART),
                system(
                        "tree3-3x1-crash-unordered",
                        TREE3_UNORDERED,
                        Limits.contenders(3, 1).withCrashes(1)));
    }

    /** Where the order is watched, which some rule is only for. */
    static CheckSystem order() {
        return system("tree3-3x1-order", TREE3.watching(Passing.byAge(0)), Limits.contenders(3, 1));
    }

    /** For every build. */
    static List<CheckSystem> small() {
        List<CheckSystem> systems = new ArrayList<>(forMutants());
        systems.add(system("tree4-3x1", TREE4, Limits.of(List.of(NEVER, ONCE, ONCE, ONCE))));
        systems.add(system("tree7-3x1", TREE7, Limits.contenders(3, 1)));
        systems.add(system(
                "tree3-3x1-suspicion-unordered",
                TREE3_UNORDERED,
                Limits.contenders(3, 1).withSuspicions(1)));
        systems.add(system(
                "tree3-2x1-suspicion-crash-unordered",
                TREE3_UNORDERED,
                Limits.contenders(2, 1).withSuspicions(1).withCrashes(1)));
        systems.add(system(
                "tree3-2x1-suspicion-reset",
                TREE3,
                Limits.contenders(2, 1).withSuspicions(1).withResets(1)));
        systems.add(system(
                "tree3-2x1-suspicion-abandon-unordered",
                TREE3_UNORDERED,
                Limits.contenders(2, 1).withSuspicions(1).withAbandon()));
        systems.add(system(
                "tree3-2x1-crash-abandon-unordered-copy",
                TREE3_UNORDERED,
                Limits.contenders(2, 1).withCrashes(1).withAbandon().withDuplicates(1)));
        systems.add(system("tree4-2x1-crash", TREE4, Limits.contenders(2, 1).withCrashes(1)));
        systems.add(
                system("tree-chain3-2x1-crash", CHAIN3, Limits.contenders(2, 1).withCrashes(1)));
        systems.add(system("tree-given5-3x1", GIVEN5, Limits.of(List.of(NEVER, ONCE, NEVER, ONCE, ONCE))));
        return List.copyOf(systems);
    }

    /** For long runs. */
    static List<CheckSystem> large() {
        return List.of(
                system(
                        "tree3-3x1-crash-unordered-copy",
                        TREE3_UNORDERED,
                        Limits.contenders(3, 1).withCrashes(1).withDuplicates(1)),
                system("tree4-3x1-crash", TREE4, Limits.contenders(3, 1).withCrashes(1)),
                system(
                        "tree3-2x1-2-suspicions-unordered-copy",
                        TREE3_UNORDERED,
                        Limits.contenders(2, 1).withSuspicions(2).withDuplicates(1)),
                system(
                        "tree7-3x1-unordered-copy",
                        TREE7.over(Network.UNORDERED),
                        Limits.contenders(3, 1).withDuplicates(1)));
    }

    private static CheckSystem system(String name, Setup setup, Limits limits) {
        return new CheckSystem(name, setup, limits);
    }
}
