// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.node.fuzz.FuzzersTest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** JSON, read and written. */
@Tag("threads") // Jazzer runs in a process of its own
final class JsonTest {
    private static Object read(String text) throws MalformedJsonException {
        return JsonReader.read(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void everyKindOfValueIsRead() throws Exception {
        assertThat(read(" {\"a\": [1, -0.5, \"\\u20ac\\n\", true, false, null], \"b\": {}} "))
                .isEqualTo(Map.of("a", Arrays.asList(1L, -0.5, "€\n", true, false, null), "b", Map.of()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "}",
                "[1,]",
                "{\"a\":1,}",
                "{a:1}",
                "{'a':1}",
                "01",
                "-",
                "1.",
                ".5",
                "1e",
                "+1",
                "NaN",
                "Infinity",
                "1e999",
                "tru",
                "nulll",
                "\"",
                "\"\\x\"",
                "\"\\u12g4\"",
                "\"\\ud800\"",
                "\"\\udc00\\ud800\"",
                "\"a\nb\"",
                "// x\n1",
                "1 2",
                "{\"a\":1,\"a\":2}",
                "\u00a01"
            })
    void whatIsNoJsonIsRefusedInWords(String text) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(MalformedJsonException.class)
                .hasMessageMatching(".{10,}");
    }

    @Test
    void sizeDepthAndNumbersAreBounded() throws Exception {
        int deepest = JsonReader.DEPTH_MAX;
        assertThat(read("[".repeat(deepest) + "]".repeat(deepest))).isInstanceOf(List.class);
        assertThatThrownBy(() -> read("[".repeat(deepest + 1) + "]".repeat(deepest + 1)))
                .hasMessageContaining("deeper than 16");
        String longest = "\"" + "x".repeat(JsonReader.BYTES_MAX - 2) + "\"";
        assertThat(read(longest)).isInstanceOf(String.class);
        assertThatThrownBy(() -> read(longest + " ")).hasMessageContaining("more than 65536");
        assertThatThrownBy(() -> read("9".repeat(JsonReader.NUMBER_LENGTH_MAX + 1)))
                .hasMessageContaining("longer than 40");
        assertThatThrownBy(() -> JsonReader.read(new byte[] {'"', (byte) 0xC0, (byte) 0xAF, '"'}))
                .hasMessageContaining("no UTF-8");
    }

    @Test
    void whatIsWrittenMovesNoCursorAndHidesNoLetter() {
        assertThat(JsonWriter.write(JsonWriter.object().with("lock", "a\u001b[2J\u202eb\u2028c\u007f\"")))
                .isEqualTo("{\"lock\":\"a\\u001b[2J\\u202eb\\u2028c\\u007f\\\"\"}");
        assertThatThrownBy(() -> JsonWriter.write(Double.NaN)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> JsonWriter.write(new Object())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void realTextsAndChangedOnesAreReadOrRefused() {
        FuzzersTest.feed(JsonFuzzer.class, JsonFuzzer::fuzzerTestOneInput, JsonFuzzer.seeds());
    }

    @Tag("long")
    @Test
    void jazzerFindsNothing(@TempDir Path directory) throws Exception {
        FuzzersTest.letJazzerLook(JsonFuzzer.class, JsonFuzzer.seeds(), directory);
    }
}
