package io.quorate.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quorate.api.Hold;
import io.quorate.api.JoinFailedException;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.api.OverlayPlace;
import io.quorate.api.TlsFiles;
import io.quorate.core.model.NodeId;
import io.quorate.node.certs.TestAuthority;
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

    private static String idOf(ClusterNode node) {
        return node.locks().nodeId();
    }

    private static void awaitIn(ClusterNode node) {
        await().atMost(OverlayCluster.DEADLINE)
                .until(() -> node.overlay() != null && node.overlay().joined());
    }

    @Test
    void anApplicationJoinsByAContactAndTakesLocks() throws Exception {
        try (OverlayCluster cluster = cluster()) {
            cluster.start();
            String contact = cluster.addresses().get(0);
            try (Locks locks = Locks.join(settings(LocksConfig.of(OverlayPlace.joining(contact))));
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
            ClusterNode second = cluster.start(cluster.place().withKind("ring").withReplicas(1));
            second.awaitQuorum();
            second.locks().lock("x").acquire().close();
            assertThat(second.overlay().kind()).isEqualTo("ring");
        }
    }

    @Test
    void whoeverStartsAgainWithItsFolderHasTheNumberItHadWhereverItListens(@TempDir Path folder) throws Exception {
        try (OverlayCluster cluster = cluster()) {
            cluster.start();
            OverlayPlace place = cluster.place();
            String before;
            try (ClusterNode node = open(settings(LocksConfig.of(place)).dataDirectory(folder))) {
                before = idOf(node);
                awaitIn(node);
            }
            try (ClusterNode again = open(settings(LocksConfig.of(place)).dataDirectory(folder))) {
                assertThat(idOf(again)).isEqualTo(before);
                awaitIn(again);
            }
            LocksConfig alone = settings(LocksConfig.of(OverlayPlace.first())).dataDirectory(folder);
            assertThatThrownBy(() -> open(alone))
                    .isInstanceOf(JoinFailedException.class)
                    .hasMessageContaining(before)
                    .hasMessageContaining("name nodes of the overlay");
        }
    }

    private static ClusterNode open(LocksConfig config) {
        return ClusterNode.open(config, UnaryOperator.identity());
    }

    @Test
    void whoWasInAnOverlayBeforeMayBeginAnewIfToldSo(@TempDir Path folder) throws IOException {
        OverlayPlace place = OverlayPlace.first().withAddress(OverlayCluster.freeAddress());
        String before;
        try (ClusterNode node = open(settings(LocksConfig.of(place)).dataDirectory(folder))) {
            before = idOf(node);
        }
        try (ClusterNode node =
                open(settings(LocksConfig.of(place.beginningAnew())).dataDirectory(folder))) {
            assertThat(idOf(node)).isEqualTo(before);
        }
    }

    @Test
    void aNumberThatAnotherNodeHasIsRefusedIfItWasGiven() throws Exception {
        try (OverlayCluster cluster = cluster()) {
            cluster.start();
            ClusterNode second = cluster.start();
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
            ClusterNode second = cluster.start(cluster.place().withId("n77"));
            awaitIn(second);
            cluster.end(second, false);
            ClusterNode again = cluster.start(cluster.place().withId("n77"));
            awaitIn(again);
            assertThat(idOf(again)).isEqualTo("n77");
        }
    }

    @Test
    void contactsAreTriedUntilOneAnswersAndWhatIsWrongIsTold() throws Exception {
        String nobody = OverlayCluster.freeAddress();
        String late = OverlayCluster.freeAddress();
        List<String> told = new CopyOnWriteArrayList<>();
        LocksConfig config = settings(LocksConfig.of(OverlayPlace.joining(nobody, late)));
        Thread first = new Thread(
                () -> {
                    await().atMost(OverlayCluster.DEADLINE).until(() -> !told.isEmpty());
                    open(settings(LocksConfig.of(OverlayPlace.first().withAddress(late))));
                },
                "first");
        first.start();
        try (ClusterNode node = ClusterNode.open(config, UnaryOperator.identity(), told::add)) {
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
        LocksConfig config =
                settings(LocksConfig.of(OverlayPlace.joining(nobody))).joinTimeout(Duration.ofMillis(100));
        assertThatThrownBy(() -> open(config))
                .isInstanceOf(JoinFailedException.class)
                .hasMessageContaining("no contact lets it in")
                .hasMessageContaining(nobody);
    }

    @Test
    void nodesThatDoNotAgreeOnTheTermsAreNotLetIn() throws Exception {
        try (OverlayCluster cluster = cluster()) {
            cluster.start();
            LocksConfig other =
                    settings(LocksConfig.of(cluster.place().withReplicas(5))).joinTimeout(Duration.ofMillis(100));
            assertThatThrownBy(() -> open(other))
                    .isInstanceOf(JoinFailedException.class)
                    .hasMessageContaining("the same overlay, protocol, replicas, lease and release");
        }
    }

    @Test
    void whatDoesNotGoWithAnOverlayIsRefusedWithTheReason() {
        LocksConfig config = settings(LocksConfig.of(OverlayPlace.first()));
        assertThatThrownBy(() -> open(config.protocol("quorumlock")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("runs on no overlay")
                .hasMessageContaining("sigma");
        assertThatThrownBy(() -> open(config.quorums("majority"))).hasMessageContaining("majority of the replicas");
        TlsFiles unread = TlsFiles.pem(Path.of("a"), Path.of("b"), Path.of("c"));
        assertThatThrownBy(() -> open(config.tls(unread))).hasMessageContaining("give this node an id");
        assertThatThrownBy(() -> open(config.guest("me"))).hasMessageContaining("no guests");
        assertThatThrownBy(() -> open(config.lease(Duration.ofMillis(200)))).hasMessageContaining("250 ms or longer");
        assertThatThrownBy(() -> open(LocksConfig.of("a=localhost:1").protocol("sigma")))
                .hasMessageContaining("finds its nodes by an overlay");
    }

    @Test
    @Tag("long") // making certificates takes its time
    void overTlsEachNodeIsKnownByTheIdInItsCertificate() throws Exception {
        Path folder = TestCertificates.newDirectory();
        new TestAuthority(folder).certify(List.of("n11", "n12"), Duration.ofDays(1), false);
        UnaryOperator<LocksConfig> as12 = config -> settings(config).tls(TestCertificates.of("n12", folder));
        try (OverlayCluster first =
                        new OverlayCluster(config -> settings(config).tls(TestCertificates.of("n11", folder)));
                OverlayCluster second = new OverlayCluster(as12)) {
            first.start(OverlayPlace.first().withId("n11"));
            OverlayPlace place = first.place();
            ClusterNode node = second.start(place.withId("n12"));
            node.awaitQuorum();
            node.locks().lock("secret").acquire().close();
            Duration soon = Duration.ofMillis(100);
            LocksConfig twin = as12.apply(LocksConfig.of(place.withId("n13"))).joinTimeout(soon);
            assertThatThrownBy(() -> open(twin)).hasMessageContaining("names \"n12\", but this node is \"n13\"");
            LocksConfig plain = settings(LocksConfig.of(place)).joinTimeout(soon);
            assertThatThrownBy(() -> open(plain)).hasMessageContaining("TLS");
        }
    }

    @Test
    void aNodeKnownByItsNumberOnlyIsFound() throws Exception {
        try (OverlayCluster cluster = cluster()) {
            for (int count = 0; count < 3; count++) {
                cluster.start();
            }
            cluster.awaitAllIn();
            RunningNode first = ((EmbeddedLocks) cluster.nodes().get(0).locks()).node();
            OverlayDesk desk = first.desk;
            assertThat(desk).isNotNull();
            NodeId third = NodeId.parse(idOf(cluster.nodes().get(2)));
            assertThat(desk.find(third, OverlayCluster.DEADLINE))
                    .isEqualTo(cluster.addresses().get(2));
            NodeId nobody = NodeId.of(third.index() == 0 ? 1 : third.index() - 1);
            assertThat(desk.find(nobody, OverlayCluster.DEADLINE)).isEmpty();
        }
    }

    @Test
    void anOperatorSeesThePlaceOfANodeAndTheLocks() throws Exception {
        try (OverlayCluster cluster = cluster()) {
            cluster.start();
            cluster.start();
            cluster.awaitAllIn();
            LocksConfig any = LocksConfig.of(cluster.addresses().get(1)).cluster("join");
            ClusterVisit visit = new ClusterVisit(any, "operator", "a test", Duration.ofSeconds(10));
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
