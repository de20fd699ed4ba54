// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.maekawa;

import io.quorate.core.lock.Phase;
import io.quorate.core.model.NodeId;
import io.quorate.core.quorum.Explicit;
import io.quorate.lab.check.CheckReport;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.check.ModelChecker;
import io.quorate.lab.check.Progress;
import io.quorate.lab.check.Property;
import io.quorate.lab.world.Cluster;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.event.Wish;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.maekawa.Maekawa;
import io.quorate.papers.maekawa.MaekawaMessage;
import io.quorate.reproduce.measure.BareCluster;
import io.quorate.reproduce.measure.Explored;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Maekawa, section 6.3: how often others enter before one that waits. The members n1 and n2 only decide; K is 2. */
public final class Overtaking {
    private static final int ENTRIES_MAX = 100;

    private Overtaking() {}

    /**
     * A waiter n3 whose number is 5, and competitors n4 and n5 that ask again as soon as they are out: how many enter after n3
     * has asked and before it enters.
     *
     * @param clockInFrames whether every message carries the clock of its sender
     */
    public static int measured(Maekawa protocol, boolean clockInFrames) {
        BareCluster<MaekawaMessage> cluster =
                new BareCluster<>(protocol, 5, Explicit.ofSets("n1,n2", 2), clockInFrames);
        cluster.observe(2, 4);
        for (int node : new int[] {3, 2, 4}) {
            cluster.acquire(node);
            cluster.settle();
        }
        int entries = 0;
        while (cluster.machine(2).phase() != Phase.HOLDING && entries < ENTRIES_MAX) {
            int holder = cluster.holder();
            entries += entries == 0 && holder == 3 ? 0 : 1;
            cluster.release(holder);
            cluster.acquire(holder);
            cluster.settle();
        }
        return entries;
    }

    /**
     * Over all that can happen: the members know of n3's request, whose number is higher than all that n4, which is inside, and n5 have
     * seen. Both ask again and again. While n3 waits n4 is inside this once and once more, n5 once: to enter they
     * hear from a member, and then they know the number.
     */
    public static Explored bound(Setup setup, int requestsOfN4, int requestsOfN5) {
        Limits limits = Limits.of(List.of(
                List.of(),
                List.of(),
                Collections.nCopies(4, Wish.EXCLUSIVE),
                Collections.nCopies(requestsOfN4, Wish.EXCLUSIVE),
                Collections.nCopies(requestsOfN5, Wish.EXCLUSIVE)));
        CheckSystem system = new CheckSystem("overtaking", setup, limits).after(untilN3IsKnown(setup));
        List<Property> bound = List.of(
                new Property(
                        Property.Kind.ALWAYS,
                        "while n3 waits, n4 is inside twice at most and n5 once",
                        cluster -> entriesWhileN3Waits(cluster, 3) <= 2 && entriesWhileN3Waits(cluster, 4) <= 1),
                new Property(
                        Property.Kind.SOMETIMES,
                        "they are, if they ask so often",
                        cluster -> entriesWhileN3Waits(cluster, 3) == Math.min(2, requestsOfN4)
                                && entriesWhileN3Waits(cluster, 4) == Math.min(1, requestsOfN5)));
        CheckReport report = ModelChecker.check(system, bound, Progress.NONE);
        return new Explored(report);
    }

    /** The corrected rules with n1 and n2 as everybody's set. */
    public static Setup twoMembers() {
        return Setup.of(new Maekawa(), Explicit.ofSets("n1,n2", 2), 5);
    }

    /** n4 enters; n3 asks and gives up until its number is high, and asks; all that it said arrives. */
    private static String[] untilN3IsKnown(Setup setup) {
        List<String> choices = new ArrayList<>(List.of("acquire n4"));
        for (String member : List.of("n1", "n2")) {
            choices.add("deliver n4->" + member);
            choices.add("deliver " + member + "->n4");
        }
        for (int request = 1; request <= 3; request++) {
            choices.addAll(List.of("acquire n3", "abandon n3"));
        }
        choices.add("acquire n3");
        Cluster cluster = Cluster.of(setup);
        choices.forEach(choice -> cluster.apply(Choice.parse(choice)));
        for (String member : List.of("n1", "n2")) {
            int frames = cluster.channel(NodeId.of(2), NodeId.parse(member)).size();
            choices.addAll(Collections.nCopies(frames, "deliver n3->" + member));
        }
        return choices.toArray(String[]::new);
    }

    private static long entriesWhileN3Waits(Cluster cluster, int node) {
        boolean waits = !cluster.node(node).waiting().isEmpty();
        boolean n3Waits = !cluster.node(2).waiting().isEmpty();
        return n3Waits ? cluster.usage().claims(node) - (waits ? 1 : 0) : 0;
    }
}
