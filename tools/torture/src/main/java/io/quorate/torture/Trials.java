// SPDX-License-Identifier: Apache-2.0
package io.quorate.torture;

import io.quorate.cli.console.CommandFailure;
import io.quorate.cli.console.ExitCode;
import io.quorate.node.certs.LocalAuthority;
import io.quorate.node.log.LogEvent;
import io.quorate.torture.holds.HoldHistory;
import io.quorate.torture.holds.Overlaps;
import io.quorate.torture.holds.ProcessLog;
import io.quorate.torture.holds.StallWatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Faults that once broke a promise, each made again on purpose with real processes, and what came of them. */
final class Trials {
    private static final int HOLDS = 40;
    private static final int SPREAD_THREADS = 8;

    /** Silence until a peer is suspected, in heartbeats. */
    private static final int BEATS_OF_SILENCE = 6;

    private static final Duration SUSPECT_AFTER_MAX = Duration.ofSeconds(3);
    private static final Duration WAITERS_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration AFTER_HEAL = Duration.ofSeconds(10);

    private final Path folder;
    private final Duration lease;
    private final List<String> java;
    private final Consumer<String> progress;

    /**
     * @param folder where the logs of all processes go
     * @param java the command that starts this program
     */
    Trials(Path folder, Duration lease, List<String> java, Consumer<String> progress) {
        this.folder = folder;
        this.lease = lease;
        this.java = java;
        this.progress = progress;
    }

    /** A voter that waited for all locks of a holder was killed. */
    record Kill(int members, String victim, String holder, int holds, long lost) {}

    /**
     * A node was ended in order and started again, with its data directory.
     *
     * @param joinMillis from the call of join to its return
     * @param voteMillis from the call of join to the first vote; negative if none came within a minute
     * @param voteMillisOfProcess the same, from the start of the process
     */
    record Restart(String node, double joinMillis, double voteMillis, double voteMillisOfProcess) {}

    /**
     * A member got TERM, once while it held nothing, and once while it held a lock that its application then closed.
     *
     * @param taken how many new locks the others took around the first TERM
     * @param stallMillis the longest wait for one of these
     * @param quietMillis the longest wait, or pause of the machine, in an equal time before it
     * @param nextMillis from the close of the lock to its next holder
     */
    record Term(String node, long taken, double stallMillis, double quietMillis, double nextMillis) {}

    /**
     * One id was used by two processes on two sides of a partition, which then healed.
     *
     * @param tls whether the nodes proved by certificates who they are
     * @param afterHeal how many overlaps began after that
     * @param late how many began later than one heartbeat after it
     * @param holdsAfterHeal how many holds each process got after it; the twin is t1
     */
    record Twins(boolean tls, long holds, long overlaps, long afterHeal, long late, Map<String, Long> holdsAfterHeal) {}

    /**
     * All members were restarted, one after the other, with another build of the program.
     *
     * @param to which build they run now: {@code this} or {@code other}
     * @param holds how many locks two guests, one of each build, held meanwhile
     * @param lost how many of these were lost
     * @param taken how many other locks members and guests got meanwhile
     */
    record Upgrade(String to, int holds, long lost, long taken) {}

    /**
     * All such changes of one cluster.
     *
     * @param overlaps how many pairs of holds overlapped that exclude each other
     * @param cutOff how many connections were cut off because a node did not understand another
     */
    record Upgrades(List<Upgrade> changes, long overlaps, long cutOff) {
        static final Upgrades NONE = new Upgrades(List.of(), 0, 0);
    }

    private Duration suspectAfter() {
        Duration share = lease.multipliedBy(3).dividedBy(5);
        return share.compareTo(SUSPECT_AFTER_MAX) < 0 ? share : SUSPECT_AFTER_MAX;
    }

    private TortureCluster cluster(Network network, boolean keepsData) throws IOException {
        Path logs = Files.createTempDirectory(folder, "trial");
        return new TortureCluster(new TortureCluster.Settings(logs, lease, suspectAfter(), keepsData, java), network);
    }

    private static List<String> voters(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(number -> "n" + number).toList();
    }

    private void sleepLeases(double leases) throws InterruptedException {
        Thread.sleep((long) (lease.toMillis() * leases));
    }

