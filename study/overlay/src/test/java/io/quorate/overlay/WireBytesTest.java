// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.Message;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.Codec;
import io.quorate.overlay.dht.DhtMessage;
import io.quorate.overlay.dht.PathMessage;
import io.quorate.overlay.dht.PathMessage.Errand;
import io.quorate.overlay.dht.TokenMessage;
import io.quorate.overlay.dht.TokenMessage.Outcome;
import io.quorate.overlay.dht.sigma.Sigma;
import io.quorate.overlay.node.OverlayProtocol;
import io.quorate.overlay.node.RoutedMessage;
import io.quorate.overlay.node.Upkeep;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The bytes of every message, as they stand in frames: nodes of different versions understand each other only if they stay. */
final class WireBytesTest {
    private static final Stamp ONE = new Stamp(1, NodeId.of(2), 3);
    private static final Stamp TWO = new Stamp(300, NodeId.of(400), 5_000_000);
    private static final Key KEY = new Key(0x0102030405060708L, -2);
    private static final Handle HANDLE = new Handle(NodeId.of(200), new Key(-1, 1));

    private static List<Message> messages() {
        List<Message> all = new ArrayList<>(List.of(
                new DhtMessage.Request(ONE, 0, false),
                new DhtMessage.Request(TWO, 127, true),
                DhtMessage.Response.vote(ONE, 1, 7, null, 9),
                DhtMessage.Response.vote(ONE, 1, 700, TWO, 1L << 40),
                DhtMessage.Response.noVote(ONE, 2, null, false, 0, null),
                DhtMessage.Response.noVote(ONE, 2, TWO, true, 3, null),
                DhtMessage.Response.noVote(ONE, 2, null, true, 3, TWO),
                DhtMessage.Response.noVote(TWO, 2, ONE, false, 300, ONE),
                new DhtMessage.Away(ONE, 3),
                new DhtMessage.Yield(ONE, 4, 500),
                new DhtMessage.Release(ONE, 5),
                new DhtMessage.Transfer(ONE, TWO, 6),
                new PathMessage.GrantReq(ONE, 7, TWO),
                new PathMessage.Gather(ONE, 8, Errand.GATHER, List.of()),
                new PathMessage.Gather(ONE, 8, Errand.RELEASE, List.of(ONE)),
                new PathMessage.Gather(TWO, 8, Errand.YIELD, List.of(ONE, TWO)),
                new TokenMessage.IAmWinner(ONE, 9, NodeId.of(300)),
                new TokenMessage.Cleared(ONE, 10),
                new TokenMessage.Enqueue(ONE, TWO, 11),
                new TokenMessage.Enqueued(ONE, TWO, 300),
                new TokenMessage.NotOwner(ONE),
                new TokenMessage.Token(ONE, List.of(), List.of()),
                new TokenMessage.Token(ONE, List.of(new TokenMessage.Voter(1, NodeId.of(2))), List.of(ONE, TWO))));
        for (Outcome outcome : Outcome.values()) {
            all.add(new TokenMessage.TokenAck(ONE, outcome));
        }
        all.add(new RoutedMessage<>(new Routed<>(KEY, NodeId.of(12), 13, new DhtMessage.Away(ONE, 3))));
        List.<OverlayMessage>of(
                        new OverlayMessage.Join(KEY, HANDLE, 127),
                        new OverlayMessage.Welcome(KEY, List.of(HANDLE)),
                        new OverlayMessage.Known(KEY, true, List.of(HANDLE, HANDLE)),
                        new OverlayMessage.Known(KEY, false, List.of()),
                        new OverlayMessage.Wanted(KEY, OverlayMessage.Wanted.NEIGHBOURS),
                        new OverlayMessage.Alive(KEY, List.of()),
                        new OverlayMessage.Probe(KEY, true),
                        new OverlayMessage.Probe(KEY, false),
                        new OverlayMessage.Here(KEY),
                        new OverlayMessage.Missed(KEY, HANDLE),
                        new OverlayMessage.Leaving(KEY, List.of(HANDLE)),
                        new OverlayMessage.Rumour(KEY, HANDLE, 255))
                .forEach(each -> all.add(new Upkeep(each)));
        return all;
    }

    private static Codec<Message> codec() {
        OverlayProtocol<DhtMessage> protocol = new Sigma();
        return protocol.part().orElseThrow().codec(null);
    }

    private static final List<String> WRITTEN = List.of(
            "00000102030000",
            "0000ac029003c096b1027f01",
            "000101020301070900",
            "000101020301bc0580808080802001ac029003c096b102",
            "0002010203020000",
            "00020102030203ac029003c096b10203",
            "00020102030206ac029003c096b10203",
            "0002ac029003c096b1020205010203010203ac02",
            "000301020303",
            "000401020304f403",
            "000501020305",
            "000601020306ac029003c096b102",
            "000701020307ac029003c096b102",
            "00080102030800",
            "00090102030801010203",
            "000aac029003c096b1020802010203ac029003c096b102",
            "000b0001020309ac02",
            "000b010102030a",
            "000b02010203ac029003c096b1020b",
            "000b03010203ac029003c096b102ac02",
            "000b04010203",
            "000b050102030000",
            "000b0501020301010202010203ac029003c096b102",
            "000b0601020300",
            "000b0601020301",
            "000b0601020302",
            "010102030405060708fffffffffffffffe0c0d0301020303",
            "02000102030405060708fffffffffffffffec801ffffffffffffffff00000000000000017f",
            "02010102030405060708fffffffffffffffe01c801ffffffffffffffff0000000000000001",
            "02020102030405060708fffffffffffffffe0102c801ffffffffffffffff0000000000000001c801ffffffffffffffff0000000000000001",
            "02020102030405060708fffffffffffffffe0000",
            "02030102030405060708fffffffffffffffe80",
            "02040102030405060708fffffffffffffffe00",
            "02050102030405060708fffffffffffffffe01",
            "02050102030405060708fffffffffffffffe00",
            "02060102030405060708fffffffffffffffe",
            "02070102030405060708fffffffffffffffec801ffffffffffffffff0000000000000001",
            "02080102030405060708fffffffffffffffe01c801ffffffffffffffff0000000000000001",
            "02090102030405060708fffffffffffffffec801ffffffffffffffff0000000000000001ff");

    @Test
    void everyMessageIsWrittenAsItAlwaysWas() {
        List<String> written = new ArrayList<>();
        for (Message message : messages()) {
            ByteSink sink = new ByteSink();
            codec().write(message, sink);
            written.add(HexFormat.of().formatHex(sink.toByteArray()));
            assertThat(codec().read(new ByteSource(sink.toByteArray()))).isEqualTo(message);
        }
        assertThat(written).isEqualTo(WRITTEN);
    }
}
