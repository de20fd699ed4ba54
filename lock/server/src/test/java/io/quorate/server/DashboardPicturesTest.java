// SPDX-License-Identifier: Apache-2.0
package io.quorate.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.api.Hold;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.api.RosterChange;
import io.quorate.api.RosterView;
import io.quorate.server.browser.Browser;
import io.quorate.server.browser.SmallPicture;
import io.quorate.server.browser.Tab;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.imageio.ImageIO;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The states of a cluster as the dashboard shows them. With -Dpictures=rewrite the pictures of the documentation are taken anew. */
@Tag("long")
@Tag("slow")
@Tag("threads")
final class DashboardPicturesTest {
    private static final Duration LEASE_OF_CHANGE = Duration.ofSeconds(20);
    private static final Path IMAGES = Path.of("../../docs/images");
    private static final int BYTES_MAX = 150_000;

    @TempDir
    private Path folder;

    /** Names and labels as a shop would have them. */
    private static final List<String> NAMES = List.of(
            "billing/invoice-run",
            "billing/month-end",
            "catalog/reindex",
            "crm/export",
            "mail/digest",
            "orders/10017",
            "orders/10018",
            "orders/10023",
            "reports/daily",
            "stock/sync-berlin",
            "stock/sync-porto");

    private static void keep(Tab tab, String name) throws Exception {
        untilNobodyIsSlow(tab);
        keepNow(tab, name);
    }

    /** A busy machine makes voters slow, and that is no good picture. */
    private static void untilNobodyIsSlow(Tab tab) throws Exception {
        if (System.getProperty("pictures", "").equals("rewrite")) {
            tab.until("document.querySelector('#members .what.slow') === null");
        }
    }

    private static void keepNow(Tab tab, String name) throws Exception {
        byte[] picture = SmallPicture.of(tab.picture());
        assertThat(ImageIO.read(new ByteArrayInputStream(picture))).isNotNull();
        if (System.getProperty("pictures", "").equals("rewrite")) {
            assertThat(picture.length).as(name).isLessThan(BYTES_MAX);
            Files.write(IMAGES.resolve(name), picture);
        }
    }

    /** Takes the lock on a thread of this name, which becomes its label. */
    private static void hold(Locks node, String name, String label, List<Hold> holds) throws Exception {
        FutureTask<Hold> task = new FutureTask<>(() -> node.lock(name).acquire());
        new Thread(task, label).start();
        holds.add(task.get(60, TimeUnit.SECONDS));
    }

    /** Asks for the lock on a thread of this name. */
    private static CompletableFuture<Hold> waitFor(Locks node, String name, String label) throws Exception {
        FutureTask<CompletableFuture<Hold>> task =
                new FutureTask<>(() -> node.lock(name).acquireAsync().toCompletableFuture());
        new Thread(task, label).start();
        return task.get(60, TimeUnit.SECONDS);
    }

    /** Work on a few locks, so that there is something to measure. */
    private static Thread traffic(ServedCluster cluster, AtomicBoolean ends, int number) {
        Thread thread = new Thread(
                () -> {
                    try {
                        for (int round = 0; !ends.get(); round++) {
                            try (Hold hold = cluster.node(0)
                                    .lock("jobs/queue-" + round % 3)
                                    .acquire()) {
                                Thread.sleep(hold.isValid() ? 120 + (round + number) % 40 : 1);
                            }
                        }
                    } catch (InterruptedException | RuntimeException ended) {
                        ends.set(true);
                    }
                },
                "worker-" + number);
        thread.start();
        return thread;
    }