    /** In each round the next member is killed while it waits for 40 locks that the one after it holds. */
    List<Kill> kills(int members, int rounds) throws IOException, InterruptedException {
        List<Kill> kills = new ArrayList<>();
        List<String> ids = voters(members);
        try (TortureCluster cluster = cluster(Network.loopback(members), false)) {
            cluster.startAll(ids);
            for (int round = 0; round < rounds; round++) {
                sleepLeases(1.2); // a voter that has just started has no vote to lose
                String victim = ids.get(round % members);
                String holder = ids.get((round + 1) % members);
                progress.accept("kill " + (round + 1) + " of " + rounds + ", " + members + " members: " + victim);
                kills.add(kill(cluster, round, members, victim, holder));
                cluster.start(victim);
                cluster.awaitJoined(victim);
            }
            cluster.killAll();
        }
        return kills;
    }

    private Kill kill(TortureCluster cluster, int round, int members, String victim, String holder)
            throws InterruptedException {
        List<String> locks = takeAll(cluster, List.of(holder), "kill/" + round + "/");
        locks.forEach(lock -> cluster.process(victim).tell("take " + lock + " exclusive"));
        awaitAll(cluster, victim, "waiting");
        awaitAll(cluster, holder, "spares"); // a busy machine may take long; without them nothing is promised (V3)
        cluster.kill(victim);
        sleepLeases(1.4); // whatever is lost is lost before its lease is over
        return new Kill(members, victim, holder, HOLDS, giveAll(cluster, List.of(holder), locks));
    }

    /** Waits until all locks are in this state, as the node says: its claims wait, or its holds have their spare votes. */
    private static void awaitAll(TortureCluster cluster, String node, String state) throws InterruptedException {
        long end = System.nanoTime() + WAITERS_TIMEOUT.toNanos();
        while (Long.parseLong(cluster.ask(node, state, state)) < HOLDS) {
            if (System.nanoTime() - end > 0) {
                throw new CommandFailure(
                        ExitCode.ENVIRONMENT,
                        "Node " + node + " does not say that all locks are \"" + state + "\". Its log:\n"
                                + cluster.process(node).logText());
            }
            Thread.sleep(20);
        }
    }

    /** One node after the other is restarted, while the others take locks. */
    List<Restart> restarts(int rounds) throws IOException, InterruptedException {
        List<Restart> restarts = new ArrayList<>();
        List<String> ids = voters(3);
        try (TortureCluster cluster = cluster(Network.loopback(ids.size()), true)) {
            cluster.startAll(ids);
            for (String id : ids) {
                cluster.process(id).tell("spread " + SPREAD_THREADS);
            }
            for (int round = 1; round <= rounds; round++) {
                for (String id : ids) {
                    progress.accept("restart of " + id + ", round " + round + " of " + rounds);
                    cluster.end(id);
                    restarts.add(restart(cluster, id));
                    cluster.process(id).tell("spread " + SPREAD_THREADS);
                }
            }
            cluster.killAll();
        }
        return restarts;
    }

    private static Restart restart(TortureCluster cluster, String id) throws IOException, InterruptedException {
        long launched = System.nanoTime();
        cluster.start(id);
        long joining = Long.parseLong(cluster.await(id, "joining"));
        cluster.awaitJoined(id);
        long joined = System.nanoTime();
        long voted = Long.parseLong(cluster.ask(id, "votes", "voted"));
        return new Restart(
                id,
                (joined - joining) / 1e6,
                voted == 0 ? -1 : (voted - joining) / 1e6,
                voted == 0 ? -1 : (voted - launched) / 1e6);
    }

