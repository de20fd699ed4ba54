// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.measure;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Explicit;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.lab.world.Cluster;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.maekawa.Maekawa;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Maekawa, section 8.2, the worst case: runs in which messages arrive so that entries cost as much as they can. Some nodes only
 * arbitrate, all of them needed; the others ask once each, and the one with the smallest number is the oldest.
 */
public final class WorstCaseRuns {
    private final int arbiters;
    private final int clients;
    private final KindCounter counts = new KindCounter();
    private final Cluster cluster;

    private WorstCaseRuns(Setup setup, int arbiters) {
        this.arbiters = arbiters;
        this.clients = setup.nodes() - arbiters;
        this.cluster = Cluster.of(setup, counts);
        for (int age = 0; age < clients; age++) {
            cluster.apply(Choice.parse("acquire n" + client(age)));
        }
    }

    /**
     * At one arbiter the requests arrive oldest first, so that all but one fail; at the others youngest first, so that each
     * takes the lock from the one before, which gets a second LOCKED later: 6 messages for each REQUEST there.
     */
    public static KindCounter onAverage(int arbiters, int clients) {
        return onAverage(maekawa(arbiters, clients), arbiters);
    }

    /** The same where all nodes ask the same number of first nodes. */
    public static KindCounter onAverage(Setup setup, int arbiters) {
        WorstCaseRuns run = new WorstCaseRuns(setup, arbiters);
        int clients = run.clients;
        IntStream.range(0, clients).forEach(age -> run.arrives(age, arbiters));
        run.talk(arbiters, age -> true);
        for (int arbiter = 1; arbiter < arbiters; arbiter++) {
            for (int age = clients - 1; age >= 0; age--) {
                int oldest = age;
                run.arrives(age, arbiter);
                run.talk(arbiter, each -> each >= oldest);
            }
        }
        return run.goOn();
    }

    /** How many messages {@link #onAverage} takes: 6 for each request but the first at all arbiters but one. */
    public static long formula(int arbiters, int clients) {
        return (arbiters - 1) * (6L * clients - 3) + 4L * clients - 1;
    }

    /**
     * Three arbiters and three clients: the second oldest makes two arbiters inquire, then the oldest displaces it. Seven
     * messages at each of them are about it (REQUEST, INQUIRE, RELINQUISH, FAILED, LOCKED, the LOCKED that its victim gets again,
     * RELEASE), and four at the third.
     */
    public static KindCounter ofOneEntry() {
        WorstCaseRuns run = new WorstCaseRuns(maekawa(3, 3), 3);
        IntStream.range(0, 3).forEach(age -> run.arrives(age, 3));
        run.talk(3, age -> true);
        for (int arbiter = 1; arbiter < 3; arbiter++) {
            run.arrives(2, arbiter);
            run.talk(arbiter, age -> age == 2);
            run.arrives(1, arbiter);
            run.arrives(0, arbiter);
            run.talk(arbiter, age -> true);
        }
        return run.goOn();
    }

    private static Setup maekawa(int arbiters, int clients) {
        QuorumSystem all = new Explicit(arbiters, List.of(NodeSet.first(arbiters)));
        return Setup.of(new Maekawa(), all, arbiters + clients);
    }

    private int client(int age) {
        return arbiters + 1 + age;
    }

    /** The request arrives there. */
    private void arrives(int age, int arbiter) {
        deliver(client(age), arbiter);
    }

    /** Delivers all messages between this arbiter and the nodes whose requests it has. */
    private void talk(int arbiter, IntPredicate hasArrived) {
        boolean again = true;
        while (again) {
            again = false;
            for (int age = 0; age < clients; age++) {
                if (hasArrived.test(age)) {
                    again |= deliver(arbiter, client(age));
                    again |= deliver(client(age), arbiter);
                }
            }
        }
    }

    private boolean deliver(int from, int to) {
        boolean isUnderWay =
                cluster.channel(NodeId.of(from - 1), NodeId.of(to - 1)).size() > 0;
        if (isUnderWay) {
            cluster.apply(new Choice.Deliver(NodeId.of(from - 1), NodeId.of(to - 1), 1));
        }
        return isUnderWay;
    }

    /** Everything arrives, and holders release, until all is quiet. */
    private KindCounter goOn() {
        boolean again = true;
        while (again) {
            for (int arbiter = 1; arbiter <= arbiters; arbiter++) {
                talk(arbiter, age -> true);
            }
            List<Choice> possible = cluster.enabled(Limits.of(List.of()));
            possible.stream().limit(1).forEach(cluster::apply);
            again = !possible.isEmpty();
        }
        if (counts.entries() != clients) {
            throw new IllegalStateException("Of " + clients + " clients " + counts.entries() + " have entered.");
        }
        return counts;
    }
}