    @Test
    void healthyOneMissingAndNoQuorum() throws Exception {
        List<Hold> holds = new ArrayList<>();
        AtomicBoolean ends = new AtomicBoolean();
        try (Browser browser = Browser.ofThisMachine(folder);
                ServedCluster cluster = new ServedCluster()) {
            for (int index = 0; index < NAMES.size(); index++) {
                hold(cluster.node(index % 3), NAMES.get(index), "worker-" + (index * 7 % 5 + 1), holds);
            }
            List<CompletableFuture<Hold>> waiting = new ArrayList<>();
            for (int node = 0; node < 3; node++) {
                waiting.add(waitFor(cluster.node(node), "orders/10017", "worker-" + (node + 2)));
            }
            waiting.add(waitFor(cluster.node(1), "reports/daily", "worker-5"));
            List<Thread> workers = List.of(traffic(cluster, ends, 1), traffic(cluster, ends, 2));
            try (Tab tab = browser.open(cluster.uri("/").toString())) {
                tab.size(1360, 980);
                tab.untilSays("#reserve", "One more may fail.");
                tab.until("document.querySelectorAll('#acquire canvas, #handover canvas').length === 2");
                Thread.sleep(Long.getLong("pictures.wait", 0L)); // so that the charts have more than one point
                keep(tab, "dashboard-healthy.png");
                keepDetails(tab, holds.get(NAMES.indexOf("orders/10017")), waiting, cluster.node(2));
                keepNarrow(tab);
                cluster.nodes.kill(2);
                tab.untilSays("#reserve", "No failure to spare.");
                tab.untilSays("#members .what", "missing");
                keep(tab, "dashboard-one-missing.png");
                cluster.nodes.kill(1);
                tab.untilSays("#reserve", "No quorum.");
                tab.untilSays("#audit li", "quorum lost");
                keep(tab, "dashboard-no-quorum.png");
                tab.assertNoComplaint();
            } finally {
                ends.set(true);
                waiting.forEach(each -> each.cancel(true));
                for (Thread worker : workers) {
                    worker.interrupt();
                    worker.join();
                }
            }
        }
    }

    /** The lock passes twice while somebody looks at it, and one more asks for it. */
    private static void keepDetails(Tab tab, Hold held, List<CompletableFuture<Hold>> waiting, Locks third)
            throws Exception {
        tab.key("/");
        tab.type("orders/10017");
        tab.until("document.getElementById('lock-count').textContent.startsWith('1 lock ')");
        tab.click(".lock");
        tab.untilSays("#details .waiters li", " on ");
        untilNobodyIsSlow(tab); // later the first things would be gone
        tab.click("#live");
        tab.until("document.getElementById('live-picture')?.naturalWidth > 0");
        long before = Long.parseLong(tab.value("document.getElementById('live-picture').naturalHeight"));
        waiting.get(2).cancel(true); // it has the same node as the holder: nothing would be sent
        held.close();
        Hold next =
                (Hold) CompletableFuture.anyOf(waiting.get(0), waiting.get(1)).get(60, TimeUnit.SECONDS);
        tab.untilSays("#details .fence", Long.toString(next.fence()));
        tab.until("document.getElementById('live-picture').naturalHeight > " + before);
        waiting.add(waitFor(third, "orders/10017", "worker-6"));
        tab.untilSays("#details .waiters li", "worker-6 on ");
        next.close();
        Hold last = waiting.get(waiting.get(0).getNow(null) == next ? 1 : 0).get(60, TimeUnit.SECONDS);
        tab.untilSays("#details .fence", Long.toString(last.fence()));
        Thread.sleep(Long.getLong("pictures.wait", 0L) / 10); // another sample or two
        keepNow(tab, "dashboard-lock.png");
        keepLiveInTheDark(tab);
        tab.key("Escape");
        tab.value("document.activeElement.blur()"); // without the frame of what has the focus
        tab.value("(() => { const search = document.getElementById('search'); search.value = '';"
                + " search.dispatchEvent(new Event('input')); })()");
        tab.until("document.querySelectorAll('.lock:not([hidden])').length > 8");
    }