    /** In each round all members go over to the other build, one after the other, under load; and back in the next. */
    Upgrades upgrades(int rounds, List<String> other) throws IOException, InterruptedException {
        List<Upgrade> changes = new ArrayList<>();
        List<String> ids = voters(3);
        List<String> guests = List.of("g1", "g2");
        try (TortureCluster cluster = cluster(Network.loopback(ids.size()), true)) {
            cluster.runs("g2", other);
            cluster.startAll(ids);
            cluster.startAll(guests);
            for (String id : guests) {
                cluster.process(id).tell("load 2 " + guests.indexOf(id));
            }
            for (int round = 0; round < 2 * rounds; round++) {
                boolean up = round % 2 == 0;
                progress.accept((up ? "upgrade " : "downgrade ") + (round / 2 + 1) + " of " + rounds);
                long before = cluster.audit().holds();
                List<String> locks = takeAll(cluster, guests, "upgrade/" + round + "/");
                for (String id : ids) {
                    cluster.runs(id, up ? other : java);
                    cluster.end(id);
                    restart(cluster, id);
                    cluster.process(id).tell("load 1 " + (round * ids.size() + ids.indexOf(id) + 2));
                }
                long lost = giveAll(cluster, guests, locks);
                long taken = cluster.audit().holds() - before - locks.size();
                changes.add(new Upgrade(up ? "other" : "this", locks.size(), lost, taken));
            }
            for (String id : List.of("g1", "g2", "n1", "n2", "n3")) {
                cluster.end(id); // logs of processes that run are incomplete
            }
            return new Upgrades(changes, Overlaps.of(cluster.logs()).count(), cluster.logged(LogEvent.CUT_OFF));
        }
    }

    /** Has these take many locks in turn. */
    private static List<String> takeAll(TortureCluster cluster, List<String> ids, String prefix)
            throws InterruptedException {
        List<String> locks =
                IntStream.range(0, HOLDS).mapToObj(number -> prefix + number).toList();
        for (int number = 0; number < HOLDS; number++) {
            cluster.take(ids.get(number % ids.size()), locks.get(number));
        }
        return locks;
    }

    /** Has them give all back; tells how many they had lost. */
    private static long giveAll(TortureCluster cluster, List<String> ids, List<String> locks)
            throws InterruptedException {
        long lost = 0;
        for (int number = 0; number < locks.size(); number++) {
            String lock = locks.get(number);
            String answer = cluster.ask(ids.get(number % ids.size()), "give " + lock, "gave " + lock);
            lost += answer.equals("RELEASED") ? 0 : 1;
        }
        return lost;
    }

    /** In each round the next member gets TERM while the others take locks, is started again, and gets TERM with a lock. */
    List<Term> terms(int rounds) throws IOException, InterruptedException {
        List<Term> terms = new ArrayList<>();
        List<String> ids = voters(3);
        try (TortureCluster cluster = cluster(Network.loopback(ids.size()), true)) {
            cluster.startAll(ids);
            sleepLeases(1.2); // a voter that has just started has no vote to lose
            for (int round = 0; round < rounds; round++) {
                String victim = ids.get(round % ids.size());
                List<String> others =
                        ids.stream().filter(id -> !id.equals(victim)).toList();
                progress.accept("TERM " + (round + 1) + " of " + rounds + ": " + victim);
                StallWatch.Seen quiet = watch(cluster, others, () -> {});
                StallWatch.Seen seen = watch(cluster, others, () -> endByTerm(cluster, victim));
                double next = handOver(cluster, victim, others.get(0), "term/" + round);
                terms.add(new Term(
                        victim,
                        seen.taken(),
                        seen.longestWaitNanos() / 1e6,
                        Math.max(quiet.longestWaitNanos(), quiet.longestPauseNanos()) / 1e6,
                        next));
            }
            cluster.killAll();
        }
        return terms;
    }

    /** The event while waits are measured. */
    private interface Event {
        void happen() throws IOException, InterruptedException;
    }

    /** The waits of these for new locks around an event, and for as long as a crash would stall them. */
    private StallWatch.Seen watch(TortureCluster cluster, List<String> ids, Event event)
            throws IOException, InterruptedException {
        for (String id : ids) {
            cluster.process(id).tell("stalls");
        }
        sleepLeases(0.2);
        event.happen();
        sleepLeases(1.2);
        StallWatch.Seen all = new StallWatch.Seen(0, 0, 0);
        for (String id : ids) {
            all = all.and(StallWatch.Seen.parse(cluster.ask(id, "stalled", "stalled")));
        }
        return all;
    }

