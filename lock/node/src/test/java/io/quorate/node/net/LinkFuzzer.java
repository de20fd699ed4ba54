// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net;

import io.quorate.core.model.NodeId;
import io.quorate.core.wire.MalformedFrameException;
import io.quorate.node.net.link.Hello;
import io.quorate.node.net.link.LinkSupervisor;
import io.quorate.node.net.link.Packet;
import io.quorate.node.net.link.PacketReader;
import io.quorate.node.net.link.PeerConnection;
import io.quorate.node.net.link.Peers;
import io.quorate.node.net.link.Refusal;
import io.quorate.node.net.link.RosterPeers;
import io.quorate.node.net.link.Wire;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.logging.Level;
import java.util.logging.Logger;

/** What a stranger can send to the port of a node, packet by packet: refused, or taken, and nothing else is ever thrown. */
public final class LinkFuzzer {
    private static final Roster ROSTER = FreePorts.rosterOf("fuzz", List.of(1, 2));
    private static final Logger LOG = Logger.getLogger("io.quorate.node.net");

    private LinkFuzzer() {}

    /** Packets: a byte for the kind, one for each number, two for the length of the content, then the content. */
    public static void fuzzerTestOneInput(byte[] input) {
        Level before = LOG.getLevel();
        LOG.setLevel(Level.OFF); // it would say the same a million times
        try {
            receive(input);
        } finally {
            LOG.setLevel(before); // other tests in this process listen to the log
        }
    }

    private static void receive(byte[] input) {
        TransportMeter meter = new TransportMeter();
        GuardedReceiver receiver = new GuardedReceiver(new RecordingReceiver(), meter);
        Peers peers = new RosterPeers(Membership.of(ROSTER), NodeId.of(0), receiver, meter);
        LinkSupervisor keeper = new LinkSupervisor(peers, hello("a"), LinkSettings.usual(), receiver, meter);
        PeerConnection connection = keeper.accepted(new DeadEnd(), LinkSupervisor.Admission.OTHER);
        ByteBuffer in = ByteBuffer.wrap(input);
        try {
            while (in.remaining() >= 5) {
                keeper.received(connection, nextPacket(in));
            }
        } catch (MalformedFrameException refused) {
            // as it should be; the connection ends
        }
        keeper.closed(connection);
        if (meter.counters().receiverFailures() > 0) {
            throw new AssertionError("the receiver failed");
        }
    }

    /** With a right checksum, since whoever means ill has one too. */
    private static Packet nextPacket(ByteBuffer in) {
        Packet.Kind[] kinds = Packet.Kind.values();
        int kind = in.get() & 0xFF;
        long number = in.get();
        long received = in.get();
        byte[] content = new byte[Math.min(in.getShort() & 0xFFFF, in.remaining())];
        in.get(content);
        Packet packet = new Packet();
        packet.write(kinds[kind % kinds.length], number, received, content, content.length);
        if (kind >= 0xF0) {
            packet.bytes()[Packet.PREFIX_LENGTH] = (byte) kind; // no such kind
        }
        return Objects.requireNonNull(new PacketReader().next(packet.view()), "it is whole");
    }

    private static Hello hello(String id) {
        return new Hello(
                "fuzz",
                "any",
                id,
                1,
                4711,
                1,
                ROSTER.members().stream().map(Roster.Member::toString).toList());
    }

    private static byte[] packet(Packet.Kind kind, int number, byte[] content) {
        return ByteBuffer.allocate(5 + content.length)
                .put((byte) kind.code)
                .put((byte) number)
                .put((byte) 0)
                .putShort((short) content.length)
                .put(content)
                .array();
    }

    public static List<byte[]> seeds() {
        byte[] hello = packet(Packet.Kind.HELLO, 0, hello("b").toBytes());
        byte[] frame = packet(Packet.Kind.FRAME, 1, new byte[20]);
        byte[] beat = packet(Packet.Kind.BEAT, 2, new byte[0]);
        byte[] refused = packet(Packet.Kind.REFUSED, 0, new Refusal(Refusal.Reason.ID_IS_TAKEN, "taken").toBytes());
        List<byte[]> seeds = new ArrayList<>(List.of(hello, frame, beat, refused));
        seeds.add(packet(Packet.Kind.HELLO, 0, hello("x").toBytes()));
        seeds.add(packet(Packet.Kind.HELLO, 0, hello("a").toBytes()));
        seeds.add(ByteBuffer.allocate(hello.length + frame.length + beat.length)
                .put(hello)
                .put(frame)
                .put(beat)
                .array());
        return seeds;
    }

    /** A wire to nowhere. */
    private static final class DeadEnd implements Wire {
        @Override
        public void startReading(PeerConnection connection) {}

        @Override
        public void send(Packet packet) {}

        @Override
        public void close() {}

        @Override
        public String remote() {
            return "nowhere";
        }
    }
}
