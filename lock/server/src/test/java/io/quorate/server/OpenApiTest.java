// SPDX-License-Identifier: Apache-2.0
package io.quorate.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quorate.api.Hold;
import io.quorate.server.ServedCluster.Reply;
import io.quorate.server.http.Route;
import io.quorate.server.json.JsonReader;
import io.quorate.server.json.JsonWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The API document says what the server does: no route, status or answer more, and none less. */
@Tag("slow")
@Tag("threads")
final class OpenApiTest {
    private static final String TOKEN = "admin-0123456789abcdef";
    private static final String POOR = "poor-0123456789abcdef00";

    @TempDir
    Path directory;

    /** By method, template and status: the example in the document; null if it has none. */
    private final Map<String, Object> documented = new TreeMap<>();

    /** By the same: what a server has answered; empty if that was no JSON. */
    private final Map<String, Object> given = new TreeMap<>();

    private Map<?, ?> document = Map.of();

    @BeforeEach
    void readDocument() throws Exception {
        try (var file = LockServer.class.getResourceAsStream("openapi.json")) {
            document = (Map<?, ?>) JsonReader.read(file.readAllBytes());
        }
        at(document, "paths")
                .forEach((path, methods) -> ((Map<?, ?>) methods)
                        .forEach((method, operation) -> at((Map<?, ?>) operation, "responses")
                                .forEach((status, response) -> documented.put(
                                        key(
                                                method.toString().toUpperCase(Locale.ROOT),
                                                path.toString(),
                                                status.toString()),
                                        example((Map<?, ?>) response)))));
    }

    private static Map<?, ?> at(Map<?, ?> from, String field) {
        return (Map<?, ?>) from.get(field);
    }

    private static String key(String method, String template, Object status) {
        return method + " " + template.replace("...}", "}") + " " + status;
    }

    private Object example(Map<?, ?> response) {
        Map<?, ?> resolved = response;
        if (response.get("$ref") instanceof String reference) {
            resolved = document;
            for (String part : reference.substring(2).split("/")) {
                resolved = at(resolved, part);
            }
        }
        Map<?, ?> content = at(resolved, "content");
        Object example = content == null
                ? null
                : at(content, content.keySet().iterator().next().toString()).get("example");
        return example == null ? "" : example;
    }

    @Test
    void everyRouteAndStatusIsInTheDocumentAndTheReverse() {
        try (ServedCluster cluster = new ServedCluster()) {
            TreeSet<String> served = new TreeSet<>();
            for (Route route : cluster.server.router().routes()) {
                route.statuses().forEach(status -> served.add(key(route.method(), route.template(), status)));
            }
            assertThat(documented.keySet()).isEqualTo(served);
        }
    }

    /** A field or parameter that is misspelt is refused with the list of those that there are. */
    @Test
    void everyFieldAndParameterIsInTheDocumentAndTheReverse() throws Exception {
        try (ServedCluster cluster = new ServedCluster()) {
            String session = cluster.session(60_000);
            String claim = session + "/claims/"
                    + cluster.claim(session, "x", 9_000).expect(201).text("claim");
            for (String template : List.of("/v1/sessions", "/v1/releases", RECORDINGS, CLAIMS)) {
                Reply refused = cluster.post(
                                template.replace(SESSION, session),
                                JsonWriter.object().with("typo", 1))
                        .expect(400);
                Map<?, ?> body = at(at(at(document, "paths"), template), "post");
                Map<?, ?> content = at(at(at(body, "requestBody"), "content"), "application/json");
                assertThat(known(refused))
                        .as(template)
                        .isEqualTo(at(at(content, "schema"), "properties").keySet());
            }
            for (String template : List.of("/v1/events", "/v1/locks", RECORDINGS, CLAIM)) {
                Reply refused =
                        cluster.get(template.replace(CLAIM, claim) + "?typo=1").expect(400);
                TreeSet<Object> named = new TreeSet<>();
                for (Object each : ServedCluster.list(
                        at(at(at(document, "paths"), template), "get").get("parameters"))) {
                    if ("query".equals(((Map<?, ?>) each).get("in"))) {
                        named.add(((Map<?, ?>) each).get("name"));
                    }
                }
                assertThat(known(refused)).as(template).isEqualTo(named);
            }
        }
    }

