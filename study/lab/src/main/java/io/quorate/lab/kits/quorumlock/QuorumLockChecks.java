// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.quorumlock;

import io.quorate.core.lock.Protocol;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Explicit;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.systems.Grid;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.quorum.systems.ProjectivePlane;
import io.quorate.core.quorum.systems.Tree;
import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.world.event.Wish;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import java.util.ArrayList;
import java.util.List;

/**
 * The systems that the quorum lock is explored in. Names tell what they are: {@code m3} is a
 * majority of three nodes that also ask, {@code a2} two voters, both needed, and others who ask; {@code 2x1} two contenders
 * that ask once each; {@code ses} three contenders, SHARED, EXCLUSIVE and SHARED; {@code reset} a link reset that both ends
 * notice, {@code half-reset} one that only one end notices; {@code copy} a duplicated frame; {@code trust} that a requester's trust
 * in a voter that is there ends; {@code restart} that a node crashes and starts again; {@code voter-restart} that only
 * one that asks for nothing does; {@code behind} that a node reads and waits to write at the same time ({@code se}); {@code v1} one
 * voter, which reads itself.
 */
final class QuorumLockChecks {
    private static final Protocol<?> QUORUM_LOCK = new QuorumLock();
    private static final Wish E = Wish.EXCLUSIVE;
    private static final Wish S = Wish.SHARED;

    /** Now or not at all. */
    private static final Wish N = Wish.EXCLUSIVE.atOnce();

    private static final Wish OTHER_LOCK = CheckSystem.OTHER_LOCK;

    private static final Setup M3 = Setup.usual(QUORUM_LOCK, 3);
    private static final Setup ALL_OF_ONE = voters(1, 2);
    private static final Setup V1 = voters(1, 1);
    private static final Limits S_AND_SE = atOnce(0, List.of(List.of(S), List.of(S, E)));
    private static final Limits SE_AND_S = atOnce(0, List.of(List.of(S, E), List.of(S)));
    private static final Limits SE_AND_SS = atOnce(1, List.of(List.of(S, E), List.of(S, S)));
    private static final NodeSet N3 = NodeSet.of(NodeId.of(2));
    private static final NodeSet N5 = NodeSet.of(NodeId.of(4));

    /** All quorums have n1, and of those that ask only n5 needs another vote than its own beside. */
    private static final Setup STAR = Setup.parse("nodes 5  protocol quorumlock"
            + "  quorums n1={n1,n2} n2={n1,n2} n3={n1,n3} n4={n1,n4} n5={n1,n2}  network unordered");

    private static final Limits LATE_RELINQUISH =
            asking(2, E, E, E).withTrustEnds(1).withDistrustful(N5);

    private static final Setup M3_APART = Setup.of(QUORUM_LOCK, new Majority(3), 5);
    private static final Setup M3_UNORDERED = M3.over(Network.UNORDERED);

    /** With f = 2 a hold asks for all five votes. */
    private static final Setup M5_TWO_SPARES = Setup.usual(QUORUM_LOCK, 5).withSpareVotes(2);

    private QuorumLockChecks() {}

    /** From small to large, systems of which each breaks without some rule of the quorum lock. */
    static List<CheckSystem> forMutants() {
        List<CheckSystem> systems = new ArrayList<>(forTheFirstRules());
        systems.addAll(forTheNextRules());
        systems.addAll(forWritersBehindReaders());
        return systems;
    }

    /** Rules H, V, B, W and T are about what happens in systems of their own. */
    static List<CheckSystem> forMutant(String rule) {
        if (rule.matches("[ED].*")) {
            return RosterChecks.forMutants();
        }
        if (rule.startsWith("M")) {
            return forWritersBehindReaders();
        }
        if (!rule.matches("[HVBWT].*")) {
            return forTheFirstRules();
        }
        List<CheckSystem> systems = new ArrayList<>(forTheNextRules());
        systems.addAll(rule.startsWith("W") ? forStopsToBreak() : List.of(twoLocksAndATwin()));
        return systems;
    }

