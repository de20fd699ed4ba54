// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.link;

import io.quorate.core.wire.MalformedFrameException;
import io.quorate.core.wire.StoredFormats;
import io.quorate.core.wire.StoredFormats.Sample;
import io.quorate.node.net.link.Hello.Place;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What opens, keeps and ends a connection, byte by byte as releases wrote it. */
class StoredLinksTest {
    /** Magic, version and the two levels of a hello: later releases have other levels. */
    private static final int LEVELS_END = 7;

    @Test
    void hellos() {
        List<String> roster = List.of("a=h:1", "b=h:2");
        List<Sample> samples = new ArrayList<>();
        samples.add(hello("where members never change", new Hello("orders", "quorum-lock/1", "a", 300, -7, 5, roster)));
        samples.add(hello(
                "where members change",
                new Hello(
                        "orders",
                        "quorum-lock/1",
                        "\u00E4",
                        300,
                        -7,
                        5,
                        roster,
                        new Place("lineage", 400, 7, "key", "majority, 5 s"))));
        samples.add(Sample.growing(
                "of a client that only asks",
                new AdminHello("orders", "admin", "anna@host, process 7").toBytes(),
                AdminHello::read));
        StoredFormats.compare("hellos", samples);
    }

    private static Sample hello(String name, Hello hello) {
        return new Sample(
                name,
                hello.toBytes(),
                bytes -> {
                    String objection = Hello.versionObjection(bytes);
                    return objection == null ? Hello.read(bytes) : objection;
                },
                bytes -> Arrays.copyOfRange(bytes, LEVELS_END, bytes.length));
    }

    @Test
    void refusals() {
        List<Sample> samples = new ArrayList<>();
        for (Refusal.Reason reason : Refusal.Reason.values()) {
            samples.add(
                    Sample.growing(reason.name(), new Refusal(reason, "why, and what to do").toBytes(), Refusal::read));
        }
        StoredFormats.compare("refusals", samples);
    }

    @Test
    void packets() {
        List<Sample> samples = new ArrayList<>();
        byte[] content = "content".getBytes(StandardCharsets.UTF_8);
        for (Packet.Kind kind : Packet.Kind.values()) {
            Packet packet = new Packet();
            packet.write(kind, 300, 5_000_000_000L, content, content.length);
            samples.add(packet(kind.name(), packet));
        }
        Packet beat = new Packet();
        beat.writeBeat(1, 2, new byte[Long.BYTES], 5_000_000_000L);
        samples.add(packet("BEAT with a time", beat));
        StoredFormats.compare("packets", samples);
    }

    private static Sample packet(String name, Packet packet) {
        byte[] bytes = Arrays.copyOf(packet.bytes(), packet.length());
        return Sample.growing(name, bytes, StoredLinksTest::readPacket);
    }

    private static Object readPacket(byte[] bytes) {
        Packet packet = new Packet();
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            packet.read(in);
        } catch (IOException tooShort) {
            throw new MalformedFrameException("a packet that ends early");
        }
        return packet.kind() + " number " + packet.number() + ", received " + packet.received() + ", sent at "
                + packet.sentAt() + ", content " + HexFormat.of().formatHex(packet.content());
    }
}