    /** Not kept: a picture that is drawn for a light page must be readable on a dark one. */
    private static void keepLiveInTheDark(Tab tab) throws Exception {
        tab.dark(true);
        String folder = System.getProperty("pictures.trial", "");
        if (!folder.isEmpty()) {
            Files.write(Path.of(folder, "lock-dark.png"), tab.picture());
            tab.size(400, 1180);
            Files.write(Path.of(folder, "lock-narrow.png"), tab.picture());
            tab.size(1360, 980);
        }
        tab.dark(false);
    }

    private static void keepNarrow(Tab tab) throws Exception {
        tab.dark(true);
        tab.size(400, 1180);
        tab.until("document.documentElement.scrollWidth === 400");
        keep(tab, "dashboard-narrow-dark.png");
        tab.dark(false);
        tab.size(1360, 980);
        tab.until("document.querySelector('.chart canvas').getBoundingClientRect().width > 300");
    }

    /** A fourth node joins a cluster of three, whose members have data directories. */
    @Test
    void duringARosterChange() throws Exception {
        List<Locks> nodes = new ArrayList<>();
        List<Hold> holds = new ArrayList<>();
        ExecutorService starts = Executors.newCachedThreadPool();
        try (Browser browser = Browser.ofThisMachine(folder)) {
            List<Integer> ports = freePorts(4);
            startThree(ports, starts, nodes);
            LocksConfig joiner = LocksConfig.contacts("127.0.0.1:" + ports.get(0))
                    .nodeId("d")
                    .dataDirectory(folder.resolve("d"))
                    .lease(LEASE_OF_CHANGE)
                    .shutdownHook(false);
            Future<Locks> fourth = starts.submit(() -> Locks.join(joiner));
            try (LockServer server = LockServer.of(nodes.get(0), LockServerConfig.onLoopback(0))
                            .start();
                    Tab tab =
                            browser.open("http://127.0.0.1:" + server.address().getPort() + "/")) {
                tab.size(1360, 980);
                for (int index = 0; index < NAMES.size(); index++) {
                    hold(nodes.get(index % 3), NAMES.get(index), "worker-" + (index * 7 % 5 + 1), holds);
                }
                tab.untilSays("#configuration", "roster 0 · majority · lease 20 s");
                tab.untilSays("#lock-count", NAMES.size() + " locks");
                addWhenItIsThere(nodes.get(0), member("d", ports.get(3)));
                tab.untilSays("#change", "The roster changes: d joins.");
                tab.untilSays("#members .more", "joins with roster 1");
                tab.untilSays("#audit", "Roster 1 is decided: a, b, c, d (joining).");
                keep(tab, "dashboard-roster-change.png");
                tab.untilSays("#configuration", "roster 1 · majority");
                tab.until("document.getElementById('change').hidden");
                assertThat(holds).allMatch(Hold::isValid);
                tab.untilSays("#audit", "Roster 1 is the only one: a, b, c, d.");
                tab.assertNoComplaint();
            }
            nodes.add(fourth.get(60, TimeUnit.SECONDS));
        } finally {
            nodes.forEach(Locks::close);
            starts.shutdownNow();
        }
    }

    private void startThree(List<Integer> ports, ExecutorService starts, List<Locks> nodes) throws Exception {
        List<String> members = List.of(member("a", ports.get(0)), member("b", ports.get(1)), member("c", ports.get(2)));
        List<Future<Locks>> starting = new ArrayList<>();
        for (String id : List.of("a", "b", "c")) {
            LocksConfig config = LocksConfig.of(members)
                    .nodeId(id)
                    .dataDirectory(folder.resolve(id))
                    .lease(LEASE_OF_CHANGE); // so long there is something to see
            starting.add(starts.submit(() -> Locks.join(config.shutdownHook(false))));
        }
        for (Future<Locks> each : starting) {
            nodes.add(each.get(60, TimeUnit.SECONDS));
        }
    }