    /** The victim starts again, takes a lock that another then waits for, gets TERM, and closes it. */
    private static double handOver(TortureCluster cluster, String victim, String waiter, String lock)
            throws IOException, InterruptedException {
        cluster.start(victim);
        cluster.awaitJoined(victim);
        cluster.take(victim, lock);
        cluster.process(waiter).tell("take " + lock + " exclusive");
        while (!cluster.ask(waiter, "waiting", "waiting").equals("1")) {
            Thread.sleep(5);
        }
        cluster.process(victim).signal("TERM");
        cluster.ask(victim, "give " + lock, "gave " + lock);
        cluster.await(waiter, "held " + lock);
        cluster.process(victim).awaitEnd(WAITERS_TIMEOUT);
        long closed = history(cluster, victim, lock).validUntil();
        long held = history(cluster, waiter, lock).begin();
        cluster.ask(waiter, "give " + lock, "gave " + lock);
        cluster.start(victim);
        cluster.awaitJoined(victim);
        return (held - closed) / 1e6;
    }

    private static HoldHistory history(TortureCluster cluster, String node, String lock) throws IOException {
        return cluster.logs().stream()
                .filter(log -> log.node().equals(node))
                .flatMap(log -> log.histories().stream())
                .filter(history -> history.name().equals(lock))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(node + " has no record of \"" + lock + "\"."));
    }

    private static void endByTerm(TortureCluster cluster, String id) throws IOException, InterruptedException {
        cluster.process(id).signal("TERM");
        cluster.process(id).awaitEnd(WAITERS_TIMEOUT);
    }

    /** Partition {n1, n3} | {n2}; n1 is started again beside n2; the partition heals. Needs a network with faults. */
    Twins twins(boolean tls) throws IOException, InterruptedException {
        String twin = "t1";
        List<String> ids = voters(3);
        Namespaces network = Namespaces.open(ids, List.of(twin));
        if (tls) {
            network.secure(credentials(ids, twin));
        }
        try (TortureCluster cluster = cluster(network, false)) {
            cluster.startAll(ids);
            for (String id : ids) {
                cluster.process(id).tell("load 3 " + ids.indexOf(id));
            }
            for (String one : List.of("n1", "n3")) {
                for (String other : List.of("n2", twin)) {
                    network.cut(one, other);
                    network.cut(other, one);
                }
            }
            progress.accept("twins: partition");
            Thread.sleep(suspectAfter().multipliedBy(2).toMillis());
            cluster.startTwin(twin, "n1", network.listenAddress(twin));
            cluster.awaitJoined(twin);
            cluster.process(twin).tell("load 3 7");
            sleepLeases(1);
            progress.accept("twins: healed");
            long healed = System.nanoTime();
            network.heal();
            Thread.sleep(AFTER_HEAL.toMillis());
            cluster.killAll();
            return twins(cluster, tls, healed);
        }
    }

    /** Of each voter, and for the twin those of the first. */
    private Map<String, List<String>> credentials(List<String> ids, String twin) throws IOException {
        Path directory = Files.createTempDirectory(folder, "certs");
        LocalAuthority authority = new LocalAuthority(directory);
        authority.certify(ids, Duration.ofDays(1), false);
        Map<String, List<String>> all = new TreeMap<>();
        for (String id : ids) {
            LocalAuthority.NodeFiles files = authority.files(id);
            all.put(
                    id,
                    List.of(
                            "--tls-cert",
                            files.certificate().toString(),
                            "--tls-key",
                            files.key().toString(),
                            "--tls-ca",
                            directory.resolve(LocalAuthority.CERTIFICATE).toString()));
        }
        all.put(twin, all.getOrDefault(ids.get(0), List.of()));
        return all;
    }

    private Twins twins(TortureCluster cluster, boolean tls, long healed) throws IOException {
        Overlaps overlaps = Overlaps.of(cluster.logs());
        Map<String, Long> holdsAfterHeal = new TreeMap<>();
        for (ProcessLog log : cluster.logs()) {
            long count = log.histories().stream()
                    .filter(each -> each.wasValid() && each.begin() - healed > 0)
                    .count();
            holdsAfterHeal.merge(log.node(), count, Long::sum);
        }
        long beat = suspectAfter().dividedBy(BEATS_OF_SILENCE).toNanos();
        return new Twins(
                tls,
                cluster.audit().holds(),
                overlaps.count(),
                overlaps.countAfter(healed),
                overlaps.countAfter(healed + beat),
                holdsAfterHeal);
    }
}
