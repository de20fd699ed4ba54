// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quorate.api.Hold;
import io.quorate.api.InvalidConfigException;
import io.quorate.api.JoinFailedException;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.api.TlsFiles;
import io.quorate.core.model.NodeId;
import io.quorate.node.admin.AdminClient;
import io.quorate.node.certs.LocalAuthority;
import io.quorate.node.certs.TestCertificates;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How nodes come into an overlay, and who is not let in. */
@Tag("slow")
@Tag("threads")
class OverlayJoinTest {
    private static LocksConfig settings(LocksConfig config) {
        return config.cluster("join")
                .lease(Duration.ofMillis(600))
                .suspectAfter(Duration.ofSeconds(1))
                .joinTimeout(Duration.ofSeconds(30));
    }

    private static OverlayCluster cluster() {
        return new OverlayCluster(OverlayJoinTest::settings);
    }

    private static String idOf(OverlayNode node) {
        return node.locks().nodeId();
    }

    private static void awaitIn(OverlayNode node) {
        await().atMost(OverlayCluster.DEADLINE).until(() -> node.view().joined());
    }

    @Test
    void anApplicationJoinsByAContactAndTakesLocks() throws Exception {
        try (OverlayCluster cluster = cluster()) {
            cluster.start();
            String contact = cluster.addresses().get(0);
            try (Locks locks = OverlayLocks.join(settings(OverlayLocks.config()), OverlayPlace.joining(contact));
                    Hold hold = locks.lock("mine").acquire()) {
                assertThat(hold.fence()).isPositive();
                assertThat(locks.nodeId()).matches("n[0-9]+");
                assertThat(locks.toString()).contains("cluster join");
                assertThat(locks.statistics().holding()).isEqualTo(1);
            }
        }
    }

    @Test
    void theRingDoesTheSame() throws Exception {
        try (OverlayCluster cluster = cluster()) {
            cluster.start(OverlayPlace.first().withKind("ring").withReplicas(1));
            OverlayNode second = cluster.start(cluster.place().withKind("ring").withReplicas(1));
            second.awaitQuorum();
            second.locks().lock("x").acquire().close();
            assertThat(second.view().kind()).isEqualTo("ring");
        }
    }

    @Test
    void whoeverStartsAgainWithItsFolderHasTheNumberItHadWhereverItListens(@TempDir Path folder) throws Exception {
        try (OverlayCluster cluster = cluster()) {
            cluster.start();
            OverlayPlace place = cluster.place();
            String before;
            try (OverlayNode node = open(settings(OverlayLocks.config()).dataDirectory(folder), place)) {
                before = idOf(node);
                awaitIn(node);
            }
            try (OverlayNode again = open(settings(OverlayLocks.config()).dataDirectory(folder), place)) {
                assertThat(idOf(again)).isEqualTo(before);
                awaitIn(again);
            }
            LocksConfig alone = settings(OverlayLocks.config()).dataDirectory(folder);
            assertThatThrownBy(() -> open(alone, OverlayPlace.first()))
                    .isInstanceOf(JoinFailedException.class)
                    .hasMessageContaining(before)
                    .hasMessageContaining("name nodes of the overlay");
        }
    }

    private static OverlayNode open(LocksConfig config, OverlayPlace place) {
        return OverlayNode.open(config, place);
    }

    @Test
    void whoWasInAnOverlayBeforeMayBeginAnewIfToldSo(@TempDir Path folder) throws IOException {
        OverlayPlace place = OverlayPlace.first().withAddress(OverlayCluster.freeAddress());
        String before;
        try (OverlayNode node = open(settings(OverlayLocks.config()).dataDirectory(folder), place)) {
            before = idOf(node);
        }
        try (OverlayNode node = open(settings(OverlayLocks.config()).dataDirectory(folder), place.beginningAnew())) {
            assertThat(idOf(node)).isEqualTo(before);
        }
    }

    @Test
    void aNumberThatAnotherNodeHasIsRefusedIfItWasGiven() throws Exception {
        try (OverlayCluster cluster = cluster()) {
            cluster.start();
            OverlayNode second = cluster.start();
            awaitIn(second);
            String address = cluster.addresses().get(1);
            OverlayPlace twin = OverlayPlace.joining(cluster.addresses().get(0)).withId(idOf(second));
            assertThatThrownBy(() -> cluster.start(twin))
                    .isInstanceOf(JoinFailedException.class)
                    .hasMessageContaining("is there already, at " + address)
                    .hasMessageContaining("another id");
        }
    }

