// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.model.NodeId;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.MalformedFrameException;
import java.util.Arrays;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

/** What frames say about sessions comes back as it was written, and is another matter when sessions change. */
class SessionHeaderTest {
    private static final NodeId ASKER = NodeId.of(0);
    private static final NodeId VOTER = NodeId.of(1);

    private static byte[] bytesOf(SessionHeader header) {
        ByteSink sink = new ByteSink();
        header.writeTo(sink);
        return sink.toByteArray();
    }

    /** Reads into a header that has been used before. */
    private static SessionHeader read(ByteSource source) {
        SessionHeader header = new SessionHeader();
        header.number = 99;
        header.confirmedNumber = 99;
        header.voting = false;
        header.trusts = true;
        header.read(source);
        return header;
    }

    @Property
    void aHeaderComesBackAsItWasWrittenAndATornOneIsRefused(
            @ForAll @LongRange(min = 1, max = Long.MAX_VALUE) long number,
            @ForAll @LongRange(max = Long.MAX_VALUE) long tick,
            @ForAll @LongRange(min = -1, max = Long.MAX_VALUE - 1) long incarnation,
            @ForAll @IntRange(max = 15) int parts) {
        SessionHeader header = new SessionHeader();
        header.incarnation = incarnation + 1;
        if ((parts & 1) != 0) {
            header.number = number;
            header.tick = tick;
        }
        if ((parts & 2) != 0) {
            header.confirmedNumber = number;
            header.confirmedTick = tick;
            header.confirmedIncarnation = incarnation + 1;
        }
        header.voting = (parts & 4) == 0;
        header.trusts = (parts & 8) != 0;
        byte[] bytes = bytesOf(header);
        ByteSource source = new ByteSource(bytes);
        assertThat(read(source)).usingRecursiveComparison().isEqualTo(header);
        assertThat(source.isAtEnd()).isTrue();
        for (int length = 0; length < bytes.length; length++) {
            ByteSource torn = new ByteSource(Arrays.copyOf(bytes, length));
            assertThatThrownBy(() -> read(torn)).isInstanceOf(MalformedFrameException.class);
        }
    }

    @Property
    void rubbishIsRefusedOrReadsAsAHeaderThatCanBeWritten(@ForAll @Size(max = 40) byte[] rubbish) {
        try {
            SessionHeader header = read(new ByteSource(rubbish));
            SessionHeader again = read(new ByteSource(bytesOf(header)));
            assertThat(bytesOf(again)).isEqualTo(bytesOf(header));
        } catch (MalformedFrameException expected) {
            assertThat(expected.getMessage()).isNotEmpty();
        }
    }

    @Example
    void aHeaderOfNobodyTakesThreeBytes() {
        assertThat(bytesOf(new SessionHeader())).containsExactly(0, 0, 0);
    }

    @Example
    void aHeaderIsNoLongerSoWhenASessionBeganEndedOrWasHeardOfOrVotingChanged() {
        Sessions asker = new Sessions(ASKER, 0, true, null);
        Sessions voter = new Sessions(VOTER, 0, true, null);
        SessionHeader before = from(asker, VOTER);
        assertThat(asker.isStillSo(VOTER, before)).isTrue();
        asker.ask(VOTER);
        assertThat(asker.isStillSo(VOTER, before)).isFalse();
        SessionHeader opening = from(asker, VOTER);
        SessionHeader unknown = from(voter, ASKER);
        voter.hear(ASKER, opening);
        assertThat(voter.isStillSo(ASKER, unknown)).isFalse();
        asker.hear(VOTER, from(voter, ASKER));
        assertThat(asker.isStillSo(VOTER, opening))
                .as("whether it trusts the voter by now, it does not say")
                .isTrue();
        asker.stopVoting();
        assertThat(asker.isStillSo(VOTER, opening)).isFalse();
        SessionHeader last = from(asker, VOTER);
        asker.endTrust(VOTER);
        assertThat(asker.isStillSo(VOTER, last)).isFalse();
    }

    private static SessionHeader from(Sessions sender, NodeId to) {
        SessionHeader header = new SessionHeader();
        sender.writeHeader(to, header, true, false);
        return header;
    }
}