    private static List<CheckSystem> forTheFirstRules() {
        Limits twoPlusOne = after(1, List.of(List.of(E, E), List.of(E)));
        return List.of(
                system("a1-2x1", voters(1, 2), asking(1, E, E)),
                system("a1-2x1-abandon", voters(1, 2), asking(1, E, E).withAbandon()),
                system("a1-2x1-trust", voters(1, 2), asking(1, E, E).withTrustEnds(1)),
                system("a1-2x2-standing-fences", ALL_OF_ONE.withStanding().withFences(), twice(1)),
                system("a1-es-s-standing", voters(1, 2).withStanding(), after(1, List.of(List.of(E, S), List.of(S)))),
                system("m3-1x1-suspicion", M3, Limits.contenders(1, 1).withSuspicions(1)),
                system("m3-2x1-suspicion", M3, Limits.contenders(2, 1).withSuspicions(1)),
                system("m3-2x2-fences", M3.withFences(), Limits.contenders(2, 2)),
                system("m3-3x1", M3, Limits.contenders(3, 1)),
                system(
                        "a1-2x1-abandon-unordered",
                        unordered(voters(1, 2)),
                        asking(1, E, E).withAbandon()),
                system("a1-2x1-half-reset", voters(1, 2), asking(1, E, E).withOneSidedResets(1)),
                system("a1-2x1-reset", voters(1, 2), asking(1, E, E).withResets(1)),
                system("a1-2+1-unordered", unordered(voters(1, 2)), twoPlusOne),
                system("a1-2+1-unordered-copy", unordered(voters(1, 2)), twoPlusOne.withDuplicates(1)),
                system("a1-ses-abandon", voters(1, 3), asking(1, S, E, S).withAbandon()),
                system("a1-3x1-unordered-fences", unordered(voters(1, 3)).withFences(), asking(1, E, E, E)),
                system(
                        "a1-2x1-restart-fences",
                        ALL_OF_ONE.withFences(),
                        asking(1, E, E).withCrashes(1).withRestarts(1)),
                system("a2-2x1", voters(2, 2), asking(2, E, E)),
                system("a2-2x1-unordered", unordered(voters(2, 2)), asking(2, E, E)),
                system("a2-2x1-reset", voters(2, 2), asking(2, E, E).withResets(1)),
                system(
                        "a2-2x1-unordered-copy",
                        unordered(voters(2, 2)),
                        asking(2, E, E).withDuplicates(1)),
                system("star-3x1-trust-unordered-late-relinquish", STAR, LATE_RELINQUISH)
                        .after(
                                "acquire n3",
                                "acquire n4",
                                "acquire n5",
                                "deliver n5->n1",
                                "deliver n1->n5",
                                "deliver n3->n1",
                                "deliver n1->n5",
                                "distrust n5 of n1"));
    }

    /** Rule M: a node reads and waits to write at the same time, while others read. */
    private static List<CheckSystem> forWritersBehindReaders() {
        return List.of(
                system("v1-s-se-behind", V1, S_AND_SE),
                system("v1-s-se-behind-abandon", V1, S_AND_SE.withAbandon()),
                system("v1-s-se-behind-abandon-unordered", unordered(V1), S_AND_SE.withAbandon()),
                system("v1-s-se-behind-standing", V1.withStanding(), S_AND_SE),
                system("v1-sn-se-behind", V1, atOnce(0, List.of(List.of(S.atOnce()), List.of(S, E)))),
                system("v1-s-se-behind-half-reset", V1, S_AND_SE.withOneSidedResets(1)),
                system("a1-se-ss-behind", voters(1, 2), SE_AND_SS),
                system("m3-se-s-behind", M3, SE_AND_S),
                system("m3-se-s-behind-spares", M3.withSpareVotes(1), SE_AND_S),
                system("m3-se-s-behind-slow", M3, SE_AND_S.withSlowHints(1)));
    }

