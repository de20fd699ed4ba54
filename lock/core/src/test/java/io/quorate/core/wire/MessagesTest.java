// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class MessagesTest {
    private static final Messages<Object> NUMBERS = Messages.of("number")
            .message(4, Integer.class, ByteSource::readInt, (m, to) -> to.writeInt(m))
            .message(Boolean.class, (in, code) -> code == 7, 6, 7)
            .write((m, to) -> to.writeCode(6, m));

    private static byte[] bytes(Messages<Object> table, Object message) {
        ByteSink sink = new ByteSink();
        table.write(message, sink);
        return sink.toByteArray();
    }

    @Test
    void theCodeComesFirst() {
        assertThat(bytes(NUMBERS, 3)).containsExactly(4, 3);
        assertThat(NUMBERS.read(new ByteSource(new byte[] {4, 3}))).isEqualTo(3);
    }

    @Test
    void aCodeMaySayMoreThanTheKind() {
        assertThat(bytes(NUMBERS, true)).containsExactly(7);
        assertThat(bytes(NUMBERS, false)).containsExactly(6);
        assertThat(NUMBERS.read(new ByteSource(new byte[] {7}))).isEqualTo(true);
        assertThat(NUMBERS.read(new ByteSource(new byte[] {6}))).isEqualTo(false);
    }

    @Test
    void aCodeThatIsNotInTheTableIsRefused() {
        for (int code = 0; code < 256; code++) {
            ByteSource source = new ByteSource(new byte[] {(byte) code, 1});
            if (code != 4 && code != 6 && code != 7) {
                assertThatThrownBy(() -> NUMBERS.read(source))
                        .isInstanceOf(MalformedFrameException.class)
                        .hasMessage("there is no number " + code);
            }
        }
    }

    @Test
    void aMessageThatIsNotInTheTableIsRefused() {
        assertThatThrownBy(() -> bytes(NUMBERS, "seven")).hasMessage("String is no number");
    }

    @Test
    void aTableMayStandBehindACode() {
        Messages<Object> table = Messages.of("value")
                .message(0, Character.class, in -> (char) in.readInt(), (m, to) -> to.writeInt(m))
                .behind(9, NUMBERS);
        assertThat(bytes(table, 3)).containsExactly(9, 4, 3);
        assertThat(bytes(table, true)).containsExactly(9, 7);
        assertThat(table.read(new ByteSource(new byte[] {9, 4, 3}))).isEqualTo(3);
        assertThat(table.read(new ByteSource(new byte[] {0, 65}))).isEqualTo('A');
        assertThatThrownBy(() -> table.read(new ByteSource(new byte[] {9, 0}))).hasMessage("there is no number 0");
    }

    @Test
    void aTableMayBePartOfAnother() {
        Messages<Object> table = Messages.of("value").all(NUMBERS);
        assertThat(bytes(table, 3)).containsExactly(4, 3);
        assertThat(bytes(table, true)).containsExactly(7);
        assertThat(table.read(new ByteSource(new byte[] {6}))).isEqualTo(false);
    }

    @Test
    void noTwoMessagesHaveTheSameCodeAndNoneIsInTheTableTwice() {
        assertThatThrownBy(() -> NUMBERS.message(6, String.class, in -> "", (m, to) -> {}))
                .hasMessage("two messages have the code 6");
        assertThatThrownBy(() -> NUMBERS.message(8, Integer.class, in -> 0, (m, to) -> {}))
                .hasMessage("Integer is twice in the table");
    }
}
