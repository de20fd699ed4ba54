// SPDX-License-Identifier: Apache-2.0
package io.quorate.server;

import io.quorate.server.access.Caller;
import io.quorate.server.access.Gate;
import io.quorate.server.client.ClientRoutes;
import io.quorate.server.event.EventRoutes;
import io.quorate.server.history.History;
import io.quorate.server.http.Answer;
import io.quorate.server.http.Call;
import io.quorate.server.http.Route;
import io.quorate.server.live.Recordings;
import io.quorate.server.page.DashboardPage;
import io.quorate.server.view.ViewRoutes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/** All paths of the server. {@code openapi.json} documents the same; a test compares. */
final class Api {
    private static final String DOCUMENT = "openapi.json";

    private final Gate gate;

    private Api(Gate gate) {
        this.gate = gate;
    }

    static List<Route> routes(
            Gate gate,
            ClientRoutes clients,
            EventRoutes events,
            ViewRoutes views,
            History history,
            Recordings recordings) {
        Api api = new Api(gate);
        DashboardPage page = new DashboardPage();
        return List.of(
                open("/", page::index, 200),
                open("/dashboard/{file}", page::file, 200, 404),
                open("/health/live", views::live, 200, 503),
                open("/health/ready", views::ready, 200, 503),
                open("/openapi.json", Api::document, 200),
                api.of("GET", "/metrics", views::metrics, 200),
                api.of("GET", "/v1/health", views::health, 200),
                api.of("GET", "/v1/members", views::members, 200),
                api.of("GET", "/v1/cluster", views::cluster, 200, 503),
                api.of("GET", "/v1/history", history::show, 200),
                api.of("POST", "/v1/recordings", recordings::start, 201, 400, 503),
                api.of("GET", "/v1/recordings", recordings::draw, 200, 400, 404),
                api.of("GET", "/v1/events", events::stream, 200, 400, 503),
                api.of("GET", "/v1/locks", views::list, 200, 400, 503),
                api.of("GET", "/v1/locks/{name...}", views::describe, 200, 400, 503),
                api.of("POST", "/v1/releases", views::release, 200, 400, 503),
                api.of("POST", "/v1/sessions", clients::open, 201, 400, 503),
                api.of("GET", "/v1/sessions/{session}", clients::show, 200, 404, 410, 503),
                api.of("POST", "/v1/sessions/{session}/renew", clients::renew, 200, 400, 404, 410, 503),
                api.of("DELETE", "/v1/sessions/{session}", clients::end, 200, 404, 410),
                api.of("POST", "/v1/sessions/{session}/claims", clients::claim, 201, 202, 400, 404, 409, 410, 429, 503),
                api.of(
                        "GET",
                        "/v1/sessions/{session}/claims/{claim}",
                        clients::poll,
                        200,
                        202,
                        400,
                        404,
                        409,
                        410,
                        503),
                api.of("DELETE", "/v1/sessions/{session}/claims/{claim}", clients::release, 200, 404, 410));
    }

    /** For everybody. */
    private static Route open(String path, Route.Handler handler, Integer... statuses) {
        return new Route("GET", path, Set.of(statuses), handler);
    }

    /** For callers who say who they are. */
    private Route of(String method, String path, BiConsumer<Call, Caller> handler, Integer... statuses) {
        TreeSet<Integer> all = new TreeSet<>(List.of(statuses));
        all.addAll(List.of(401, 403));
        if (method.equals("POST")) {
            all.addAll(List.of(408, 413, 415));
        }
        return new Route(method, path, all, call -> handler.accept(call, gate.identify(call)));
    }

    private static void document(Call call) {
        try (InputStream file = Api.class.getResourceAsStream(DOCUMENT)) {
            if (file == null) {
                throw new IllegalStateException("the jar has no " + DOCUMENT);
            }
            String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
            call.answer(Answer.text(200, "application/json", text));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
