// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.http;

import io.quorate.server.json.JsonWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The response to a request. */
@SuppressWarnings("ArrayRecordComponent") // written once, compared never
public record Answer(int status, String contentType, byte[] body, Map<String, String> headers) {
    static final String JSON = "application/json";

    /** A document. */
    public static Answer json(int status, @Nullable Object document) {
        return text(status, JSON, JsonWriter.write(document) + "\n");
    }

    public static Answer text(int status, String contentType, String text) {
        return new Answer(status, contentType, text.getBytes(StandardCharsets.UTF_8), Map.of());
    }

    /** The same with one more header. */
    public Answer with(String header, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(header, value);
        return new Answer(status, contentType, body, more);
    }
}
