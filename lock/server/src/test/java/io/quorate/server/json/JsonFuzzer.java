// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.json;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** Any bytes: refused, or read, and then equal to what is read after it was written again. */
public final class JsonFuzzer {
    private JsonFuzzer() {}

    public static void fuzzerTestOneInput(byte[] input) {
        Object value;
        try {
            value = JsonReader.read(input);
        } catch (MalformedJsonException refused) {
            return;
        }
        try {
            byte[] again = JsonWriter.write(value).getBytes(StandardCharsets.UTF_8);
            if (again.length <= JsonReader.BYTES_MAX && !Objects.equals(JsonReader.read(again), value)) {
                throw new AssertionError("read " + value + ", then something else");
            }
        } catch (MalformedJsonException ownFault) {
            throw new AssertionError("what was written cannot be read: " + value, ownFault);
        }
    }

    static List<byte[]> seeds() {
        return List.of(
                        "{\"lock\": \"orders/42\", \"waitMillis\": 20000, \"shared\": false, \"label\": null}",
                        "[1, -2.5e3, 0, true, [], {}, [[[\"deep\"]]]]",
                        "\"\\u20ac \\ud83d\\ude00 \\n \\\" \\\\ \\/ € 😀\"",
                        " { \"a\" : { \"b\" : [ 9223372036854775807, 9223372036854775808, 1e-300 ] } } ")
                .stream()
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toList();
    }
}
