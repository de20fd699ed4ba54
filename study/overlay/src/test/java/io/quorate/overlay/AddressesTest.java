// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.model.NodeId;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.MalformedFrameException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Whoever hears of a node hears how it is reached. */
class AddressesTest {
    private static final Handle FOUR = Handle.of(NodeId.of(4));
    private static final Handle NINE = Handle.of(NodeId.of(9));

    /** What a driver knows. */
    private static final class Book implements Addresses {
        final Map<NodeId, String> known = new TreeMap<>();

        @Override
        public String of(NodeId node) {
            return known.getOrDefault(node, "");
        }

        @Override
        public void heardOf(NodeId node, String address) {
            known.put(node, address);
        }
    }

    private final Book writer = new Book();
    private final Book reader = new Book();
    private final ByteSink sink = new ByteSink();

    @Test
    void theNodesThatAMessageNamesComeWithTheirAddresses() {
        writer.heardOf(FOUR.node(), "four.example:7400");
        OverlayMessage told = new OverlayMessage.Known(FOUR.key(), false, List.of(FOUR, NINE));
        OverlayMessage.table(writer).write(told, sink);
        assertThat(OverlayMessage.table(reader).read(new ByteSource(sink.toByteArray())))
                .isEqualTo(told);
        assertThat(reader.known)
                .as("of the other nobody knows it")
                .containsExactly(Map.entry(FOUR.node(), "four.example:7400"));
    }

    @Test
    void theOwnerOfAKeyHearsHowToAnswerTheOriginOfAMessage() {
        writer.heardOf(FOUR.node(), "four.example:7400");
        RoutedCodec<OverlayMessage> codec = new RoutedCodec<>(OverlayMessage.table(writer), writer);
        Routed<OverlayMessage> message = new Routed<>(NINE.key(), FOUR.node(), 2, new OverlayMessage.Here(FOUR.key()));
        codec.write(message, sink);
        RoutedCodec<OverlayMessage> other = new RoutedCodec<>(OverlayMessage.table(reader), reader);
        assertThat(other.read(new ByteSource(sink.toByteArray()))).isEqualTo(message);
        assertThat(reader.of(FOUR.node())).isEqualTo("four.example:7400");
    }

    @Test
    void anAddressThatIsTooLongIsRefused() {
        sink.writeInt(4);
        sink.writeInt(Addresses.BYTES_MAX + 1);
        sink.writeBytes(new byte[Addresses.BYTES_MAX + 1]);
        assertThatThrownBy(() -> reader.read(new ByteSource(sink.toByteArray())))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageContaining("256 bytes");
    }
}
