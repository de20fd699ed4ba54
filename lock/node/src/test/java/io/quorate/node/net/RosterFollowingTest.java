// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.roster.Configuration;
import io.quorate.core.roster.Member;
import io.quorate.core.roster.Roster;
import io.quorate.core.session.LeaseTerms;
import io.quorate.node.net.RecordingReceiver.What;
import io.quorate.node.net.link.Hello;
import io.quorate.node.net.link.Packet;
import io.quorate.node.net.tcp.TcpTransport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Members come, go and move while transports run. */
@Tag("threads")
class RosterFollowingTest {
    private static final NodeId A = NodeId.of(0);
    private static final NodeId B = NodeId.of(1);
    private static final NodeId C = NodeId.of(2);
    private static final NodeId D = NodeId.of(3);
    private static final String CLUSTER = "following";

    private final List<Transport> opened = new ArrayList<>();
    private final Roster first;

    RosterFollowingTest() throws Exception {
        first = Roster.first("l1", members("a", "b", "c"), "majority", LeaseTerms.of(Duration.ofSeconds(5)));
    }

    private static List<Member> members(String... ids) throws Exception {
        List<Member> members = new ArrayList<>();
        for (String id : ids) {
            members.add(member(id).withNumber(members.size()));
        }
        return members;
    }

    private record Numbered(String id, String address) {
        Member withNumber(int number) {
            return new Member(number, id, address, true, "");
        }
    }

    private static Numbered member(String id) throws Exception {
        return new Numbered(id, "127.0.0.1:" + FreePorts.one());
    }

    @AfterEach
    void closeAll() {
        opened.forEach(Transport::close);
    }

    private Transport open(Configuration configuration, NodeId self, String name, String key, RecordingReceiver at) {
        return open(configuration, self, name, key, 1, at);
    }

    private Transport open(
            Configuration configuration, NodeId self, String name, String key, long start, RecordingReceiver at) {
        Transport transport = new TcpTransport(
                Membership.of(CLUSTER, configuration), self, name, start, "quorumlock", key, LinkSettings.usual());
        opened.add(transport);
        transport.open(at);
        return transport;
    }

    private static void follow(Configuration configuration, Transport... transports) {
        for (Transport each : transports) {
            each.follow(Membership.of(CLUSTER, configuration));
        }
    }

    private static void say(Transport from, NodeId to, String text, RecordingReceiver there, NodeId as) {
        there.await("the frame " + text, receiver -> {
            TransportContract.offer(from, to, text);
            return receiver.framesFrom(as).contains(text);
        });
    }

    @Test
    void aMemberIsAddedAndAnotherGoesWithoutTouchingTheConnectionOfTheOthers() throws Exception {
        RecordingReceiver atA = new RecordingReceiver();
        RecordingReceiver atB = new RecordingReceiver();
        RecordingReceiver atC = new RecordingReceiver();
        RecordingReceiver atD = new RecordingReceiver();
        Configuration old = Configuration.of(first);
        Transport a = open(old, A, "a", "", atA);
        Transport b = open(old, B, "b", "", atB);
        Transport c = open(old, C, "c", "", atC);
        atA.awaitTrust(B);
        atA.awaitTrust(C);
        atC.awaitTrust(B);
        atA.await("both use the connection", receiver -> receiver.acceptedBy.contains(B));
        atB.await("the called one, too", receiver -> receiver.acceptedBy.contains(A));

        Roster next = first.withReplaced("c", member("d").withNumber(0));
        assertThat(next.voters()).isEqualTo(NodeSet.of(A, B, D));
        Configuration joint = old.joinedBy(next);
        follow(joint, a, b, c);
        open(joint, D, "d", "", atD);
        atA.awaitTrust(D);
        atD.awaitTrust(C);
        assertThat(atA.trusts(C)).isTrue();

        follow(joint.withoutLower(), a, b);
        atC.awaitSuspicion(A);
        atC.awaitTrust(A); // as a guest, for it is in its own roster no more
        follow(joint.withoutLower(), c);
        say(a, D, "to the new one", atD, A);
        say(c, B, "from the one that went", atB, C);
        say(b, C, "to the one that went", atC, B);
        assertThat(atA.count(What.RESET, B)).isEqualTo(1);
        assertThat(atB.count(What.RESET, A)).isEqualTo(1);
        assertThat(atB.count(What.SUSPECTED, A)).isZero();
    }

    @Test
    void aMemberIsFoundWhereItHasMovedTo() throws Exception {
        RecordingReceiver atA = new RecordingReceiver();
        RecordingReceiver atB = new RecordingReceiver();
        Configuration old = Configuration.of(first);
        Transport a = open(old, A, "a", "", atA);
        Transport b = open(old, B, "b", "kb", atB);
        atA.awaitTrust(B);
        b.close();
        atA.awaitSuspicion(B);

        Configuration joint = old.joinedBy(first.withMoved("b", member("b").address()));
        follow(joint, a);
        RecordingReceiver moved = new RecordingReceiver();
        open(joint, B, "b", "kb", 2, moved);
        atA.awaitTrust(B);
        say(a, B, "there", moved, A);
    }

