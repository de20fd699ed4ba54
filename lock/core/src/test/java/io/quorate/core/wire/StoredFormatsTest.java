// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.wire.StoredFormats.Sample;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A change that an older release would not understand is refused, and what only adds is not. */
class StoredFormatsTest {
    private static final String FILE = "messages";

    @TempDir
    private Path folder = Path.of("unset");

    private record Ask(int number, int more) {}

    /** As later releases read it. */
    private static Object read(byte[] bytes) {
        ByteSource source = new ByteSource(bytes);
        return new Ask(source.readInt(), source.isAtEnd() ? 0 : source.readInt());
    }

    private static List<Sample> asks(Function<byte[], Object> reader, int... numbers) {
        ByteSink sink = new ByteSink();
        for (int number : numbers) {
            sink.writeInt(number);
        }
        return List.of(Sample.growing("ask", sink.toByteArray(), reader));
    }

    private StoredFormats at(String version, boolean isReleased) {
        return new StoredFormats(folder, version, isReleased);
    }

    /** Two releases: this one, and the one before. */
    @BeforeEach
    void store() {
        at("1.0.0", false).write(FILE, asks(StoredFormatsTest::read, 7));
    }

    private StoredFormats next(List<Sample> samples) {
        at("2.0.0", false).write(FILE, samples);
        return at("2.0.0", false);
    }

    @Test
    void oneLineSaysNameBytesAndMeaning() {
        assertThat(folder.resolve("1.0.0").resolve(FILE)).hasContent("ask | 07 | Ask(number=7)");
    }

    @Test
    void aFieldAtTheEndIsAccepted() {
        List<Sample> longer = asks(StoredFormatsTest::read, 7, 9);
        next(longer).check(FILE, longer);
    }

    @Test
    void aFieldInFrontOfAnotherIsRefused() {
        List<Sample> changed = asks(StoredFormatsTest::read, 9, 7);
        StoredFormats next = next(changed);
        assertThatThrownBy(() -> next.check(FILE, changed)).hasMessageContaining("it may only grow at its end");
    }

    @Test
    void aReaderThatGivesOldBytesAnotherMeaningIsRefused() {
        List<Sample> same = asks(bytes -> new Ask(new ByteSource(bytes).readInt() + 1, 0), 7);
        StoredFormats next = next(same);
        assertThatThrownBy(() -> next.check(FILE, same)).hasMessageContaining("ask of release 1.0.0");
    }

    @Test
    void aMessageThatIsGoneIsRefused() {
        StoredFormats next = next(List.of());
        assertThatThrownBy(() -> next.check(FILE, List.of())).hasMessageContaining("is not understood any more");
    }

    @Test
    void bytesOfThisVersionAreTheSameByteByByte() {
        assertThatThrownBy(() -> at("1.0.0", false).check(FILE, asks(StoredFormatsTest::read, 7, 9)))
                .hasMessageContaining("what 1.0.0 writes has changed");
    }

    @Test
    void bytesOfAPublishedReleaseAreNotRewritten() {
        List<Sample> longer = asks(StoredFormatsTest::read, 7, 9);
        assertThatThrownBy(() -> at("1.0.0", true).write(FILE, longer)).hasMessageContaining("raise the version first");
    }

    @Test
    void aVersionWithoutStoredFormatsIsRefused() {
        assertThat(Files.exists(folder.resolve("3.0.0"))).isFalse();
        assertThatThrownBy(() -> at("3.0.0", false).check(FILE, asks(StoredFormatsTest::read, 7)))
                .hasMessageContaining("-Dformats=rewrite");
    }
}