    /** As in "There is no field "typo" here. Give lock, force, fence." */
    private static Set<Object> known(Reply refused) {
        String detail = refused.text("detail");
        String list = detail.substring(detail.indexOf(" Give ") + 6, detail.length() - 1);
        return new TreeSet<>(List.of(list.split(", ")));
    }

    /** Sends a request for a route, and keeps the answer. */
    private Reply send(ServedCluster cluster, String route, HttpRequest.Builder request) throws Exception {
        Reply reply = cluster.send(request);
        given.put(route + " " + reply.status(), reply.json());
        return reply;
    }

    private Reply get(ServedCluster cluster, String template, String path) throws Exception {
        return send(cluster, "GET " + template, cluster.request(path).GET());
    }

    private Reply delete(ServedCluster cluster, String template, String path) throws Exception {
        return send(cluster, "DELETE " + template, cluster.request(path).DELETE());
    }

    private Reply post(ServedCluster cluster, String template, String path, JsonWriter.Fields body) throws Exception {
        return send(cluster, "POST " + template, cluster.posted(path, JsonWriter.write(body)));
    }

    private static final String SESSION = "/v1/sessions/{session}";
    private static final String RECORDINGS = "/v1/recordings";
    private static final String RENEW = SESSION + "/renew";
    private static final String CLAIMS = SESSION + "/claims";
    private static final String CLAIM = CLAIMS + "/{claim}";

    @Test
    void everyDocumentedAnswerIsGivenByARunningServer() throws Exception {
        askInPeace();
        askForTooMuch();
        askWithoutQuorum();
        askWhileItCloses();
        askAClosedNode();
        askAsOthers();
        assertThat(given.keySet()).isEqualTo(documented.keySet());
        documented.forEach((key, example) -> {
            if (example instanceof Map<?, ?>) {
                assertSameShape(key, example, given.get(key));
            }
        });
    }

    private void askInPeace() throws Exception {
        try (ServedCluster cluster = new ServedCluster();
                Hold held = cluster.node(1).lock("orders/42").acquire()) {
            await().atMost(ServedCluster.TIMEOUT)
                    .until(() -> cluster.node(0).health().isReady());
            look(cluster);
            String session = "/v1/sessions/"
                    + post(cluster, "/v1/sessions", "/v1/sessions", JsonWriter.object())
                            .expect(201)
                            .text("session");
            hold(cluster, session, held);
            conflicts(cluster, session);
            delete(cluster, CLAIM, session + "/claims/c").expect(200);
            get(cluster, CLAIM, session + "/claims/c").expect(404);
            delete(cluster, CLAIM, session + "/claims/c").expect(404);
            delete(cluster, SESSION, session).expect(200);
            askForWhatIsOver(cluster, session, 410);
            askForWhatIsOver(cluster, "/v1/sessions/unknown", 404);
        }
    }

    private void look(ServedCluster cluster) throws Exception {
        for (String path : List.of("/", "/health/live", "/health/ready", "/openapi.json", "/metrics")) {
            get(cluster, path, path).expect(200);
        }
        for (String path : List.of("/v1/health", "/v1/members", "/v1/cluster", "/v1/history", "/v1/locks")) {
            get(cluster, path, path).expect(200);
        }
        get(cluster, "/v1/locks", "/v1/locks?typo=1").expect(400);
        get(cluster, "/dashboard/{file}", "/dashboard/main.js").expect(200);
        get(cluster, "/dashboard/{file}", "/dashboard/..%2fopenapi.json").expect(404);
        record(cluster);
        get(cluster, "/v1/locks/{name}", "/v1/locks/orders/42").expect(200);
        get(cluster, "/v1/locks/{name}", "/v1/locks/%ff").expect(400);
        get(cluster, "/v1/events", "/v1/events?typo=1").expect(400);
        stream(cluster);
        JsonWriter.Fields typo = JsonWriter.object().with("typo", 1);
        post(cluster, "/v1/releases", "/v1/releases", JsonWriter.object().with("lock", "orders/42"))
                .expect(200);
        post(cluster, "/v1/releases", "/v1/releases", typo).expect(400);
        post(cluster, "/v1/sessions", "/v1/sessions", typo).expect(400);
    }

