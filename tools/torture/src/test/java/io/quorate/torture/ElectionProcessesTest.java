// SPDX-License-Identifier: Apache-2.0
package io.quorate.torture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quorate.torture.holds.HoldAudit;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three real processes stand for one name while leaders are killed, stopped, cut off and made to resign. Each process writes down
 * when its {@code isLeader()} was true, by the one clock of this machine; the audit of these logs finds two leaders at once.
 */
@Tag("slow")
@Tag("threads")
final class ElectionProcessesTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(90);

    @TempDir
    private Path folder;

    private TortureCluster cluster;
    private Network network;

    /** What becomes of the leader. */
    private enum Fate {
        STOPPED,
        CUT_OFF,
        KILLED,
        RESIGNED
    }

    /** Few are killed: a process that starts again takes the longest. */
    private static final List<Fate> FATES = List.of(
            Fate.RESIGNED,
            Fate.STOPPED,
            Fate.CUT_OFF,
            Fate.KILLED,
            Fate.STOPPED,
            Fate.CUT_OFF,
            Fate.RESIGNED,
            Fate.STOPPED,
            Fate.CUT_OFF,
            Fate.STOPPED);

    /** The latest leader that announced itself. */
    private record Leader(String id, long term) {}

    @AfterEach
    void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    private void start(Duration lease) throws Exception {
        String whyNot = Namespaces.whyNot();
        if (whyNot != null) {
            System.err.println("[WARNING] NOT TESTED: cut links in ElectionProcessesTest. " + whyNot);
        }
        network =
                whyNot == null ? Namespaces.open(Clusters.VOTERS, List.of()) : Network.loopback(Clusters.VOTERS.size());
        cluster = new TortureCluster(Clusters.settings(folder, true, lease), network);
        cluster.startAll(Clusters.VOTERS);
        for (String id : Clusters.VOTERS) {
            cluster.process(id).tell("stand job");
        }
    }

    /** The leader with the highest term above this one. */
    private Leader awaitLeader(long after) {
        Leader[] found = new Leader[1];
        await().atMost(TIMEOUT).pollInterval(Duration.ofMillis(10)).until(() -> {
            found[0] = latestLeader();
            return found[0].term > after;
        });
        return found[0];
    }

    private Leader latestLeader() throws IOException {
        Leader latest = new Leader("nobody", 0);
        for (String id : cluster.running()) {
            for (String call : cluster.calls(id, cluster.starts(id))) {
                String[] words = call.split(" ");
                if (words[0].equals("gained") && Long.parseLong(words[1]) > latest.term) {
                    latest = new Leader(id, Long.parseLong(words[1]));
                }
            }
        }
        return latest;
    }

    /** Lets this happen to the leader, waits for the next one, and ends what has happened. */
    private Leader change(Leader leader, Fate fate) throws Exception {
        String id = leader.id;
        switch (fate) {
            case STOPPED -> cluster.process(id).signal("STOP");
            case CUT_OFF -> {
                for (String other : Clusters.VOTERS) {
                    if (!other.equals(id)) {
                        network.cut(id, other);
                        network.cut(other, id);
                    }
                }
            }
            case KILLED -> cluster.kill(id);
            case RESIGNED -> cluster.process(id).tell("resign job");
        }
        Leader next = awaitLeader(leader.term);
        switch (fate) {
            case STOPPED -> cluster.process(id).signal("CONT");
            case CUT_OFF -> network.heal();
            case KILLED -> {
                cluster.start(id);
                cluster.awaitJoined(id);
                cluster.process(id).tell("stand job");
            }
            case RESIGNED -> assertThat(next.term).isGreaterThan(leader.term);
        }
        return awaitLeader(leader.term);
    }

    private Map<Fate, Integer> change(int changes, List<Fate> fates) throws Exception {
        Map<Fate, Integer> counts = new EnumMap<>(Fate.class);
        Leader leader = awaitLeader(0);
        for (int change = 0; change < changes; change++) {
            Fate fate = fates.get(change % fates.size());
            fate = fate == Fate.CUT_OFF && !network.canCut() ? Fate.STOPPED : fate;
            leader = change(leader, fate);
            counts.merge(fate, 1, Integer::sum);
        }
        for (String id : Clusters.VOTERS) {
            cluster.end(id);
        }
        return counts;
    }

    /** The calls of every process alternate, and its terms rise. The last one of a killed process may be missing. */
    private int assertCallsInOrder() throws IOException {
        int gained = 0;
        for (String id : Clusters.VOTERS) {
            for (int start = 1; start <= cluster.starts(id); start++) {
                List<String> calls = cluster.calls(id, start);
                long last = 0;
                for (int index = 0; index < calls.size(); index++) {
                    String[] words = calls.get(index).split(" ");
                    long term = Long.parseLong(words[1]);
                    assertThat(words[0])
                            .as("call %s of %s: %s", index, id, calls)
                            .isEqualTo(index % 2 == 0 ? "gained" : "lost");
                    if (index % 2 == 0) {
                        gained++;
                        assertThat(term).as("term of %s", id).isGreaterThan(last);
                    } else {
                        assertThat(term).as("the term that was gained before").isEqualTo(last);
                    }
                    last = term;
                }
            }
        }
        return gained;
    }

    @Test
    void neverTwoLeadAndLeadershipComesBackWhateverBecomesOfTheLeader() throws Exception {
        start(Clusters.LEASE);
        Map<Fate, Integer> counts = change(4, FATES);
        assertThat(counts).containsKeys(Fate.KILLED, Fate.STOPPED, Fate.RESIGNED);
        HoldAudit audit = Clusters.assertFine(cluster);
        assertThat(audit.holds()).isGreaterThan(4);
        assertThat(assertCallsInOrder()).isGreaterThan(4);
    }

    @Test
    @Tag("long")
    void neverTwoLeadOverAThousandChanges() throws Exception {
        int changes = Integer.getInteger("election.changes", 1_000);
        start(Duration.ofMillis(200));
        long begin = System.nanoTime();
        Map<Fate, Integer> counts = change(changes, FATES);
        long seconds = (System.nanoTime() - begin) / 1_000_000_000;
        HoldAudit audit = cluster.audit();
        int gained = assertCallsInOrder();
        System.out.println("[INFO] election: " + changes + " changes in " + seconds + " s " + counts + ", " + gained
                + " terms announced, " + audit.holds() + " seen by isLeader(), losses " + audit.losses()
                + ", two leaders at once: " + audit.violations().size());
        assertThat(audit.violations()).isEmpty();
        assertThat(gained).isGreaterThan(changes);
    }
}
