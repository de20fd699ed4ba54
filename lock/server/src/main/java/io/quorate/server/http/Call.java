// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsExchange;
import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.server.json.JsonReader;
import io.quorate.server.json.MalformedJsonException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/** A request and the way to answer it: now, or later from any thread. It is answered once; a second answer is dropped. */
public final class Call {
    private static final EventLog LOG = EventLog.of(Call.class);

    /** So much of a body that is too large is read, and thrown away. */
    private static final long DISCARDED_BYTES_MAX = 1 << 20;

    /** A proxy may go by one of several, and this server by another. */
    private static final List<String> ONCE = List.of(
            "Host", "Origin", "Authorization", "Content-Type", "Content-Length", "Transfer-Encoding", "Last-Event-ID");

    /** For answers that are no part of the dashboard: other sites cannot show or load them. */
    private static final String NO_PAGE = "default-src 'none'; frame-ancestors 'none'";

    private final HttpExchange exchange;
    private final Map<String, String> query;
    private final AtomicBoolean answered = new AtomicBoolean();
    private Map<String, String> variables = Map.of();

    Call(HttpExchange exchange, Map<String, String> query) {
        this.exchange = exchange;
        this.query = query;
    }

    /** Throws a {@link Problem} if its head can be read in two ways, or its query not at all. */
    static Call of(HttpExchange exchange) {
        for (String name : ONCE) {
            if (exchange.getRequestHeaders().getOrDefault(name, List.of()).size() > 1) {
                throw Problem.badRequest("The header " + name + " is there more than once. Send it once.");
            }
        }
        Headers headers = exchange.getRequestHeaders();
        if (headers.containsKey("Content-Length") && headers.containsKey("Transfer-Encoding")) {
            throw Problem.badRequest("The body has a length, and is said to come in chunks. Send one of the headers.");
        }
        if (!exchange.getRequestMethod().equals("POST") && hasBody(headers)) {
            // The unread rest is discarded when the answer is written, or later: only here the server closes
            // the connection if it cannot be read.
            throw Problem.badRequest("Only a POST has a body here. Leave the body out.");
        }
        if (exchange.getRequestURI().getRawFragment() != null) {
            throw Problem.badRequest("The target of the request has a #. Write %23 for it, or leave out what follows.");
        }
        String raw = exchange.getRequestURI().getRawQuery();
        return new Call(exchange, PercentText.query(raw == null ? "" : raw));
    }

    private static boolean hasBody(Headers headers) {
        String length = headers.getFirst("Content-Length");
        return headers.containsKey("Transfer-Encoding") || !(length == null || length.equals("0"));
    }

    void setVariables(Map<String, String> found) {
        variables = found;
    }

    /** The segment at this place of the path. */
    public String variable(String name) {
        String value = variables.get(name);
        if (value == null) {
            throw new IllegalStateException("the route has no variable " + name);
        }
        return value;
    }

    public boolean changesState() {
        return !method().equals("GET") && !method().equals("HEAD");
    }

    public boolean isDelete() {
        return method().equals("DELETE");
    }

    String method() {
        return exchange.getRequestMethod();
    }

    public @Nullable String header(String name) {
        return exchange.getRequestHeaders().getFirst(name);
    }

    public InetSocketAddress remote() {
        return exchange.getRemoteAddress();
    }

    /** The certificate that the client has shown; null if it has shown none. */
    public @Nullable X509Certificate certificate() {
        if (exchange instanceof HttpsExchange https) {
            try {
                return (X509Certificate) https.getSSLSession().getPeerCertificates()[0];
            } catch (SSLPeerUnverifiedException none) {
                return null;
            }
        }
        return null;
    }

    /** Refuses parameters that the route does not know: a misspelt one must not be ignored. */
    public void requireParameters(Set<String> known) {
        for (String name : query.keySet()) {
            if (!known.contains(name)) {
                throw Problem.badRequest("There is no parameter \"" + name + "\" here. "
                        + (known.isEmpty() ? "Leave it out." : "Give " + String.join(", ", known) + "."));
            }
        }
    }

    /** A parameter of the query; null if it is not there. */
    public @Nullable String parameter(String name) {
        return query.get(name);
    }

    public String parameterOr(String name, String otherwise) {
        return query.getOrDefault(name, otherwise);
    }

    /** A whole number in the query. */
    public long parameter(String name, long otherwise, long max) {
        String text = query.get(name);
        if (text == null) {
            return otherwise;
        }
        try {
            long number = Long.parseLong(text);
            if (number >= 0 && number <= max) {
                return number;
            }
        } catch (NumberFormatException wrong) {
            // said below
        }
        throw Problem.badRequest(
                "The parameter \"" + name + "\" is no whole number from 0 to " + max + ". Correct it.");
    }