    @Test
    void aDeadNodeDoesNotKeepItsNumber() throws Exception {
        try (OverlayCluster cluster = cluster()) {
            cluster.start();
            OverlayNode second = cluster.start(cluster.place().withId("n77"));
            awaitIn(second);
            cluster.end(second, false);
            OverlayNode again = cluster.start(cluster.place().withId("n77"));
            awaitIn(again);
            assertThat(idOf(again)).isEqualTo("n77");
        }
    }

    @Test
    void contactsAreTriedUntilOneAnswersAndWhatIsWrongIsTold() throws Exception {
        String nobody = OverlayCluster.freeAddress();
        String late = OverlayCluster.freeAddress();
        List<String> told = new CopyOnWriteArrayList<>();
        LocksConfig config = settings(OverlayLocks.config());
        Thread first = new Thread(
                () -> {
                    await().atMost(OverlayCluster.DEADLINE).until(() -> !told.isEmpty());
                    open(config, OverlayPlace.first().withAddress(late));
                },
                "first");
        first.start();
        try (OverlayNode node =
                OverlayNode.open(config, OverlayPlace.joining(nobody, late), UnaryOperator.identity(), told::add)) {
            awaitIn(node);
        }
        first.join();
        assertThat(told.get(0))
                .contains("no contact lets this node in")
                .contains(nobody)
                .contains(late);
    }

    @Test
    void ifNobodyAnswersInTimeTheNodeSaysSo() throws IOException {
        String nobody = OverlayCluster.freeAddress();
        LocksConfig config = settings(OverlayLocks.config()).joinTimeout(Duration.ofMillis(100));
        assertThatThrownBy(() -> open(config, OverlayPlace.joining(nobody)))
                .isInstanceOf(JoinFailedException.class)
                .hasMessageContaining("no contact lets it in")
                .hasMessageContaining(nobody);
    }

    @Test
    void nodesThatDoNotAgreeOnTheTermsAreNotLetIn() throws Exception {
        try (OverlayCluster cluster = cluster()) {
            cluster.start();
            LocksConfig other = settings(OverlayLocks.config()).joinTimeout(Duration.ofMillis(100));
            assertThatThrownBy(() -> open(other, cluster.place().withReplicas(5)))
                    .isInstanceOf(JoinFailedException.class)
                    .hasMessageContaining("the same overlay, protocol, replicas, lease and release");
        }
    }

    @Test
    void whatDoesNotGoWithAnOverlayIsRefusedWithTheReason() {
        LocksConfig config = settings(OverlayLocks.config());
        assertThatThrownBy(() -> open(config.protocol("quorumlock"), OverlayPlace.first()))
                .isInstanceOf(InvalidConfigException.class)
                .hasMessageContaining("runs on no overlay")
                .hasMessageContaining("sigma");
        assertThatThrownBy(() -> open(config.quorums("majority"), OverlayPlace.first()))
                .hasMessageContaining("majority of the replicas");
        TlsFiles unread = TlsFiles.pem(Path.of("a"), Path.of("b"), Path.of("c"));
        assertThatThrownBy(() -> open(config.tls(unread), OverlayPlace.first()))
                .hasMessageContaining("give this node an id");
        assertThatThrownBy(() -> open(config.guest("me"), OverlayPlace.first())).hasMessageContaining("no guests");
        assertThatThrownBy(() -> open(config.lease(Duration.ofMillis(200)), OverlayPlace.first()))
                .hasMessageContaining("250 ms or longer");
        LocksConfig listed = LocksConfig.of("a=localhost:1").protocol("sigma");
        assertThatThrownBy(() -> open(listed, OverlayPlace.first())).hasMessageContaining("no list of members");
    }