    /** Whoever is behind is let in, so that it can be told the news. */
    @Test
    void nodesOfOneLineageTalkWhateverTheirConfigurations() throws Exception {
        RecordingReceiver atA = new RecordingReceiver();
        RecordingReceiver atD = new RecordingReceiver();
        Configuration old = Configuration.of(first);
        Configuration later =
                old.joinedBy(first.withAdded(member("d").withNumber(0))).withoutLower();
        Transport behind = open(old, A, "a", "", atA);
        Transport ahead = open(later, D, "d", "kd", atD);
        atD.awaitTrust(A); // who has heard of the other calls it; to the other it is a guest
        say(ahead, A, "news", atA, D);
        say(behind, D, "an answer", atD, A);
        follow(later, behind);
        atA.awaitTrust(D);
        say(behind, D, "as a member", atD, A);
    }

    @Test
    void anotherLineageIsRefusedInWords() throws Exception {
        RecordingReceiver atA = new RecordingReceiver();
        RecordingReceiver atB = new RecordingReceiver();
        Configuration here = Configuration.of(first);
        Configuration there = Configuration.of(new Roster(0, "l2", 3, first.members(), first.quorums(), first.terms()));
        open(here, A, "a", "", atA);
        open(there, B, "b", "", atB);
        atB.await("a refusal", receiver -> !receiver.refusals.isEmpty());
        assertThat(atB.refusals.get(0)).contains("history of their rosters").contains("two clusters");
        assertThat(atA.trusts(B)).isFalse();
    }

    @Test
    void aMemberWithAnotherDataDirectoryThanTheRosterNamesIsRefused() throws Exception {
        RecordingReceiver atA = new RecordingReceiver();
        RecordingReceiver wiped = new RecordingReceiver();
        Numbered d = member("d");
        Configuration now = Configuration.of(first)
                .joinedBy(first.withAdded(new Member(0, "d", d.address(), true, "key-of-d")))
                .withoutLower();
        open(now, A, "a", "", atA);
        open(now, D, "d", "another key", wiped);
        wiped.await("refusals, of several calls", receiver -> receiver.refusals.size() > 2);
        assertThat(wiped.refusals.get(0)).contains("another data directory").contains("quorate roster replace d");
        assertThat(atA.trusts(D)).isFalse();
        assertThat(wiped.acceptedBy).as("a calls, and refuses the answer").isEmpty();
    }

    /** What a directory shows that was brought back from a copy, as long as somebody remembers. */
    @Test
    void aMemberThatHasForgottenItsConfigurationIsRefused() throws Exception {
        RecordingReceiver atA = new RecordingReceiver();
        RecordingReceiver atB = new RecordingReceiver();
        Configuration old = Configuration.of(first);
        Configuration later = old.joinedBy(first.withLease(Duration.ofSeconds(9)));
        open(later, A, "a", "", atA);
        Transport b = open(later, B, "b", "kb", 1, atB);
        atA.awaitTrust(B);
        b.close();
        atA.awaitSuspicion(B);
        RecordingReceiver restored = new RecordingReceiver();
        open(old, B, "b", "kb", 2, restored);
        restored.await("a refusal", receiver -> !receiver.refusals.isEmpty());
        assertThat(restored.refusals.get(0)).contains("brought back from a copy");
        assertThat(atA.trusts(B)).isFalse();
    }

    /** The configuration rose after the handshake: heartbeats tell it. */
    @Test
    void aMemberThatHasForgottenWhatItsHeartbeatsSaidIsRefused() throws Exception {
        RecordingReceiver atA = new RecordingReceiver();
        Configuration old = Configuration.of(first);
        open(old, A, "a", "", atA);
        try (Socket rises = call()) {
            say(rises, Packet.Kind.HELLO, 0, helloOfB(old, 1));
            atA.awaitTrust(B);
            say(rises, Packet.Kind.STARTS, 0, new byte[] {0, 1}); // hears nobody else, and is in configuration 1
            say(rises, Packet.Kind.FRAME, 1, "after it".getBytes(StandardCharsets.UTF_8));
            atA.await("the frame", receiver -> receiver.framesFrom(B).contains("after it"));
        }
        atA.awaitSuspicion(B);
        try (Socket restored = call()) {
            say(restored, Packet.Kind.HELLO, 0, helloOfB(old, 2));
            assertThat(RawPeer.readWord(restored)).contains("was in configuration 1 and says 0 now");
        }
    }

    private Socket call() throws IOException {
        Socket socket = new Socket(
                InetAddress.getLoopbackAddress(),
                Membership.of(CLUSTER, Configuration.of(first)).member(A).port());
        socket.setSoTimeout((int) RecordingReceiver.DEADLINE.toMillis());
        return socket;
    }

    private static void say(Socket socket, Packet.Kind kind, long number, byte[] content) throws IOException {
        Packet packet = new Packet();
        packet.write(kind, number, 0, content, content.length);
        RawPeer.write(socket, packet);
    }

    private static byte[] helloOfB(Configuration configuration, long start) {
        Membership membership = Membership.of(CLUSTER, configuration);
        Hello.Place place =
                new Hello.Place(configuration.latest().lineage(), configuration.number(), B.index(), "kb", "settings");
        return new Hello(CLUSTER, "quorumlock", "b", start, 4711 + start, 1, membership.texts(), place).toBytes();
    }
}
