// SPDX-License-Identifier: Apache-2.0
package io.quorate.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.server.json.JsonReader;
import io.quorate.server.json.JsonWriter;
import io.quorate.server.json.MalformedJsonException;
import io.quorate.testing.LockCluster;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/** Three nodes in memory, the first of which serves its locks over HTTP. */
final class ServedCluster implements AutoCloseable {
    static final Duration TIMEOUT = Duration.ofSeconds(30);

    final LockCluster nodes;
    final LockServer server;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .build();

    ServedCluster() {
        this(UnaryOperator.identity(), UnaryOperator.identity());
    }

    ServedCluster(UnaryOperator<LocksConfig> locks, UnaryOperator<LockServerConfig> settings) {
        nodes = LockCluster.inMemory(3, locks);
        server = LockServer.of(nodes.node(0), settings.apply(LockServerConfig.onLoopback(0)))
                .start();
    }

    Locks node(int number) {
        return nodes.node(number);
    }

    /** An answer, read. */
    record Reply(int status, Map<?, ?> json, HttpResponse<byte[]> raw) {
        String text(String field) {
            return String.valueOf(json.get(field));
        }

        long number(String field) {
            assertThat(json.get(field)).as(field + " of " + json).isInstanceOf(Long.class);
            return (Long) json.get(field);
        }

        String body() {
            return new String(raw.body(), StandardCharsets.UTF_8);
        }

        Reply expect(int wanted) {
            assertThat(status).as(body()).isEqualTo(wanted);
            return this;
        }
    }

    URI uri(String path) {
        InetSocketAddress at = server.address();
        return URI.create("http://127.0.0.1:" + at.getPort() + path);
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(uri(path)).timeout(TIMEOUT);
    }

    Reply get(String path) throws Exception {
        return send(request(path).GET());
    }

    Reply delete(String path) throws Exception {
        return send(request(path).DELETE());
    }

    Reply post(String path, JsonWriter.Fields body) throws Exception {
        return send(posted(path, JsonWriter.write(body)));
    }

    HttpRequest.Builder posted(String path, String body) {
        return request(path).header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(body));
    }

    Reply send(HttpRequest.Builder request) throws Exception {
        return read(client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray()));
    }

    HttpClient client() {
        return client;
    }

    static Reply read(HttpResponse<byte[]> response) throws MalformedJsonException {
        boolean isJson =
                response.headers().firstValue("Content-Type").orElse("").contains("json");
        Object json =
                isJson && response.body().length <= JsonReader.BYTES_MAX ? JsonReader.read(response.body()) : Map.of();
        return new Reply(response.statusCode(), (Map<?, ?>) json, response);
    }

    /** Opens a session; gives its path. */
    String session(long ttlMillis) throws Exception {
        return "/v1/sessions/"
                + post("/v1/sessions", JsonWriter.object().with("ttlMillis", ttlMillis))
                        .expect(201)
                        .text("session");
    }

    Reply claim(String session, String lock, long waitMillis) throws Exception {
        return post(session + "/claims", JsonWriter.object().with("lock", lock).with("waitMillis", waitMillis));
    }

    /** Sends these bytes and gives what comes until the server closes, or a deadline. */
    String raw(String text) throws IOException {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), server.address().getPort())) {
            socket.setSoTimeout((int) TIMEOUT.toMillis());
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            InputStream input = socket.getInputStream();
            return new String(input.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    static List<?> list(Object value) {
        return (List<?>) value;
    }

    /** On a thread of its own: with two processors the common pool has one thread, which also completes what an HTTP client waits for. */
    CompletableFuture<Void> closeServerSoon() {
        return CompletableFuture.runAsync(server::close, task -> new Thread(task, "closing").start());
    }

    @Override
    public void close() {
        nodes.close(); // first: then no client counts on a lock, and the server need not wait for that
        server.close();
    }
}
