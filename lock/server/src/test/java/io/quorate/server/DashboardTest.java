// SPDX-License-Identifier: Apache-2.0
package io.quorate.server;

import static io.quorate.server.browser.Tab.quoted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quorate.api.Hold;
import io.quorate.api.LossReason;
import io.quorate.server.browser.Browser;
import io.quorate.server.browser.Tab;
import io.quorate.server.json.JsonWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The dashboard in a real browser, as an operator uses it. */
@Tag("slow")
@Tag("threads")
final class DashboardTest {
    private static final String ADMIN = "admin-0123456789abcdef";
    private static final String READER = "reader-0123456789abcdef";

    @TempDir
    private static Path folder;

    private static Browser browser;

    @BeforeAll
    static void startBrowser() throws Exception {
        browser = Browser.ofThisMachine(folder);
    }

    @AfterAll
    static void endBrowser() throws Exception {
        if (browser != null) {
            browser.close();
        }
    }

    private static Tab open(ServedCluster cluster) throws Exception {
        return browser.open(cluster.uri("/").toString());
    }

    private static void search(Tab tab, String prefix, int found) throws Exception {
        tab.key("/");
        tab.type(prefix);
        tab.untilSays("#lock-count", found + (found == 1 ? " lock" : " locks"));
    }

    @Test
    void aPersonSearchesALockOpensItAndAsksForItsRelease() throws Exception {
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        try (ServedCluster cluster = new ServedCluster();
                Hold other = cluster.node(0).lock("stock/1").acquire();
                Tab tab = open(cluster)) {
            Hold hold = cluster.node(1).lock("orders/42").acquire();
            hold.onReleaseRequested(heard::add);
            CompletableFuture<Hold> waits =
                    cluster.node(2).lock("orders/42").acquireAsync().toCompletableFuture();
            tab.untilSays("#lock-count", "2 locks");
            search(tab, "orders/", 1);
            tab.untilSays(".lock .name", "orders/42");
            tab.untilSays(".lock .fence", Long.toString(hold.fence()));
            tab.untilSays(".lock .queue", "1 waiting");
            tab.click(".lock");
            tab.untilSays("#details .waiters li", " on " + cluster.node(2).nodeId());
            tab.untilSays(
                    "#details .votes .granted", "granted " + cluster.node(1).nodeId());
            tab.click("#ask");
            tab.untilSays("#confirm h2", "Ask for orders/42?");
            tab.click("#confirm-no");
            assertThat(heard).isEmpty();
            tab.click("#ask");
            tab.click("#confirm-yes");
            assertThat(heard.poll(30, TimeUnit.SECONDS)).contains("over HTTP");
            tab.untilSays(".toast", "The holder was asked for orders/42.");
            assertThat(hold.isValid()).isTrue();
            assertThat(other.isValid()).isTrue();
            hold.close();
            waits.get(30, TimeUnit.SECONDS).close();
            tab.untilSays("#audit li", "asked for it");
            tab.assertNoComplaint();
        }
    }

    @Test
    void aForcedReleaseNeedsTheDigitsOfTheFence() throws Exception {
        try (ServedCluster cluster = new ServedCluster();
                Hold hold = cluster.node(1).lock("orders/42").acquire();
                Tab tab = open(cluster)) {
            String fence = Long.toString(hold.fence());
            tab.click(".lock");
            tab.click("#force-" + fence);
            tab.untilSays("#confirm", "Fence " + fence);
            tab.click("#confirm-text");
            tab.type("x");
            assertThat(tab.value("document.getElementById('confirm-yes').disabled"))
                    .isEqualTo("true");
            tab.key("Enter");
            assertThat(hold.isValid()).isTrue();
            tab.value("document.getElementById('confirm-text').value = ''");
            tab.type(fence.substring(fence.length() - 4));
            tab.click("#confirm-yes");
            await().atMost(ServedCluster.TIMEOUT).until(() -> hold.lossReason().isPresent());
            assertThat(hold.lossReason()).contains(LossReason.REVOKED);
            tab.untilSays(".toast", "orders/42 was taken from");
            tab.untilSays("#audit li", "by force, fence " + fence);
            tab.assertNoComplaint();
        }
    }

    @Test
    void theKeyboardIsEnough() throws Exception {
        try (ServedCluster cluster = new ServedCluster();
                Hold first = cluster.node(0).lock("a/1").acquire();
                Hold second = cluster.node(0).lock("a/2").acquire();
                Tab tab = open(cluster)) {
            tab.untilSays("#lock-count", "2 locks");
            search(tab, "a/", 2);
            tab.key("Enter");
            tab.key("ArrowDown");
            tab.untilSays(".lock[aria-selected=true]", "a/2");
            assertThat(tab.value("document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))"
                            + ".textContent.includes('a/2')"))
                    .isEqualTo("true");
            tab.key("Enter");
            tab.untilSays("#details h2", "a/2");
            tab.until("document.getElementById('ask') !== null");
            tab.key("Escape");
            tab.until("!document.getElementById('details').open");
            assertThat(tab.value("document.activeElement.id")).isEqualTo("locks");
            tab.key("Home");
            tab.untilSays(".lock[aria-selected=true]", "a/1");
            assertThat(first.isValid() && second.isValid()).isTrue();
            tab.assertNoComplaint();
        }
    }

