// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net;

import io.quorate.node.net.link.Hello;
import io.quorate.node.net.link.Packet;
import io.quorate.node.net.link.Refusal;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Speaks as a node does, packet by packet, and says whatever a test wants. */
public final class RawPeer {
    private RawPeer() {}

    /** Where a hello tells the level of its release: behind four bytes of magic and one of the version. */
    private static final int LEVEL_OFFSET = 5;

    static void sendHello(Socket socket, Roster roster, String id, long incarnation) throws IOException {
        sendHello(socket, roster, id, incarnation, 1);
    }

    /** As a node of a release of this level. */
    public static void sendHello(Socket socket, Roster roster, String id, long incarnation, int level)
            throws IOException {
        List<String> members =
                roster.members().stream().map(Roster.Member::toString).toList();
        byte[] content = new Hello(roster.cluster(), "quorum-lock", id, incarnation, 4711, 1, members).toBytes();
        content[LEVEL_OFFSET] = (byte) level;
        Packet packet = new Packet();
        packet.write(Packet.Kind.HELLO, 0, 0, content, content.length);
        write(socket, packet);
    }

    static void send(Socket socket, Packet.Kind kind, long number, String content) throws IOException {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        Packet packet = new Packet();
        packet.write(kind, number, 0, bytes, bytes.length);
        write(socket, packet);
    }

    /** Says that so many bytes have been received. */
    static void confirm(Socket socket, long received) throws IOException {
        Packet packet = new Packet();
        packet.write(Packet.Kind.BEAT, 0, received, new byte[0], 0);
        write(socket, packet);
    }

    static void write(Socket socket, Packet packet) throws IOException {
        socket.getOutputStream().write(packet.bytes(), 0, packet.length());
        socket.getOutputStream().flush();
    }

    /** The text of a refusal, or the kind of any other packet. */
    static String readWord(Socket socket) throws IOException {
        Packet packet = new Packet();
        packet.read(new DataInputStream(socket.getInputStream()));
        return packet.kind() == Packet.Kind.REFUSED
                ? Refusal.read(packet.content()).text()
                : packet.kind().name();
    }
}