    /** Refused until the new node has announced itself. */
    private static void addWhenItIsThere(Locks node, String member) {
        Awaitility.await().atMost(ServedCluster.TIMEOUT).until(() -> {
            CompletableFuture<RosterView> change =
                    node.changeRoster(RosterChange.none().add(member)).toCompletableFuture();
            Awaitility.await()
                    .atMost(ServedCluster.TIMEOUT)
                    .until(() -> change.isDone() || node.roster().isChanging());
            return node.roster().isChanging();
        });
    }

    private static String member(String id, int port) {
        return id + "=127.0.0.1:" + port;
    }

    private static List<Integer> freePorts(int count) throws IOException {
        List<ServerSocket> sockets = new ArrayList<>();
        List<Integer> ports = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            sockets.add(new ServerSocket(0));
            ports.add(sockets.get(number).getLocalPort());
        }
        for (ServerSocket socket : sockets) {
            socket.close();
        }
        return ports;
    }

    /**
     * Nearly all frames are quick while somebody scrolls through ten thousand locks; docs/operate/dashboard.md has the figures. A machine
     * that is busy with other things may take a few tries.
     */
    @Test
    void tenThousandLocks() throws Exception {
        List<Hold> holds = new ArrayList<>();
        try (Browser browser = Browser.ofThisMachine(folder);
                ServedCluster cluster = new ServedCluster()) {
            for (int index = 0; index < 10_000; index++) {
                String name = String.format(Locale.ROOT, "tenant-%03d/job-%05d", index / 100, index);
                holds.add(cluster.node(index % 3).lock(name).acquire());
            }
            try (Tab tab = browser.open(cluster.uri("/").toString())) {
                tab.until("document.getElementById('lock-count').textContent.startsWith('10,000 locks')"
                        + " && !document.getElementById('lock-count').textContent.includes('so far')");
                List<String> tries = new ArrayList<>();
                do {
                    assertThat(tries).hasSizeLessThan(TRIES_MAX);
                    tries.add(tab.value(SCROLL));
                    System.out.println("10,000 locks, " + tries.get(tries.size() - 1));
                } while (quickFrames(tries.get(tries.size() - 1)) < QUICK_FRAMES_MIN);
                assertThat(tab.value("document.querySelectorAll('.lock').length < 60"))
                        .isEqualTo("true");
                tab.size(1360, 980);
                tab.until(
                        "[...document.querySelectorAll('.lock:not([hidden]) .fence')].every((each) => each.textContent)");
                tab.until("document.querySelectorAll('.lock:not([hidden]) .meter.old').length === 0"); // deadlines are
                // new
                keep(tab, "dashboard-10000-locks.png");
                assertThat(holds.get(9_999).isValid()).isTrue();
                tab.assertNoComplaint();
            }
        }
    }

    private static final int TRIES_MAX = 8;
    private static final double QUICK_FRAMES_MIN = 95;

    /** The percentage at the end of what {@link #SCROLL} gives. */
    private static double quickFrames(String times) {
        return Double.parseDouble(times.substring(times.lastIndexOf(':') + 1).replace("%", ""));
    }

    /** Ten seconds of scrolling, a screen and more each frame; gives the distribution of the times between frames. */
    private static final String SCROLL = """
            new Promise((resolve) => {
              const box = document.getElementById("locks");
              const times = [];
              let last = performance.now();
              const begun = last;
              const step = (now) => {
                times.push(now - last);
                last = now;
                const way = (now - begun) / 10000;
                box.scrollTop = (box.scrollHeight - box.clientHeight) * Math.abs(Math.sin(way * 9.5));
                if (way < 1) {
                  requestAnimationFrame(step);
                } else {
                  times.sort((one, other) => one - other);
                  const at = (part) => times[Math.floor((times.length - 1) * part)].toFixed(1);
                  resolve(times.length + " frames: median " + at(0.5) + " ms, 95 % " + at(0.95) + " ms, longest " + at(1) + " ms, below 50 ms: "
                    + (100 * times.filter((each) => each < 50).length / times.length).toFixed(1) + " %");
                }
              };
              requestAnimationFrame(step);
            })""";
}