    @Test
    void allFaultsAreReportedInOneMessage() {
        LocksConfig config = OverlayLocks.config()
                .protocol("endtoend:as-printed")
                .guest("me")
                .quorums("majority")
                .cluster(" ");
        OverlayPlace place = new OverlayPlace("pastrie", List.of(), null, null, 3, false);
        assertThatThrownBy(() -> OverlayLocks.join(config, place))
                .isInstanceOfSatisfying(
                        InvalidConfigException.class,
                        refusal -> assertThat(refusal.faults())
                                .hasSize(5)
                                .anyMatch(fault -> fault.contains("The cluster name must not be blank"))
                                .anyMatch(fault -> fault.contains("endtoend:as-printed is unsafe, and no node runs it"))
                                .anyMatch(fault -> fault.contains("Did you mean \"pastry\"?"))
                                .anyMatch(fault -> fault.contains("An overlay has no guests"))
                                .anyMatch(fault -> fault.contains("a majority of the replicas of a lock decides")));
    }

    @Test
    void withoutAPlaceTheErrorNamesTheDependencyAndTheCall() {
        assertThatThrownBy(() -> Locks.join(LocksConfig.of("a=localhost:1").protocol("sigma")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Its nodes find each other by an overlay")
                .hasMessageContaining("OverlayLocks.join(config, place)")
                .hasMessageContaining("io.quorate:quorate-overlay");
        assertThatThrownBy(() -> Locks.join(OverlayLocks.config())).hasMessageContaining("OverlayLocks.join");
        assertThatThrownBy(() -> Locks.join(LocksConfig.withoutMembers())).hasMessageContaining("The roster is empty");
    }

    @Test
    @Tag("long") // making certificates takes its time
    void overTlsEachNodeIsKnownByTheIdInItsCertificate() throws Exception {
        Path folder = TestCertificates.newDirectory();
        new LocalAuthority(folder).certify(List.of("n11", "n12"), Duration.ofDays(1), false);
        UnaryOperator<LocksConfig> as12 = config -> settings(config).tls(TestCertificates.of("n12", folder));
        try (OverlayCluster first =
                        new OverlayCluster(config -> settings(config).tls(TestCertificates.of("n11", folder)));
                OverlayCluster second = new OverlayCluster(as12)) {
            first.start(OverlayPlace.first().withId("n11"));
            OverlayPlace place = first.place();
            OverlayNode node = second.start(place.withId("n12"));
            node.awaitQuorum();
            node.locks().lock("secret").acquire().close();
            Duration soon = Duration.ofMillis(100);
            LocksConfig twin = as12.apply(OverlayLocks.config()).joinTimeout(soon);
            assertThatThrownBy(() -> open(twin, place.withId("n13")))
                    .hasMessageContaining("names \"n12\", but this node is \"n13\"");
            LocksConfig plain = settings(OverlayLocks.config()).joinTimeout(soon);
            assertThatThrownBy(() -> open(plain, place)).hasMessageContaining("TLS");
        }
    }

    @Test
    void aNodeKnownByItsNumberOnlyIsFound() throws Exception {
        try (OverlayCluster cluster = cluster()) {
            for (int count = 0; count < 3; count++) {
                cluster.start();
            }
            cluster.awaitAllIn();
            OverlayNode first = cluster.nodes().get(0);
            NodeId third = NodeId.parse(idOf(cluster.nodes().get(2)));
            assertThat(first.find(third, OverlayCluster.DEADLINE))
                    .isEqualTo(cluster.addresses().get(2));
            NodeId nobody = NodeId.of(third.index() == 0 ? 1 : third.index() - 1);
            assertThat(first.find(nobody, OverlayCluster.DEADLINE)).isEmpty();
        }
    }

    @Test
    void anOperatorSeesThePlaceOfANodeAndTheLocks() throws Exception {
        try (OverlayCluster cluster = cluster()) {
            cluster.start();
            cluster.start();
            cluster.awaitAllIn();
            LocksConfig any = LocksConfig.of(cluster.addresses().get(1)).cluster("join");
            AdminClient visit = new AdminClient(any, "operator", "a test", Duration.ofSeconds(10));
            assertThat(visit.place())
                    .contains("overlay     pastry")
                    .contains(idOf(cluster.nodes().get(0)))
                    .contains(cluster.addresses().get(1));
            try (Hold hold = cluster.nodes().get(0).locks().lock("seen").acquire()) {
                assertThat(visit.list("", 10).locks()).singleElement().satisfies(lock -> {
                    assertThat(lock.lockName()).isEqualTo("seen");
                    assertThat(lock.holders().get(0).nodeId())
                            .isEqualTo(idOf(cluster.nodes().get(0)));
                    assertThat(lock.holders().get(0).fence()).isEqualTo(hold.fence());
                });
            }
        }
    }
}