    private static List<CheckSystem> writersBehindReadersWithFaults() {
        return List.of(
                system(
                        "v1-s-se-behind-abandon-reset",
                        V1,
                        S_AND_SE.withAbandon().withResets(1)),
                system("v1-s-se-behind-trust-fences", V1.withFences(), S_AND_SE.withTrustEnds(1)),
                system(
                        "v1-s-se-behind-restart-fences",
                        V1.withFences(),
                        S_AND_SE.withCrashes(1).withRestarts(1)),
                system("v1-s-se-behind-unordered-copy", unordered(V1), S_AND_SE.withDuplicates(1)),
                system("m3-se-s-behind-fences", M3.withFences(), SE_AND_S),
                system("m3-se-s-behind-abandon", M3, SE_AND_S.withAbandon()),
                system("m3-se-s-behind-trust", M3, SE_AND_S.withTrustEnds(1)),
                system("m3-se-s-behind-reset", M3, SE_AND_S.withResets(1)),
                system("m3-se-s-behind-standing", M3.withStanding(), SE_AND_S),
                system("m3-se-sn-behind", M3, atOnce(0, List.of(List.of(S, E), List.of(S.atOnce())))),
                system("m3-se-se-behind", M3, atOnce(0, List.of(List.of(S, E), List.of(S, E)))),
                system("m3-se-s-e-behind", M3, atOnce(0, List.of(List.of(S, E), List.of(S), List.of(E)))));
    }

    private static List<CheckSystem> largeWithWritersBehindReaders() {
        Limits stop = SE_AND_S.withStops(1).withRestarts(1).withMortal(N3);
        return List.of(
                system("a1-se-ss-behind-reset", voters(1, 2), SE_AND_SS.withResets(1)),
                system("m3-se-s-behind-suspicion", M3, SE_AND_S.withSuspicions(1)),
                system("m3-se-s-behind-crash", M3, SE_AND_S.withCrashes(1)),
                system("m3-se-s-behind-n3-stops", M3, stop),
                system("m3-se-s-behind-twin", M3, SE_AND_S.withTwins(1)));
    }

    /** First a number of nodes that ask for nothing; each of the others has up to two claims under way. */
    private static Limits atOnce(int voters, List<List<Wish>> wishes) {
        return after(voters, wishes).withClaimsAtOnce(2);
    }

    /** Slow and frozen voters, spare votes, questions, stops and twins: each system breaks without some rule of them. */
    private static List<CheckSystem> forTheNextRules() {
        Limits twoOnce = Limits.contenders(2, 1);
        List<CheckSystem> systems = new ArrayList<>(List.of(
                system("m3-1x1-slow", M3, Limits.contenders(1, 1).withSlowHints(1)),
                system("a2-1x1-slow", voters(2, 1), asking(2, E).withSlowHints(1)),
                system("m3-2x1-slow", M3, twoOnce.withSlowHints(1)),
                system("m3-2x1-frozen", M3, twoOnce.withFreezes(1).withMortal(N3)),
                system(
                        "m3-apart-2x1-frozen",
                        M3_APART,
                        asking(3, E, E).withFreezes(1).withMortal(NodeSet.first(3))),
                system("tree4-2x1", Setup.of(QUORUM_LOCK, new Tree(4), 4), twoOnce),
                system("m3-2x1-spares", M3.withSpareVotes(1), twoOnce),
                system("m3-2x1-twin", M3, twoOnce.withTwins(1))));
        systems.addAll(forQuestions());
        systems.addAll(forStops());
        return List.copyOf(systems);
    }

    /** n1 may hold one lock by the vote of n2, and wait for another, when it learns that there are two of n2. */
    private static CheckSystem twoLocksAndATwin() {
        Limits limits = after(0, List.of(List.of(OTHER_LOCK, E), List.of(), List.of(E)));
        return system("m3-two-locks-twin", M3, limits.withClaimsAtOnce(2).withTwins(1));
    }

    private static List<CheckSystem> forQuestions() {
        Setup guest = Setup.of(QUORUM_LOCK, new Majority(3), 4);
        return List.of(
                system("a1-e-n", voters(1, 2), asking(1, E, N)),
                system("a1-e-n-reset", voters(1, 2), asking(1, E, N).withResets(1)),
                system("a1-e-n-n", voters(1, 3), asking(1, E, N, N)),
                system("m3-n-n", M3, asking(0, N, N)),
                system("m3-e-n-e", M3, asking(0, E, N, E)),
                system("m3-s-e-sn", guest, asking(0, S, E, S.atOnce())));
    }