    @Test
    void aNarrowWindowNeedsNoScrollingSidewaysAndDarkIsDark() throws Exception {
        try (ServedCluster cluster = new ServedCluster();
                Hold hold = cluster.node(1)
                        .lock("a-rather-long-name-of-a-lock/".repeat(6))
                        .acquire();
                Tab tab = open(cluster)) {
            tab.dark(true);
            tab.size(400, 800);
            tab.untilSays("#lock-count", "1 lock");
            tab.untilSays("#reserve", "One more may fail.");
            assertThat(tab.value("document.documentElement.scrollWidth")).isEqualTo("400");
            assertThat(brightness(tab, "document.body")).isLessThan(60);
            tab.click(".lock");
            tab.untilSays("#details .fence", Long.toString(hold.fence()));
            assertThat(tab.value("document.getElementById('details').scrollWidth <= 400"))
                    .isEqualTo("true");
            tab.dark(false);
            assertThat(brightness(tab, "document.body")).isGreaterThan(200);
            tab.assertNoComplaint();
        }
    }

    /** Of the background, 0 to 255. */
    private static int brightness(Tab tab, String element) throws Exception {
        return Integer.parseInt(tab.value(
                "Math.round(getComputedStyle(" + element + ").backgroundColor.match(/\\d+/g).slice(0, 3).reduce((sum,"
                        + " each) => sum + Number(each), 0) / 3)"));
    }

    @Test
    void thePageAsksForATokenAndKeepsItOutOfAddresses() throws Exception {
        Path tokens = folder.resolve("tokens");
        Files.writeString(tokens, "anna admin " + ADMIN + "\nrita read " + READER + "\n");
        try (ServedCluster cluster = new ServedCluster(UnaryOperator.identity(), config -> config.tokens(tokens));
                Hold hold = cluster.node(1).lock("orders/42").acquire();
                Tab tab = open(cluster)) {
            tab.until("document.getElementById('token')?.open === true");
            assertThat(tab.textOf("#members")).isEmpty();
            tab.type("wrong-0123456789abcdef");
            tab.key("Enter");
            tab.untilSays("#token-why", "does not list this token");
            tab.type(READER);
            tab.key("Enter");
            tab.untilSays("#caller", "rita, read only");
            tab.click(".lock");
            tab.untilSays("#details .fence", Long.toString(hold.fence()));
            assertThat(tab.value("document.getElementById('ask')")).isEqualTo("null");
            tab.key("Escape");
            tab.click("#sign-out");
            tab.until("document.getElementById('token')?.open === true");
            tab.type(ADMIN);
            tab.key("Enter");
            tab.untilSays("#caller", "anna");
            tab.click(".lock");
            tab.click("#ask");
            tab.click("#confirm-yes");
            tab.untilSays(".toast", "No holder listens");
            tab.untilSays("#link", "live");
            assertThat(tab.value("performance.getEntries().map((each) => each.name).join() + location.href"
                            + " + document.documentElement.outerHTML + JSON.stringify(localStorage) + document.cookie"))
                    .contains("/v1/cluster")
                    .doesNotContain(ADMIN, READER);
            assertThat(tab.complaints())
                    .as("only the refusals that were meant")
                    .allMatch(each -> each.contains("status of 401"));
        }
    }

    @Test
    void aHostileNameIsOnlyText() throws Exception {
        String name = "<img src=x onerror=document.title='owned'>/'\"&\u202egnp.\u0007%2e%2e/../?#";
        String label = "</td><script>document.title='x'</script>\u001b[31m\nforged";
        try (ServedCluster cluster = new ServedCluster();
                Tab tab = open(cluster)) {
            String session = cluster.session(60_000);
            cluster.post(
                            session + "/claims",
                            JsonWriter.object()
                                    .with("lock", name)
                                    .with("label", label)
                                    .with("waitMillis", 5000))
                    .expect(201);
            tab.untilSays("#lock-count", "1 lock");
            tab.untilSays(".lock .name", "<img src=x onerror=");
            tab.untilSays(".lock .name", "\\u202egnp.\\u0007");
            tab.click(".lock");
            tab.untilSays("#details h2", "<img src=x");
            tab.untilSays("#details .facts td", "</td><script>");
            tab.click("#live");
            tab.until("document.getElementById('live-picture')?.naturalWidth > 0");
            tab.click("#details .danger-outline");
            tab.untilSays("#confirm h2", "<img src=x onerror=");
            String digits = tab.value("document.querySelector('#confirm .fence, #confirm p:nth-of-type(3)')"
                    + ".textContent.match(/Fence (\\d+)/)[1].slice(-4)");
            tab.click("#confirm-text");
            tab.type(digits);
            tab.key("Enter");
            tab.untilSays("#audit li", "<img src=x onerror=");
            tab.untilSays(".toast", "was taken from");
            assertThat(tab.value("document.title")).contains("Quorate");
            assertThat(tab.value("document.images.length")).isEqualTo("2");
            tab.assertNoComplaint();
        }
    }

