// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.http;

import io.quorate.api.text.Printable;
import io.quorate.server.json.JsonWriter;
import java.util.LinkedHashMap;
import java.util.Map;

/** Why a request is not answered as it was meant: a problem document (RFC 9457). Its detail says what to do next. */
public final class Problem extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private static final String TYPE = "application/problem+json";
    private static final String SCHEME = "urn:quorate:";

    private final int status;
    private final String type;
    private final String title;
    private final transient Map<String, String> headers = new LinkedHashMap<>();
    private final transient Map<String, Object> fields = new LinkedHashMap<>();

    /**
     * A problem.
     *
     * @param type the last part of its URI, by which programs tell problems apart
     * @param title the same for every problem of this type
     * @param detail what happened this time, and what to do next
     */
    public Problem(int status, String type, String title, String detail) {
        super(Printable.of(detail), null, false, false); // nobody reads where it was thrown
        this.status = status;
        this.type = type;
        this.title = title;
    }

    /** The request itself is wrong: asking again does not help. */
    public static Problem badRequest(String detail) {
        return new Problem(400, "bad-request", "The request cannot be understood", detail);
    }

    public static Problem notFound(String detail) {
        return new Problem(404, "not-found", "There is nothing at this path", detail);
    }

    /** The same with a header. */
    public Problem with(String header, String value) {
        headers.put(header, value);
        return this;
    }

    /** The same with a field for programs. */
    public Problem withField(String name, Object value) {
        fields.put(name, value);
        return this;
    }

    public int status() {
        return status;
    }

    public Answer answer() {
        JsonWriter.Fields document = JsonWriter.object()
                .with("type", SCHEME + type)
                .with("title", title)
                .with("status", status)
                .with("detail", getMessage());
        fields.forEach(document::with);
        Answer answer = Answer.text(status, TYPE, JsonWriter.write(document) + "\n");
        for (Map.Entry<String, String> header : headers.entrySet()) {
            answer = answer.with(header.getKey(), header.getValue());
        }
        return answer;
    }
}