    /** The fields of the object in the body; none if the body is empty. */
    public BodyFields body() {
        byte[] bytes = readBody();
        if (bytes.length == 0) {
            return new BodyFields(Map.of());
        }
        try {
            if (JsonReader.read(bytes) instanceof Map<?, ?> fields) {
                return new BodyFields(fields);
            }
        } catch (MalformedJsonException malformed) {
            throw Problem.badRequest("The body is no JSON: " + malformed.getMessage() + ". Correct it.");
        }
        throw Problem.badRequest("The body is no JSON object. Send one, as in {\"lock\": \"orders/42\"}.");
    }

    private byte[] readBody() {
        try {
            InputStream body = exchange.getRequestBody();
            byte[] bytes = Workers.io(() -> body.readNBytes(JsonReader.BYTES_MAX + 1));
            if (bytes.length > JsonReader.BYTES_MAX) {
                // A connection that is closed while the client still sends is reset, and the client never reads the
                // answer.
                Workers.io(() -> discard(body));
                throw tooLarge();
            }
            return bytes;
        } catch (IOException broken) {
            throw new Problem(
                            408,
                            "slow-body",
                            "The body did not come",
                            "The body did not come in time, or not in chunks that can be read. Send the request again.")
                    .with("Connection", "close");
        } catch (IndexOutOfBoundsException broken) { // the JDK's reader of chunks, at a size that is none
            throw Problem.badRequest("The size of a chunk is no hexadecimal number of this size. Correct it.")
                    .with("Connection", "close");
        }
    }

    /** Read, not skipped: the stream does not count what is skipped. */
    private static boolean discard(InputStream body) throws IOException {
        byte[] buffer = new byte[8192];
        int count = body.read(buffer);
        for (long left = DISCARDED_BYTES_MAX; count > 0 && left > 0; count = body.read(buffer)) {
            left -= count;
        }
        return count <= 0;
    }

    private static Problem tooLarge() {
        return new Problem(
                        413,
                        "body-too-large",
                        "The body is too large",
                        "A body has at most " + JsonReader.BYTES_MAX + " bytes. Send less.")
                .with("Connection", "close");
    }

    /** Answers; a client that has gone is nobody's fault. */
    public void answer(Answer answer) {
        if (!answered.compareAndSet(false, true)) {
            return;
        }
        try {
            Workers.io(() -> {
                begin(answer);
                boolean hasBody = !method().equals("HEAD") && answer.body().length > 0;
                exchange.sendResponseHeaders(answer.status(), hasBody ? answer.body().length : -1);
                if (hasBody) {
                    OutputStream body = exchange.getResponseBody();
                    body.write(answer.body());
                    body.flush(); // JDK 25 buffers it, and drops it if the rest of the request cannot be read
                }
                return true;
            });
        } catch (IOException gone) {
            LOG.sayWith(LogEvent.HTTP_CLIENT_GONE, gone);
        } finally {
            closeExchange();
        }
    }

    /** May read what is left of the body, and write what is left of the answer: both wait for the client. */
    private void closeExchange() {
        try {
            Workers.io(() -> {
                exchange.close();
                return true;
            });
        } catch (IOException gone) {
            LOG.sayWith(LogEvent.HTTP_CLIENT_GONE, gone);
        }
    }

    private void begin(Answer answer) {
        var headers = exchange.getResponseHeaders();
        if (answer.body().length > 0) {
            headers.set("Content-Type", answer.contentType());
        }
        headers.set("Cache-Control", "no-store");
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Content-Security-Policy", NO_PAGE);
        headers.set("Cross-Origin-Resource-Policy", "same-origin");
        answer.headers().forEach(headers::set);
    }

    /** Begins an answer without an end; null if the client has gone, or wants the head only. The caller writes by {@link Stream}. */
    public @Nullable Stream stream(String contentType) {
        if (!answered.compareAndSet(false, true)) {
            return null;
        }
        try {
            boolean hasBody = !method().equals("HEAD");
            Workers.io(() -> {
                begin(Answer.text(200, contentType, " "));
                exchange.sendResponseHeaders(200, hasBody ? 0 : -1);
                if (hasBody) {
                    exchange.getResponseBody().flush(); // JDK 25 keeps the head back until there is something behind it
                }
                return true;
            });
            if (hasBody) {
                return new Stream();
            }
            closeExchange();
            return null;
        } catch (IOException gone) {
            closeExchange();
            return null;
        }
    }

    /** An answer that goes on. One thread at a time writes. */
    public final class Stream {
        private final OutputStream output = exchange.getResponseBody();

        /** Throws if the client has gone, or does not read. */
        public void write(byte[] bytes) throws IOException {
            Workers.io(() -> {
                output.write(bytes);
                output.flush();
                return true;
            });
        }

        /** Ends the answer. A client that has gone is nobody's fault. */
        public void close() {
            closeExchange();
        }
    }
}