    @Test
    void theRingSaysWhatMayFailNext() throws Exception {
        try (ServedCluster cluster = new ServedCluster();
                Tab tab = open(cluster)) {
            tab.untilSays("#health", "Ready");
            tab.untilSays("#reserve", "One more may fail.");
            cluster.nodes.kill(2);
            tab.untilSays("#members .what", "missing");
            tab.untilSays("#reserve", "No failure to spare.");
            assertThat(tab.value("document.querySelectorAll('#ring .needed').length"))
                    .isEqualTo("2");
            cluster.nodes.kill(1);
            tab.untilSays("#health", "No quorum");
            tab.untilSays("#reserve", "No quorum.");
            cluster.nodes.restart(1);
            cluster.nodes.restart(2);
            tab.untilSays("#reserve", "One more may fail.");
            tab.untilSays("#audit li", "Too few members are connected");
            tab.assertNoComplaint();
        }
    }

    @Test
    void theRingHasASignForEveryStateAndSaysWhatChanges() throws Exception {
        try (ServedCluster cluster = new ServedCluster();
                Tab tab = open(cluster)) {
            tab.untilSays("#reserve", "One more may fail.");
            String member = "{id: 'x', address: 'h:1', self: false, connected: true, slow: false, silent: false,"
                    + " needed: false, state: 'voting', silentForMillis: 0, missing: [], reason: ''}";
            String members = "[" + member + ", {..." + member + ", id: 's', silent: true, state: 'silent',"
                    + " silentForMillis: 3200}, {..." + member + ", id: 'm', connected: false, state: null}, {..."
                    + member + ", id: 'w', slow: true}, {..." + member + ", id: 'q', state: 'no-quorum'}, {..." + member
                    + ", id: 'u', state: null}, {..." + member + ", id: 'e', state: 'closed'}]";
            String cases = "{members: " + members + ", failuresTolerated: 1, reason: '', configuration: {roster: 4,"
                    + " changing: true, quorums: 'majority', leaseMillis: 5000, joining: ['s', 'w'], leaving: ['m'],"
                    + " unheard: ['w']}}";
            String shown = tab.value(
                    "import('/dashboard/ring.js').then((ring) => { ring.showVoters(" + cases + ");"
                            + " return [...document.querySelectorAll('#members li')].map((each) =>"
                            + " [...each.children].map((part) => part.textContent).join('|')).join('\\n') + '\\n'"
                            + " + document.getElementById('change').textContent + document.querySelectorAll('#ring .joins').length; })");
            assertThat(shown.lines())
                    .containsExactly(
                            "✓|x|voting|h:1|",
                            "…|s|silent|h:1|joins with roster 4 · grants votes in 3.2 s",
                            "✕|m|missing|h:1|leaves with roster 4",
                            "~|w|slow|h:1|joins with roster 4 · others are asked first",
                            "!|q|sees no quorum|h:1|",
                            "?|u|no answer|h:1|",
                            "✕|e|ended|h:1|",
                            "The roster changes: s and w join, m leaves. For about a lease, locks need a quorum of the old"
                                    + " and of the new roster. w has not heard of it yet.2");
            tab.assertNoComplaint();
        }
    }

    @Test
    void aLongListHasAFewElementsAndIsReadPageByPage() throws Exception {
        List<Hold> holds = new ArrayList<>();
        try (ServedCluster cluster = new ServedCluster()) {
            for (int index = 0; index < 2500; index++) {
                holds.add(cluster.node(index % 3)
                        .lock(String.format("job/%05d", index))
                        .acquire());
            }
            try (Tab tab = open(cluster)) {
                tab.until("document.getElementById('lock-count').textContent.startsWith('2,500 locks')");
                assertThat(Integer.parseInt(tab.value("document.querySelectorAll('.lock').length")))
                        .isLessThan(40);
                tab.click(".lock");
                tab.key("Escape");
                tab.key("End");
                tab.untilSays(".lock[aria-selected=true]", "job/02499");
                holds.get(2499).close();
                tab.until("!" + "[...document.querySelectorAll('.lock')].some((each) => each.checkVisibility()"
                        + " && each.textContent.includes("
                        + quoted(Long.toString(holds.get(2499).fence())) + "))");
                tab.assertNoComplaint();
            }
        }
    }
}
