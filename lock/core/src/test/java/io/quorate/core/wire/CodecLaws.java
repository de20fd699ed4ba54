// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.model.LamportClock;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;

/** What every codec obeys. */
public abstract class CodecLaws<M> {
    protected abstract Codec<M> codec();

    /** Any message of the protocol. */
    protected abstract Arbitrary<M> anyMessage();

    protected static Arbitrary<Stamp> anyStamp() {
        return Combinators.combine(
                        Arbitraries.longs().between(0, LamportClock.COUNTER_MAX),
                        Arbitraries.integers().between(0, NodeId.INDEX_MAX),
                        Arbitraries.integers().greaterOrEqual(0))
                .as((counter, node, incarnation) -> new Stamp(counter, NodeId.of(node), incarnation));
    }

    @Provide
    Arbitrary<M> messages() {
        return anyMessage();
    }

    @Property
    void aMessageIsReadAsItWasWrittenAndNotAByteMore(@ForAll("messages") M message) {
        ByteSink sink = new ByteSink();
        codec().write(message, sink);
        ByteSource source = new ByteSource(sink.toByteArray());
        assertThat(codec().read(source)).isEqualTo(message);
        assertThat(source.isAtEnd()).isTrue();
    }

    @Property
    void aTornMessageIsRefused(@ForAll("messages") M message) {
        ByteSink sink = new ByteSink();
        codec().write(message, sink);
        byte[] whole = sink.toByteArray();
        for (int length = 0; length < whole.length; length++) {
            ByteSource torn = new ByteSource(Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> codec().read(torn)).isInstanceOf(MalformedFrameException.class);
        }
    }

    @Property
    void rubbishIsRefusedOrReadsAsAMessageThatCanBeWritten(@ForAll @Size(max = 40) byte[] rubbish) {
        try {
            M message = codec().read(new ByteSource(rubbish));
            ByteSink again = new ByteSink();
            codec().write(message, again);
            assertThat(codec().read(new ByteSource(again.toByteArray()))).isEqualTo(message);
        } catch (MalformedFrameException expected) {
            assertThat(expected.getMessage()).isNotEmpty();
        }
    }
}
