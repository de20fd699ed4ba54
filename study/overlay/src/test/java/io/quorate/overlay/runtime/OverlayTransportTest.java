// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.node.net.FreePorts;
import io.quorate.node.net.LinkSettings;
import io.quorate.node.net.RecordingReceiver;
import io.quorate.node.net.Roster;
import io.quorate.node.net.link.Hello;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Nodes that know only whom they were told of, over real sockets. */
@Tag("slow")
@Tag("threads")
class OverlayTransportTest {
    private static final NodeId ONE = NodeId.of(100);
    private static final NodeId TWO = NodeId.of(40_000);
    /** Nobody is silent for so long only because the machine is busy. */
    private static final LinkSettings PATIENT =
            LinkSettings.usual().withTimes(Duration.ofMillis(50), Duration.ofSeconds(20));

    /** For those who wait for the suspicion that silence leads to. */
    private static final LinkSettings QUICK =
            LinkSettings.usual().withTimes(Duration.ofMillis(50), Duration.ofMillis(500));

    /** For those who wait twice that silence, from nodes that must not fall silent because the machine is busy. */
    private static final LinkSettings STEADY =
            LinkSettings.usual().withTimes(Duration.ofMillis(50), Duration.ofSeconds(3));

    private static final Duration LONG = Duration.ofMinutes(10);

    private final List<Station> stations = new ArrayList<>();

    /** A transport with all that belongs to it. */
    private static final class Station extends RecordingReceiver {
        final List<NodeId> wanted = new CopyOnWriteArrayList<>();
        final List<String> taken = new CopyOnWriteArrayList<>();
        final NodeId self;
        final Roster.Member at;
        final AddressBook book;
        final OverlayTransport transport;

        Station(String cluster, NodeId self, LinkSettings settings, Duration idle, int linksMax) throws IOException {
            this.self = self;
            this.at = new Roster.Member(self.toString(), "127.0.0.1", FreePorts.one());
            this.book = new AddressBook(self, at.address());
            this.transport = new OverlayTransport(
                    Hello.withoutRoster(cluster, "any", self, 1, at),
                    at,
                    settings,
                    new OverlayTransport.Maker(self, book, settings, idle, linksMax));
            transport.open(this);
        }

        @Override
        public void addressWanted(NodeId peer) {
            wanted.add(peer);
        }

        @Override
        public void idTaken(String why) {
            taken.add(why);
        }

        boolean say(NodeId to, String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            return transport.offer(to, bytes, bytes.length);
        }

        void isTold(Station other) {
            book.heardOf(other.self, other.at.address());
        }
    }

    private Station station(NodeId self, Duration idle) throws IOException {
        return station("overlay", self, PATIENT, idle);
    }

    private Station station(String cluster, NodeId self, LinkSettings settings, Duration idle) throws IOException {
        Station station = new Station(cluster, self, settings, idle, OverlayPeers.LINKS_MAX);
        stations.add(station);
        return station;
    }

    @AfterEach
    void closeAll() {
        stations.forEach(station -> station.transport.close());
    }

    @Test
    void framesWaitForTheConnectionThatTheFirstOneMakesAndKeepTheirOrder() throws IOException {
        Station one = station(ONE, LONG);
        Station two = station(TWO, LONG);
        one.isTold(two);
        assertThat(one.say(TWO, "first")).isTrue();
        assertThat(one.say(TWO, "second")).isTrue();
        two.await("both frames", receiver -> receiver.framesFrom(ONE).size() == 2);
        assertThat(two.framesFrom(ONE)).containsExactly("first", "second");
        assertThat(two.say(ONE, "answer")).isTrue();
        one.await("the answer", receiver -> receiver.framesFrom(TWO).contains("answer"));
        assertThat(one.trusts(TWO)).isTrue();
        assertThat(one.transport.connected()).isEqualTo(NodeSet.of(TWO));
        assertThat(two.book.of(ONE)).isEqualTo(one.at.address());
    }

    @Test
    void bothMayCallEachOtherAtOnce() throws IOException {
        Station one = station(ONE, LONG);
        Station two = station(TWO, LONG);
        one.isTold(two);
        two.isTold(one);
        one.say(TWO, "hello");
        two.say(ONE, "hello");
        one.await("the frame of two", receiver -> receiver.framesFrom(TWO).contains("hello"));
        two.await("the frame of one", receiver -> receiver.framesFrom(ONE).contains("hello"));
        assertThat(one.count(RecordingReceiver.What.SUSPECTED, TWO)).isZero();
        assertThat(two.count(RecordingReceiver.What.SUSPECTED, ONE)).isZero();
    }

    @Test
    void aFrameForANodeOfUnknownAddressWaitsUntilSomebodyKnowsIt() throws IOException {
        Station one = station(ONE, LONG);
        Station two = station(TWO, LONG);
        assertThat(one.say(TWO, "whoever you are")).isTrue();
        one.await("the question where it is", receiver -> one.wanted.contains(TWO));
        one.isTold(two);
        two.await("the frame", receiver -> receiver.framesFrom(ONE).contains("whoever you are"));
    }

    @Test
    void whomNobodyKnowsIsSuspectedInTheEnd() throws IOException {
        Station one = station("overlay", ONE, QUICK, LONG);
        one.say(TWO, "nobody hears this");
        one.await("the suspicion", receiver -> receiver.count(RecordingReceiver.What.SUSPECTED, TWO) == 1);
        assertThat(one.transport.counters().framesDropped()).isEqualTo(1);
    }