    private static List<CheckSystem> forStops() {
        return List.of(
                system("a2-1x1-stop", voters(2, 1), asking(2, E).withStops(1).withRestarts(1)),
                system("m3-1x1-stop", M3, Limits.contenders(1, 1).withStops(1).withRestarts(1)),
                system("a1-2x1-stop", voters(1, 2), stopOfTheOnlyVoter()));
    }

    /** The only voter stops and starts again; two others ask. */
    private static Limits stopOfTheOnlyVoter() {
        return asking(1, E, E).withStops(1).withRestarts(1).withMortal(NodeSet.of(NodeId.of(0)));
    }

    private static CheckSystem stopOfN3() {
        return system(
                "m3-2x1-stop", M3, asking(1, E, E).withStops(1).withRestarts(1).withMortal(N3));
    }

    private static CheckSystem stopAfterARestart() {
        return system(
                "a1-2x1-restart-stop",
                voters(1, 2),
                stopOfTheOnlyVoter().withCrashes(1).withRestarts(2));
    }

    /** Too large to be explored in every build, but soon broken; the first begins when the voter has started again. */
    private static List<CheckSystem> forStopsToBreak() {
        return List.of(
                stopAfterARestart().after("acquire n2", "deliver n2->n1", "deliver n1->n2", "crash n1", "restart n1"),
                stopOfN3());
    }

    /** The next rules two by two: what one of them does must not surprise another. */
    private static List<CheckSystem> pairsOfTheNextRules() {
        Limits twoOnce = Limits.contenders(2, 1);
        Setup spares = M3.withSpareVotes(1);
        Limits stop = twoOnce.withStops(1).withRestarts(1).withMortal(N3);
        return List.of(
                system("m3-2x1-spares-slow", spares, twoOnce.withSlowHints(1)),
                system("m3-e-n-spares", spares, asking(0, E, N)),
                system("m3-e-n-slow", M3, asking(0, E, N).withSlowHints(1)),
                system("m3-e-n-spares-slow", spares, asking(0, E, N).withSlowHints(1)),
                system("m3-e-n-trust", M3, asking(0, E, N).withTrustEnds(1)),
                system("m3-e-n-standing", M3.withStanding(), asking(0, E, N)),
                system(
                        "m3-1x1-stop-spares",
                        spares,
                        Limits.contenders(1, 1).withStops(1).withRestarts(1)),
                system("m3-2x1-n3-stops", M3, stop),
                system(
                        "m3-e-n-n3-stops",
                        M3,
                        asking(0, E, N).withStops(1).withRestarts(1).withMortal(N3)),
                system("m3-2x1-spares-crash", spares, twoOnce.withCrashes(1)));
    }

    /** For every build: together a matter of seconds. */
    static List<CheckSystem> small() {
        List<CheckSystem> systems = new ArrayList<>(forMutants());
        systems.add(system("m4-3x1", Setup.usual(QUORUM_LOCK, 4), Limits.contenders(3, 1)));
        systems.add(system("m5-3x1", Setup.usual(QUORUM_LOCK, 5), Limits.contenders(3, 1)));
        systems.add(system("m3-apart-3x1", Setup.of(QUORUM_LOCK, new Majority(3), 6), asking(3, E, E, E)));
        systems.add(system("m3-ses-abandon", M3, asking(0, S, E, S).withAbandon()));
        systems.add(system("m3-se-se-s", M3, after(0, List.of(List.of(S, E), List.of(S, E), List.of(S)))));
        systems.add(system(
                "m3-2x1-abandon-unordered-copy",
                M3_UNORDERED,
                Limits.contenders(2, 1).withAbandon().withDuplicates(1)));
        systems.add(system(
                "m3-3x1-unordered-copy", M3_UNORDERED, Limits.contenders(3, 1).withDuplicates(1)));
        systems.add(system("m3-3x1-reset", M3, Limits.contenders(3, 1).withResets(1)));
        systems.add(system("m3-3x1-half-reset", M3, Limits.contenders(3, 1).withOneSidedResets(1)));
        systems.add(system(
                "m3-2x1-abandon-2-resets",
                M3,
                Limits.contenders(2, 1).withAbandon().withResets(2)));
        systems.add(system("m3-2x1-2-half-resets", M3, Limits.contenders(2, 1).withOneSidedResets(2)));
        systems.add(system("m3-2x1-2-suspicions", M3, Limits.contenders(2, 1).withSuspicions(2)));
        systems.add(system(
                "m3-two-claims-a-node",
                M3,
                after(0, List.of(List.of(S, E), List.of(E, S)))
                        .withClaimsAtOnce(2)
                        .withAbandon()));
        systems.add(system(
                "m3-two-locks-reset",
                M3,
                after(0, List.of(List.of(E, OTHER_LOCK), List.of(OTHER_LOCK, E)))
                        .withClaimsAtOnce(2)
                        .withResets(1)));
        systems.addAll(pairsOfTheNextRules());
        systems.addAll(writersBehindReadersWithFaults());
        systems.add(twoLocksAndATwin());
        systems.addAll(withSessions());
        systems.addAll(ofOtherQuorums());
        systems.addAll(RosterChecks.small());
        return List.copyOf(systems);
    }