    private void record(ServedCluster cluster) throws Exception {
        get(cluster, RECORDINGS, RECORDINGS + "?lock=orders/42").expect(404);
        get(cluster, RECORDINGS, RECORDINGS + "?typo=1").expect(400);
        post(cluster, RECORDINGS, RECORDINGS, JsonWriter.object().with("typo", 1))
                .expect(400);
        post(cluster, RECORDINGS, RECORDINGS, JsonWriter.object().with("lock", "orders/42"))
                .expect(201);
        get(cluster, RECORDINGS, RECORDINGS + "?lock=orders/42").expect(200);
    }

    private void hold(ServedCluster cluster, String session, Hold other) throws Exception {
        JsonWriter.Fields wanted = JsonWriter.object().with("lock", "orders/42").with("claim", "c");
        post(cluster, CLAIMS, session + "/claims", wanted.with("waitMillis", 0)).expect(202);
        get(cluster, CLAIM, session + "/claims/c").expect(202);
        get(cluster, CLAIM, session + "/claims/c?typo=1").expect(400);
        other.close();
        await().atMost(ServedCluster.TIMEOUT)
                .until(() -> cluster.get(session + "/claims/c").status() == 200);
        get(cluster, CLAIM, session + "/claims/c").expect(200);
        post(cluster, CLAIMS, session + "/claims", JsonWriter.object().with("lock", "y"))
                .expect(201);
        post(cluster, CLAIMS, session + "/claims", JsonWriter.object()).expect(400);
        get(cluster, SESSION, session).expect(200);
        post(cluster, RENEW, session + "/renew", JsonWriter.object()).expect(200);
        post(cluster, RENEW, session + "/renew", JsonWriter.object().with("typo", 1))
                .expect(400);
    }

    private void askForWhatIsOver(ServedCluster cluster, String session, int status) throws Exception {
        get(cluster, SESSION, session).expect(status);
        delete(cluster, SESSION, session).expect(status);
        post(cluster, RENEW, session + "/renew", JsonWriter.object()).expect(status);
        post(cluster, CLAIMS, session + "/claims", JsonWriter.object().with("lock", "x"))
                .expect(status);
        get(cluster, CLAIM, session + "/claims/c").expect(status);
        delete(cluster, CLAIM, session + "/claims/c").expect(status);
    }

    private void stream(ServedCluster cluster) throws Exception {
        HttpResponse<java.io.InputStream> stream =
                cluster.client().send(cluster.request("/v1/events").build(), HttpResponse.BodyHandlers.ofInputStream());
        given.put("GET /v1/events " + stream.statusCode(), Map.of());
        stream.body().close();
    }

    private void conflicts(ServedCluster cluster, String session) throws Exception {
        try (Hold held = cluster.node(1).lock("busy").acquire()) {
            JsonWriter.Fields now = JsonWriter.object().with("lock", "busy").with("timeoutMillis", 0);
            post(cluster, CLAIMS, session + "/claims", now).expect(409);
            JsonWriter.Fields soon = JsonWriter.object()
                    .with("lock", "busy")
                    .with("claim", "soon")
                    .with("timeoutMillis", 300)
                    .with("waitMillis", 0);
            int first = post(cluster, CLAIMS, session + "/claims", soon).status();
            assertThat(first).isIn(202, 409);
            if (first == 202) {
                get(cluster, CLAIM, session + "/claims/soon?waitMillis=7000").expect(409);
            }
            assertThat(held.isValid()).isTrue();
        }
    }

