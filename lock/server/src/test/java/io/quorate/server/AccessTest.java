// SPDX-License-Identifier: Apache-2.0
package io.quorate.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quorate.api.Hold;
import io.quorate.api.Locks;
import io.quorate.node.admin.LocalAdmin;
import io.quorate.node.certs.LocalAuthority;
import io.quorate.node.certs.TestCertificates;
import io.quorate.node.net.HeardLog;
import io.quorate.node.net.roles.Role;
import io.quorate.node.net.roles.RoleGrant;
import io.quorate.server.ServedCluster.Reply;
import io.quorate.server.access.Gate;
import io.quorate.server.access.Tokens;
import io.quorate.server.json.JsonWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may do what over HTTP. */
@Tag("slow")
@Tag("threads")
final class AccessTest {
    private static final String READER = "reader-0123456789abcdef";
    private static final String BILLING = "billing-0123456789abcdef";
    private static final String ADMIN = "admin-0123456789abcdef";

    @TempDir
    Path directory;

    private Path tokens() throws Exception {
        Path file = directory.resolve("tokens");
        Files.writeString(file, """
                # name    role     token
                grafana   read     %s
                ci-bot    acquire  %s billing/
                anna      admin    %s
                """.formatted(READER, BILLING, ADMIN));
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private ServedCluster withTokens() throws Exception {
        Path file = tokens();
        return new ServedCluster(UnaryOperator.identity(), config -> config.tokens(file));
    }

    private static Reply as(ServedCluster cluster, String token, HttpRequest.Builder request) throws Exception {
        return cluster.send(request.header("Authorization", "Bearer " + token));
    }

    private static String json(JsonWriter.Fields fields) {
        return JsonWriter.write(fields);
    }

    @Test
    void withoutATokenOnlyProbesAndTheDocumentAreServed() throws Exception {
        try (ServedCluster cluster = withTokens()) {
            cluster.get("/health/live").expect(200);
            cluster.get("/openapi.json").expect(200);
            for (String path : new String[] {"/v1/locks", "/v1/locks/x", "/metrics", "/v1/events", "/v1/members"}) {
                Reply refused = cluster.get(path).expect(401);
                assertThat(refused.text("type")).isEqualTo("urn:quorate:unknown-caller");
                assertThat(refused.raw().headers().firstValue("WWW-Authenticate"))
                        .contains("Bearer");
            }
            cluster.post("/v1/sessions", JsonWriter.object()).expect(401);
            as(cluster, ADMIN + "x", cluster.request("/v1/locks")).expect(401);
        }
    }

    @Test
    void aTokenMayDoWhatItsRoleAndPrefixesSay() throws Exception {
        try (ServedCluster cluster = withTokens();
                Hold secret = cluster.node(1).lock("stock/1").acquire()) {
            as(cluster, READER, cluster.request("/v1/locks/stock/1")).expect(200);
            as(cluster, READER, cluster.posted("/v1/sessions", "{}")).expect(403);
            Reply session =
                    as(cluster, BILLING, cluster.posted("/v1/sessions", "{}")).expect(201);
            String claims = "/v1/sessions/" + session.text("session") + "/claims";
            as(cluster, BILLING, cluster.posted(claims, "{\"lock\": \"billing/7\"}"))
                    .expect(201);
            Reply outside = as(cluster, BILLING, cluster.posted(claims, "{\"lock\": \"stock/2\"}"))
                    .expect(403);
            assertThat(outside.text("detail")).contains("ci-bot", "acquire billing/", "Use another token");
            as(cluster, BILLING, cluster.request("/v1/locks/stock/1")).expect(403);
            assertThat(as(cluster, BILLING, cluster.request("/v1/locks"))
                            .expect(200)
                            .body())
                    .contains("billing/7")
                    .doesNotContain("stock/1");
            String release = json(JsonWriter.object().with("lock", "stock/1"));
            as(cluster, READER, cluster.posted("/v1/releases", release)).expect(403);
            as(cluster, ADMIN, cluster.posted("/v1/releases", release)).expect(200);
            assertThat(secret.isValid()).isTrue();
        }
    }

    @Test
    void aSessionBelongsToWhoeverOpenedIt() throws Exception {
        try (ServedCluster cluster = withTokens()) {
            Reply session =
                    as(cluster, BILLING, cluster.posted("/v1/sessions", "{}")).expect(201);
            String path = "/v1/sessions/" + session.text("session");
            as(cluster, ADMIN, cluster.request(path).DELETE()).expect(404);
            as(cluster, BILLING, cluster.request(path)).expect(200);
        }
    }

    @Test
    void aTokenThatMayNoLongerTakeLocksKeepsNone() throws Exception {
        try (ServedCluster cluster = withTokens()) {
            Reply session =
                    as(cluster, BILLING, cluster.posted("/v1/sessions", "{}")).expect(201);
            String path = "/v1/sessions/" + session.text("session");
            as(cluster, BILLING, cluster.posted(path + "/claims", "{\"lock\": \"billing/7\", \"claim\": \"mine\"}"))
                    .expect(201);
            as(cluster, BILLING, cluster.posted(path + "/renew", "{}")).expect(200);
            Files.writeString(directory.resolve("tokens"), "ci-bot read " + BILLING + " billing/\n");
            await().atMost(ServedCluster.TIMEOUT)
                    .until(() -> as(cluster, BILLING, cluster.posted(path + "/renew", "{}"))
                                    .status()
                            == 403);
            as(cluster, BILLING, cluster.request(path + "/claims/mine")).expect(403);
        }
    }

    @Test
    void aStreamEndsWithTheRightToReadIt() throws Exception {
        try (ServedCluster cluster = withTokens()) {
            HttpResponse<java.io.InputStream> stream = cluster.client()
                    .send(
                            cluster.request("/v1/events")
                                    .header("Authorization", "Bearer " + READER)
                                    .build(),
                            HttpResponse.BodyHandlers.ofInputStream());
            assertThat(stream.statusCode()).isEqualTo(200);
            await().atMost(ServedCluster.TIMEOUT) // its head comes before
                    .until(() -> cluster.server.events().streamCount() == 1);
            Files.writeString(directory.resolve("tokens"), "anna admin " + ADMIN + "\n");
            await().atMost(ServedCluster.TIMEOUT).until(() -> {
                cluster.node(0).lock("stock/1").acquire().close(); // something to write
                return cluster.server.events().streamCount() == 0;
            });
            stream.body().close();
        }
    }

    @Test
    void aChangedFileCountsAndAUselessOneDoesNot() throws Exception {
        try (HeardLog log = new HeardLog(Tokens.class);
                ServedCluster cluster = withTokens()) {
            as(cluster, READER, cluster.request("/v1/locks")).expect(200);
            Files.writeString(directory.resolve("tokens"), "grafana everything " + READER + "\n");
            await().atMost(ServedCluster.TIMEOUT).until(() -> {
                as(cluster, READER, cluster.request("/v1/locks")).expect(200);
                return log.lines().stream().anyMatch(line -> line.contains("no role \"everything\""));
            });
            Files.writeString(directory.resolve("tokens"), "grafana read another-0123456789abcdef\n");
            await().atMost(ServedCluster.TIMEOUT)
                    .until(() ->
                            as(cluster, READER, cluster.request("/v1/locks")).status() == 401);
            assertThat(log.lines().toString()).doesNotContain(READER);
        }
    }

    @Test
    void aFileOfTokensThatIsOfNoUseEndsTheStartAndOneThatOthersReadIsToldOf() throws Exception {
        Path file = directory.resolve("bad");
        try (LockClusterOfOne one = new LockClusterOfOne()) {
            for (String line : new String[] {"a read short", "a god " + READER, "a read", "a read sha256:12"}) {
                Files.writeString(file, line + "\n");
                assertThatThrownBy(() -> LockServer.of(
                                one.locks(), LockServerConfig.onLoopback(0).tokens(file)))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageStartingWith("Line 1 of the file of tokens ")
                        .hasMessageNotContaining(READER);
            }
            Files.writeString(file, "a read " + READER + "\n");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
            try (HeardLog log = new HeardLog(Tokens.class)) {
                LockServer.of(one.locks(), LockServerConfig.onLoopback(0).tokens(file))
                        .close();
                assertThat(log.lines()).anyMatch(line -> line.contains("other users can read"));
            }
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
            try (HeardLog log = new HeardLog(Tokens.class)) {
                LockServer.of(one.locks(), LockServerConfig.onLoopback(0).tokens(file))
                        .close();
                assertThat(log.lines()).anyMatch(line -> line.contains("other users can read"));
            }
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--------"));
            try (HeardLog log = new HeardLog(Tokens.class)) {
                LockServer.of(one.locks(), LockServerConfig.onLoopback(0).tokens(file))
                        .close();
                assertThat(log.lines()).noneMatch(line -> line.contains("other users can read"));
            }
        }
    }

    private static final class LockClusterOfOne implements AutoCloseable {
        private final io.quorate.testing.LockCluster cluster = io.quorate.testing.LockCluster.inMemory(1);

        Locks locks() {
            return cluster.node(0);
        }

        @Override
        public void close() {
            cluster.close();
        }
    }

    @Test
    void everyForcedReleaseAndEveryRefusalIsAuditedWithWho() throws Exception {
        try (HeardLog allowed = new HeardLog(LocalAdmin.class);
                HeardLog refused = new HeardLog(Gate.class);
                ServedCluster cluster = withTokens();
                Hold hold = cluster.node(1).lock("x").acquire()) {
            String forced = json(JsonWriter.object()
                    .with("lock", "x")
                    .with("force", true)
                    .with("fence", Long.toString(hold.fence())));
            as(cluster, BILLING, cluster.posted("/v1/releases", forced)).expect(403);
            assertThat(hold.isValid()).isTrue();
            as(cluster, ADMIN, cluster.posted("/v1/releases", forced)).expect(200);
            await().atMost(ServedCluster.TIMEOUT).until(() -> !hold.isValid());
            assertThat(refused.lines())
                    .anyMatch(line -> line.startsWith("AUDIT: refused: ci-bot from 127.0.0.1:")
                            && line.contains("asks for revoking \"x\": "));
            assertThat(allowed.lines())
                    .anyMatch(line -> line.startsWith("AUDIT: allowed: anna from 127.0.0.1:")
                            && line.endsWith(" over HTTP asks for revoking \"x\" with fence " + hold.fence()));
        }
    }

    @Test
    void pagesOfOtherSitesAndNamesOfOtherHostsAreRefused() throws Exception {
        try (ServedCluster cluster = new ServedCluster()) {
            int port = cluster.server.address().getPort();
            String end = "Connection: close\r\n\r\n";
            assertThat(cluster.raw("GET /v1/locks HTTP/1.1\r\nHost: evil.example:" + port + "\r\n" + end))
                    .startsWith("HTTP/1.1 403")
                    .contains("urn:quorate:foreign-host");
            assertThat(cluster.raw("GET /v1/health HTTP/1.1\r\nHost: localhost:" + port + "\r\n" + end))
                    .startsWith("HTTP/1.1 200");
            assertThat(cluster.raw("GET /v1/health HTTP/1.1\r\n" + end)).startsWith("HTTP/1.1 400");
            String post = "POST /v1/sessions HTTP/1.1\r\nHost: localhost:" + port + "\r\nContent-Length: 2\r\n";
            String json = "Content-Type: application/json\r\n";
            assertThat(cluster.raw(post + end + "{}"))
                    .startsWith("HTTP/1.1 415")
                    .contains("Content-Type: application/json");
            assertThat(cluster.raw(post + "Content-Type: text/plain\r\n" + end + "{}"))
                    .startsWith("HTTP/1.1 415");
            assertThat(cluster.raw(post + json + "Origin: http://evil.example\r\n" + end + "{}"))
                    .startsWith("HTTP/1.1 403")
                    .contains("urn:quorate:foreign-origin");
            assertThat(cluster.raw(post + json + "Origin: null\r\n" + end + "{}"))
                    .startsWith("HTTP/1.1 403");
            assertThat(cluster.raw(post + json + "Origin: http://localhost:" + port + "\r\n" + end + "{}"))
                    .startsWith("HTTP/1.1 201");
            assertThat(cluster.server.clients().sessionCount()).isEqualTo(1);
        }
    }

    @Test
    void beyondLoopbackAServerNeedsTlsOrTheWordInsecure() {
        try (LockClusterOfOne one = new LockClusterOfOne()) {
            assertThatThrownBy(() -> LockServer.of(one.locks(), LockServerConfig.at("0.0.0.0", 0)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(
                            "Without TLS the server talks only with its own machine, and 0.0.0.0 is beyond");
            try (HeardLog log = new HeardLog(LockServer.class)) {
                LockServer.of(one.locks(), LockServerConfig.at("0.0.0.0", 0).insecure())
                        .start()
                        .close();
                assertThat(log.lines()).anyMatch(line -> line.startsWith("INSECURE: "));
            }
            assertThatThrownBy(() -> LockServer.of(
                            one.locks(), LockServerConfig.onLoopback(0).roles(Path.of("roles"))))
                    .hasMessageContaining("there are none without TLS");
        }
    }

    @Test
    void aCertificateMayDoWhatItsRolesSay() throws Exception {
        LocalAuthority authority = new LocalAuthority(directory);
        authority.certify(
                Map.of(
                        "localhost", List.of(new RoleGrant(Role.HOLDER, List.of("billing/"))),
                        "anna", List.of(new RoleGrant(Role.OPERATOR, List.of()))),
                Duration.ofDays(2),
                false);
        SSLContext holder = TestCertificates.contextOf(authority.files("localhost"));
        SSLContext operator = TestCertificates.contextOf(authority.files("anna"));
        try (LockClusterOfOne one = new LockClusterOfOne();
                LockServer server = LockServer.of(
                                one.locks(), LockServerConfig.onLoopback(0).tls(holder))
                        .start()) {
            assertThat(status(server, operator, "/v1/locks/x")).isEqualTo(200);
            assertThat(status(server, holder, "/v1/locks/x")).isEqualTo(403);
            assertThat(posted(server, operator, "/v1/releases", "{\"lock\": \"x\"}")
                            .statusCode())
                    .isEqualTo(200);
            assertThat(posted(server, holder, "/v1/releases", "{\"lock\": \"x\"}")
                            .body())
                    .contains("needs the role operator; the certificate of \\\"localhost\\\" has holder");
            assertThat(posted(server, holder, "/v1/sessions", "{}").statusCode())
                    .isEqualTo(201);
            assertThat(posted(server, operator, "/v1/sessions", "{}").statusCode())
                    .isEqualTo(403);
            assertThatThrownBy(() -> status(server, SSLContext.getDefault(), "/health/live"))
                    .as("a client without a certificate")
                    .isInstanceOf(java.io.IOException.class);
        }
    }

    @Test
    void slowHandshakesTakeThreadsFromNobody() throws Exception {
        LocalAuthority authority = new LocalAuthority(directory);
        authority.certify(
                Map.of("localhost", List.of(new RoleGrant(Role.OBSERVER, List.of()))), Duration.ofDays(2), false);
        SSLContext context = TestCertificates.contextOf(authority.files("localhost"));
        List<byte[]> begun = List.of(
                new byte[] {22, 3, 1}, // the head of a record
                new byte[] {22, 3, 1, 2, 0, 1, 0}, // a record that does not go on
                "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        List<Socket> slow = new ArrayList<>();
        try (LockClusterOfOne one = new LockClusterOfOne();
                LockServer server = LockServer.of(
                                one.locks(), LockServerConfig.onLoopback(0).tls(context))
                        .start()) {
            for (int index = 0; index < 60; index++) { // far more than there are threads
                Socket socket = new Socket(
                        InetAddress.getLoopbackAddress(), server.address().getPort());
                slow.add(socket);
                socket.getOutputStream().write(begun.get(index % begun.size()));
            }
            assertThat(status(server, context, "/health/live")).isEqualTo(200);
            for (Socket socket : slow) {
                socket.setSoTimeout((int) ServedCluster.TIMEOUT.toMillis());
                assertThat(HostileTest.ended(socket)).isTrue();
            }
            assertThat(HostileTest.serverThreads()).isLessThanOrEqualTo(HostileTest.THREADS_MAX);
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    private static int status(LockServer server, SSLContext client, String path) throws Exception {
        return send(client, to(server, path).GET()).statusCode();
    }

    private static HttpResponse<String> posted(LockServer server, SSLContext client, String path, String body)
            throws Exception {
        return send(
                client,
                to(server, path)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    private static HttpRequest.Builder to(LockServer server, String path) {
        return HttpRequest.newBuilder(
                        URI.create("https://localhost:" + server.address().getPort() + path))
                .timeout(ServedCluster.TIMEOUT);
    }

    private static HttpResponse<String> send(SSLContext context, HttpRequest.Builder request) throws Exception {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(context)
                .build()
                .send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