    private static List<CheckSystem> withSessions() {
        Limits twoOnce = Limits.contenders(2, 1);
        Limits voterRestarts = twoOnce.withCrashes(1).withMortal(N3).withRestarts(1);
        return List.of(
                system("m3-2x1-2-trust", M3, twoOnce.withTrustEnds(2)),
                system("a1-2x2-trust-fences", ALL_OF_ONE.withFences(), twice(1).withTrustEnds(1)),
                system("m3-2x1-trust-unordered", M3_UNORDERED, twoOnce.withTrustEnds(1)),
                system("m3-2x1-crash", M3, twoOnce.withCrashes(1)),
                system("m3-2x1-voter-restart-fences", M3.withFences(), voterRestarts),
                system("m3-2x2-standing-fences", M3.withStanding().withFences(), Limits.contenders(2, 2)),
                system("m3-3x1-standing", M3.withStanding(), Limits.contenders(3, 1)),
                system("m3-2x1-standing-trust", M3.withStanding().withFences(), twoOnce.withTrustEnds(1)),
                system(
                        "m3-apart-2x1-trust",
                        Setup.of(QUORUM_LOCK, new Majority(3), 5),
                        asking(3, E, E).withTrustEnds(1)),
                system(
                        "a1-ses-trust-fences",
                        voters(1, 3).withFences(),
                        asking(1, S, E, S).withTrustEnds(1)),
                system("a1-ses-standing", voters(1, 3).withStanding(), asking(1, S, E, S)),
                system("a2-2x1-trust", voters(2, 2), asking(2, E, E).withTrustEnds(1)));
    }

    private static List<CheckSystem> ofOtherQuorums() {
        Setup fano = Setup.of(QUORUM_LOCK, new ProjectivePlane(7), 7);
        Setup grid = Setup.of(QUORUM_LOCK, new Grid(4), 4);
        // Each lock has its own numbering of the voters, as in production: here two locks that differ in it.
        Setup byName = Setup.of(QUORUM_LOCK, new Tree(4), 4).placedByName();
        return List.of(
                system("fano-3x1", fano, Limits.contenders(3, 1)),
                system("fano-2x1-abandon", fano, Limits.contenders(2, 1).withAbandon()),
                system("tree4-by-name-3x1", byName, Limits.contenders(3, 1)),
                system(
                        "tree4-by-name-2x1-suspicion",
                        byName,
                        Limits.contenders(2, 1).withSuspicions(1)),
                system(
                        "tree4-by-name-two-locks",
                        byName,
                        after(0, List.of(List.of(E, OTHER_LOCK), List.of(OTHER_LOCK, E)))
                                .withClaimsAtOnce(2)),
                system("grid4-3x1", grid, Limits.contenders(3, 1)),
                system("grid4-2x1-suspicion", grid, Limits.contenders(2, 1).withSuspicions(1)));
    }

