// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.server.http.Answer;
import io.quorate.server.http.Call;
import io.quorate.server.http.Route;
import io.quorate.server.http.Router;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Requests from any host, and those that a page of another site makes a browser send. */
@Tag("threads")
final class GateTest {
    private static final String JSON = "Content-Type: application/json";
    private static final String TO_LOOPBACK = "Host: localhost:7480";

    private static InetSocketAddress at(String address) throws UnknownHostException {
        return new InetSocketAddress(InetAddress.getByName(address), 50_000);
    }

    /** A server without tokens and certificates that answers everything for which the caller has the right of its method. */
    private static Router router(boolean isLoopback) {
        Gate gate = new Gate(isLoopback, null, null);
        Route.Handler admin = call -> done(gate, call, Right.ADMIN);
        Route.Handler acquire = call -> done(gate, call, Right.ACQUIRE);
        Route.Handler read = call -> done(gate, call, Right.READ);
        return new Router(
                List.of(
                        new Route("POST", "/releases", Set.of(200), admin),
                        new Route("POST", "/sessions", Set.of(200), acquire),
                        new Route("GET", "/locks", Set.of(200), read)),
                gate::check);
    }

    private static void done(Gate gate, Call call, Right needed) {
        gate.require(gate.identify(call), "the test", needed, "x");
        call.answer(Answer.json(200, Map.of()));
    }

    private static FakeExchange send(Router router, FakeExchange request) {
        router.handle(request);
        return request;
    }

    private static int read(String... headers) throws UnknownHostException {
        return send(router(true), new FakeExchange("GET", "/locks", at("127.0.0.1"), headers))
                .getResponseCode();
    }

    @Test
    void withoutAuthenticationOtherHostsAreRefusedWhatOperatorsMay() throws Exception {
        Router router = router(false);
        String host = "Host: node-a.example:7480";
        FakeExchange refused = send(router, new FakeExchange("POST", "/releases", at("192.0.2.7"), host, JSON));
        assertThat(refused.getResponseCode()).isEqualTo(403);
        assertThat(refused.answer()).contains("is refused from other hosts", "Give the server tokens or TLS");
        assertThat(send(router, new FakeExchange("POST", "/sessions", at("192.0.2.7"), host, JSON))
                        .getResponseCode())
                .isEqualTo(200);
        for (String here : List.of("127.0.0.1", "::1")) {
            assertThat(send(router, new FakeExchange("POST", "/releases", at(here), TO_LOOPBACK, JSON))
                            .getResponseCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void aPageThatReachesThisMachineByANameOfItsOwnIsNoLocalCaller() throws Exception {
        String rebound = "Host: evil.example:7480";
        String ofItself = "Origin: http://evil.example:7480";
        assertThat(send(router(false), new FakeExchange("POST", "/releases", at("127.0.0.1"), rebound, ofItself, JSON))
                        .getResponseCode())
                .isEqualTo(403);
        assertThat(read(rebound))
                .as("a server on loopback is called by its own name only")
                .isEqualTo(403);
    }

    @Test
    void whatABrowserLoadsForAnotherSiteIsRefusedAndALinkMayBeFollowed() throws Exception {
        assertThat(read(TO_LOOPBACK)).isEqualTo(200);
        assertThat(read(TO_LOOPBACK, "Sec-Fetch-Site: same-origin", "Sec-Fetch-Dest: empty"))
                .isEqualTo(200);
        assertThat(read(TO_LOOPBACK, "Sec-Fetch-Site: none", "Sec-Fetch-Dest: document"))
                .isEqualTo(200);
        assertThat(read(TO_LOOPBACK, "Sec-Fetch-Site: cross-site", "Sec-Fetch-Dest: document"))
                .as("a link")
                .isEqualTo(200);
        for (String site : List.of("cross-site", "same-site", "other")) {
            for (String kind : List.of("image", "script", "empty", "iframe")) {
                assertThat(read(TO_LOOPBACK, "Sec-Fetch-Site: " + site, "Sec-Fetch-Dest: " + kind))
                        .as(site + " " + kind)
                        .isEqualTo(403);
            }
        }
        assertThat(read(TO_LOOPBACK, "Origin: http://localhost:3000")).isEqualTo(403);
        assertThat(read(TO_LOOPBACK, "Origin: http://localhost:7480")).isEqualTo(200);
        assertThat(send(
                                router(true),
                                new FakeExchange(
                                        "POST",
                                        "/sessions",
                                        at("127.0.0.1"),
                                        TO_LOOPBACK,
                                        JSON,
                                        "Sec-Fetch-Site: cross-site",
                                        "Sec-Fetch-Dest: document"))
                        .getResponseCode())
                .as("a form that another page sends")
                .isEqualTo(403);
    }

    @Test
    void aHeaderThatIsThereTwiceIsRefused() throws Exception {
        for (String[] twice : new String[][] {
            {"Host: localhost", "Host: evil.example"},
            {TO_LOOPBACK, "Origin: http://localhost:7480", "Origin: http://evil.example"},
            {TO_LOOPBACK, "Authorization: Bearer one", "Authorization: Bearer other"},
            {TO_LOOPBACK, "Content-Type: application/json", "Content-Type: text/plain"}
        }) {
            assertThat(read(twice)).as(twice[twice.length - 1]).isEqualTo(400);
        }
    }
}