    private void askForTooMuch() throws Exception {
        try (ServedCluster cluster = new ServedCluster(
                UnaryOperator.identity(),
                config -> config.sessionsMax(1).claimsMax(1).waitingMax(1).streamsMax(1))) {
            String session = cluster.session(60_000);
            post(cluster, "/v1/sessions", "/v1/sessions", JsonWriter.object()).expect(503);
            cluster.claim(session, "x", 0);
            post(cluster, CLAIMS, session + "/claims", JsonWriter.object().with("lock", "y"))
                    .expect(429);
            try (Socket stream = new Socket(
                    InetAddress.getLoopbackAddress(), cluster.server.address().getPort())) {
                stream.getOutputStream()
                        .write("GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n"
                                .getBytes(StandardCharsets.US_ASCII));
                await().atMost(ServedCluster.TIMEOUT)
                        .until(() -> cluster.server.events().streamCount() == 1);
                get(cluster, "/v1/events", "/v1/events").expect(503);
            }
            for (String template : List.of("/v1/sessions", "/v1/releases", RECORDINGS, RENEW, CLAIMS)) {
                badBodies(cluster, template, template.replace(SESSION, session));
            }
        }
    }

    private void badBodies(ServedCluster cluster, String template, String path) throws Exception {
        String large = "{\"label\": \"" + "x".repeat(JsonReader.BYTES_MAX) + "\"}";
        send(cluster, "POST " + template, cluster.posted(path, large)).expect(413);
        send(cluster, "POST " + template, cluster.request(path).POST(HttpRequest.BodyPublishers.ofString("{}")))
                .expect(415);
        try (Socket socket = new Socket(
                InetAddress.getLoopbackAddress(), cluster.server.address().getPort())) {
            socket.getOutputStream()
                    .write(("POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                                    + "Content-Length: 9\r\n\r\n{")
                            .getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answer).startsWith("HTTP/1.1 408");
            given.put(
                    "POST " + template + " 408",
                    JsonReader.read(answer.substring(answer.indexOf('{')).getBytes(StandardCharsets.UTF_8)));
        }
    }

    private void askWithoutQuorum() throws Exception {
        try (ServedCluster cluster = new ServedCluster(
                config -> config.unavailableAfter(java.time.Duration.ofMillis(200)), UnaryOperator.identity())) {
            String session = cluster.session(600_000);
            cluster.nodes.cutOff(0);
            await().atMost(ServedCluster.TIMEOUT)
                    .until(() -> cluster.get("/health/ready").status() == 503);
            get(cluster, "/health/ready", "/health/ready").expect(503);
            JsonWriter.Fields wanted =
                    JsonWriter.object().with("lock", "x").with("claim", "c").with("waitMillis", 0);
            int first = post(cluster, CLAIMS, session + "/claims", wanted).status();
            assertThat(first).isIn(202, 503);
            if (first == 202) {
                get(cluster, CLAIM, session + "/claims/c?waitMillis=30000").expect(503);
            }
            post(cluster, CLAIMS, session + "/claims", JsonWriter.object().with("lock", "x"))
                    .expect(503);
        }
    }

    private void askWhileItCloses() throws Exception {
        try (ServedCluster cluster = new ServedCluster()) {
            String session = cluster.session(60_000);
            cluster.claim(session, "x", 9_000).expect(201);
            CompletableFuture<Void> closed = cluster.closeServerSoon();
            await().atMost(ServedCluster.TIMEOUT)
                    .until(() -> post(cluster, RENEW, session + "/renew", JsonWriter.object())
                                    .status()
                            == 503);
            get(cluster, CLAIM, session + "/claims/any").expect(503);
            get(cluster, SESSION, session).expect(503);
            cluster.delete(session).expect(200);
            closed.get(30, java.util.concurrent.TimeUnit.SECONDS);
        }
    }

    private void askAClosedNode() throws Exception {
        try (ServedCluster cluster = new ServedCluster()) {
            cluster.node(0).close();
            get(cluster, "/health/live", "/health/live").expect(503);
            get(cluster, "/v1/locks", "/v1/locks").expect(503);
            get(cluster, "/v1/locks/{name}", "/v1/locks/x").expect(503);
            get(cluster, "/v1/cluster", "/v1/cluster").expect(503);
            post(cluster, RECORDINGS, RECORDINGS, JsonWriter.object().with("lock", "x"))
                    .expect(503);
            post(cluster, "/v1/releases", "/v1/releases", JsonWriter.object().with("lock", "x"))
                    .expect(503);
        }
    }

    /** Without a token, and with one that is good for locks that nobody asks for. */
    private void askAsOthers() throws Exception {
        Path tokens = directory.resolve("tokens");
        Files.writeString(tokens, "anna admin " + TOKEN + "\n");
        try (ServedCluster cluster = new ServedCluster(UnaryOperator.identity(), config -> config.tokens(tokens))) {
            for (Route route : cluster.server.router().routes()) {
                if (!route.statuses().contains(401)) {
                    continue;
                }
                String template = route.template().replace("...}", "}");
                String path = template.replaceAll("\\{\\w+}", "any");
                String name = route.method() + " " + template;
                send(cluster, name, asked(cluster, route, path)).expect(401);
                if (route.method().equals("GET")) {
                    continue;
                }
                send(cluster, name, asked(cluster, route, path).header("Origin", "http://evil.example"))
                        .expect(403);
            }
            Files.writeString(tokens, "poor acquire " + POOR + " nothing/\n");
        }
        refusedReads();
    }

    private HttpRequest.Builder asked(ServedCluster cluster, Route route, String path) {
        return switch (route.method()) {
            case "POST" -> cluster.posted(path, "{}");
            case "DELETE" -> cluster.request(path).DELETE();
            default -> cluster.request(path).GET();
        };
    }

    /** A page of another site whose name leads here (DNS rebinding) is refused at every path. */
    private void refusedReads() throws Exception {
        try (ServedCluster cluster = new ServedCluster()) {
            for (Route route : cluster.server.router().routes()) {
                if (route.method().equals("GET") && route.statuses().contains(403)) {
                    String template = route.template().replace("...}", "}");
                    String answer = cluster.raw("GET " + template.replaceAll("\\{\\w+}", "any")
                            + " HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
                    assertThat(answer).startsWith("HTTP/1.1 403");
                    given.put(
                            "GET " + template + " 403",
                            JsonReader.read(
                                    answer.substring(answer.indexOf('{')).getBytes(StandardCharsets.UTF_8)));
                }
            }
        }
    }

    /** The same fields of the same kinds; null stands for any, and an empty list or map for any other. */
    private static void assertSameShape(String where, Object example, Object actual) {
        if (example == null || actual == null) {
            return;
        }
        if (example instanceof Map<?, ?> expected && actual instanceof Map<?, ?> found) {
            boolean isByName = where.endsWith("actedAt");
            if (!isByName && !where.matches(".* (4|5)\\d\\d")) {
                assertThat(found.keySet())
                        .as(where)
                        .hasToString(expected.keySet().toString());
            } else if (!isByName && expected.containsKey("detail")) {
                assertThat(found.keySet().toString()).as(where).startsWith("[type, title, status, detail");
                assertThat(String.valueOf(found.get("detail"))).as(where).endsWith(".");
            }
            expected.forEach((field, value) -> assertSameShape(where + " " + field, value, found.get(field)));
        } else if (example instanceof List<?> expected && actual instanceof List<?> found) {
            if (!expected.isEmpty() && !found.isEmpty()) {
                assertSameShape(where + "[]", expected.get(0), found.get(0));
            }
        } else {
            assertThat(actual).as(where).hasSameClassAs(example);
        }
    }
}