    private static List<CheckSystem> largePairsOfTheNextRules() {
        Limits twoOnce = Limits.contenders(2, 1);
        Setup spares = M3.withSpareVotes(1);
        Limits stop = twoOnce.withStops(1).withRestarts(1).withMortal(N3);
        return List.of(
                system("m3-2x1-2-slow", M3, twoOnce.withSlowHints(2)),
                system("m3-3x1-slow", M3, Limits.contenders(3, 1).withSlowHints(1)),
                system("m3-2x1-slow-trust", M3, twoOnce.withSlowHints(1).withTrustEnds(1)),
                system("m3-2x1-spares-trust", spares, twoOnce.withTrustEnds(1)),
                system("m3-3x1-spares", spares, Limits.contenders(3, 1)),
                system("m5-2x1-2-spares", M5_TWO_SPARES, twoOnce),
                system("m3-2x1-n3-stops-spares", spares, stop),
                system("m3-2x1-n3-stops-slow", M3, stop.withSlowHints(1)),
                system("m3-2x1-n3-stops-reset", M3, stop.withResets(1)),
                system("m3-2x1-spares-twin", spares, twoOnce.withTwins(1)),
                system("m3-2x1-twin-slow", M3, twoOnce.withTwins(1).withSlowHints(1)),
                system("m3-n-n-n", M3, asking(0, N, N, N)),
                system("m3-e-n-reset", M3, asking(0, E, N).withResets(1)));
    }

    /** For long runs: each takes from seconds to some minutes. */
    static List<CheckSystem> large() {
        List<CheckSystem> systems = new ArrayList<>(largeOfTheFirstRules());
        systems.add(stopOfN3());
        systems.add(stopAfterARestart());
        systems.addAll(largePairsOfTheNextRules());
        systems.addAll(largeWithWritersBehindReaders());
        systems.addAll(RosterChecks.large());
        return List.copyOf(systems);
    }

    private static List<CheckSystem> largeOfTheFirstRules() {
        Limits twoOnce = Limits.contenders(2, 1);
        Limits voterRestarts = twoOnce.withCrashes(1).withMortal(N3).withRestarts(1);
        return List.of(
                system("m3-3x2", M3, Limits.contenders(3, 2)),
                system(
                        "m3-2x1-restart-fences",
                        M3.withFences(),
                        twoOnce.withCrashes(1).withRestarts(1)),
                system("m3-2x1-voter-restart-trust", M3, voterRestarts.withTrustEnds(1)),
                system("m3-2x1-trust-suspicion", M3, twoOnce.withTrustEnds(1).withSuspicions(1)),
                system(
                        "a2-2x1-trust-unordered",
                        unordered(voters(2, 2)),
                        asking(2, E, E).withTrustEnds(1)),
                system("m3-3x1-suspicion", M3, Limits.contenders(3, 1).withSuspicions(1)),
                system(
                        "m3-2x1-abandon-reset-unordered-copy",
                        M3_UNORDERED,
                        twoOnce.withAbandon().withResets(1).withDuplicates(1)),
                system(
                        "m3-ses-abandon-reset",
                        M3,
                        asking(0, S, E, S).withAbandon().withResets(1)),
                system(
                        "a1-ses-abandon-unordered-copy",
                        unordered(voters(1, 3)),
                        asking(1, S, E, S).withAbandon().withDuplicates(1)));
    }

    private static CheckSystem system(String name, Setup setup, Limits limits) {
        return new CheckSystem(name, setup, limits);
    }

    private static Setup unordered(Setup setup) {
        return setup.over(Network.UNORDERED);
    }

    /** A number of nodes that only vote, all of them needed, and a number that only ask. */
    private static Setup voters(int voters, int contenders) {
        QuorumSystem all = new Explicit(voters, List.of(NodeSet.first(voters)));
        return Setup.of(QUORUM_LOCK, all, voters + contenders);
    }

    /** First a number of nodes that ask for nothing; each of the others asks once. */
    private static Limits asking(int voters, Wish... wishes) {
        List<List<Wish>> each = new ArrayList<>();
        for (Wish wish : wishes) {
            each.add(List.of(wish));
        }
        return after(voters, each);
    }

    /** First a number of nodes that ask for nothing; two others ask twice. */
    private static Limits twice(int voters) {
        return after(voters, List.of(List.of(E, E), List.of(E, E)));
    }

    private static Limits after(int voters, List<List<Wish>> wishes) {
        List<List<Wish>> all = new ArrayList<>();
        for (int voter = 0; voter < voters; voter++) {
            all.add(List.of());
        }
        all.addAll(wishes);
        return Limits.of(all);
    }
}