    @Test
    void aNodeThatEndsIsSuspectedAndFoundAgainWhereverItStartsNext() throws IOException {
        Station one = station(ONE, LONG);
        Station two = station(TWO, LONG);
        one.isTold(two);
        one.say(TWO, "a");
        two.await("the frame", receiver -> receiver.framesFrom(ONE).contains("a"));
        two.transport.close();
        one.await("the suspicion", receiver -> receiver.count(RecordingReceiver.What.SUSPECTED, TWO) == 1);
        assertThat(one.book.of(TWO)).as("where it is not any more").isEmpty();

        Station again = station(TWO, LONG);
        one.isTold(again);
        one.say(TWO, "b");
        again.await("the frame", receiver -> receiver.framesFrom(ONE).contains("b"));
        assertThat(one.trusts(TWO)).isTrue();
    }

    @Test
    void aConnectionThatNobodyUsesEndsWithoutSuspicionAndComesBackWhenNeeded() throws IOException {
        Station one = station(ONE, Duration.ofMillis(200));
        Station two = station(TWO, LONG);
        one.isTold(two);
        one.say(TWO, "a");
        two.await("the frame", receiver -> receiver.framesFrom(ONE).contains("a"));
        await("the end")
                .atMost(RecordingReceiver.DEADLINE)
                .until(() -> one.transport.connected().isEmpty()
                        && two.transport.connected().isEmpty());
        two.say(ONE, "b");
        one.await("the frame", receiver -> receiver.framesFrom(TWO).contains("b"));
        assertThat(one.count(RecordingReceiver.What.SUSPECTED, TWO)).isZero();
        assertThat(two.count(RecordingReceiver.What.SUSPECTED, ONE)).isZero();
        assertThat(one.count(RecordingReceiver.What.RESET, TWO)).isEqualTo(2);
    }

    @Test
    void ofTooManyConnectionsTheOneUsedLongestAgoEndsWithoutSuspicion() throws IOException {
        Station one = new Station("overlay", ONE, PATIENT, LONG, 2);
        stations.add(one);
        List<Station> others = new ArrayList<>();
        for (int index = 1; index <= 3; index++) {
            Station other = station(NodeId.of(index), LONG);
            others.add(other);
            one.isTold(other);
            one.say(other.self, "hello");
            other.await("the frame", receiver -> receiver.framesFrom(ONE).contains("hello"));
        }
        NodeSet later = NodeSet.of(NodeId.of(2), NodeId.of(3));
        await("the end of the first")
                .atMost(RecordingReceiver.DEADLINE)
                .until(() -> one.transport.connected().equals(later));
        one.say(NodeId.of(1), "again");
        others.get(0).await("the frame", receiver -> receiver.framesFrom(ONE).contains("again"));
        for (Station other : others) {
            assertThat(one.count(RecordingReceiver.What.SUSPECTED, other.self)).isZero();
            assertThat(other.count(RecordingReceiver.What.SUSPECTED, ONE)).isZero();
        }
    }

    @Test
    void whatANodeSaysOfItselfCountsMoreThanWhatOthersSayOfIt() throws IOException {
        Station one = station(ONE, LONG);
        Station two = station(TWO, LONG);
        one.isTold(two);
        one.say(TWO, "a");
        one.awaitTrust(TWO);
        one.book.heardOf(TWO, "127.0.0.1:1");
        assertThat(one.book.of(TWO)).isEqualTo(two.at.address());
        one.book.heardOf(NodeId.of(7), "no address");
        assertThat(one.book.of(NodeId.of(7))).isEmpty();
    }

    @Test
    void aNodeThatWasStoppedIsSuspectedForItsSilence() throws Exception {
        Station one = station("overlay", ONE, QUICK, LONG);
        try (ServerSocket stopped = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            one.book.heardOf(TWO, "127.0.0.1:" + stopped.getLocalPort());
            one.say(TWO, "anybody there?");
            one.await("the suspicion", receiver -> receiver.count(RecordingReceiver.What.SUSPECTED, TWO) == 1);
        }
        assertThat(one.framesFrom(TWO)).isEmpty();
    }

    @Test
    void ofTwoWithOneNumberTheSecondIsTold() throws IOException {
        Station one = station("overlay", ONE, STEADY, LONG);
        Station first = station("overlay", TWO, STEADY, LONG);
        first.isTold(one);
        first.say(ONE, "I am two");
        one.awaitTrust(TWO);
        Station second = station("overlay", TWO, STEADY, LONG);
        second.isTold(one);
        await("being told")
                .atMost(RecordingReceiver.DEADLINE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> {
                    second.say(ONE, "so am I");
                    return !second.taken.isEmpty();
                });
        assertThat(second.taken.get(0)).contains("is already running");
        assertThat(one.framesFrom(TWO)).containsExactly("I am two");
    }

    @Test
    void nodesOfOtherClustersAreRefusedAndSuspected() throws IOException {
        Station one = station("here", ONE, QUICK, LONG);
        Station two = station("there", TWO, QUICK, LONG);
        one.isTold(two);
        one.say(TWO, "a");
        one.await("the suspicion", receiver -> receiver.count(RecordingReceiver.What.SUSPECTED, TWO) == 1);
        assertThat(one.refusals).anyMatch(why -> why.contains("no node of the cluster \"here\" listens here"));
        assertThat(two.framesFrom(ONE)).isEmpty();
    }

    @Test
    void whoeverAnswersInsteadOfTheNodeThatWasCalledIsNotTalkedWith() throws IOException {
        Station one = station("overlay", ONE, QUICK, LONG);
        Station two = station(TWO, LONG);
        NodeId third = NodeId.of(5);
        one.book.heardOf(third, two.at.address());
        one.say(third, "for the third only");
        one.await("the suspicion", receiver -> receiver.count(RecordingReceiver.What.SUSPECTED, third) == 1);
        assertThat(two.framesFrom(ONE)).isEmpty();
        assertThat(one.book.of(third)).isEmpty();
    }
}
