// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Finds the route of a request. Every error is answered by a problem document. */
public final class Router implements HttpHandler {
    private static final EventLog LOG = EventLog.of(Router.class);

    private final List<Route> routes;
    private final Consumer<Call> gate;
    private final AtomicLong failures = new AtomicLong();

    /**
     * Of these routes; the first that fits counts.
     *
     * @param gate looks at every call before its route does; throws a {@link Problem} to refuse it
     */
    public Router(List<Route> routes, Consumer<Call> gate) {
        this.routes = List.copyOf(routes);
        this.gate = gate;
    }

    public List<Route> routes() {
        return routes;
    }

    /** How many requests have failed in a way that nobody thought of. */
    public long failures() {
        return failures.get();
    }

    @Override
    public void handle(HttpExchange exchange) {
        Workers.beginWork();
        try {
            answer(exchange);
        } catch (Problem malformed) { // before there was a call
            new Call(exchange, Map.of()).answer(malformed.answer());
        }
    }

    private void answer(HttpExchange exchange) {
        Call call = Call.of(exchange);
        try {
            gate.accept(call);
            route(call, exchange.getRequestURI()).handler().handle(call);
        } catch (Problem problem) {
            call.answer(problem.answer());
        } catch (RuntimeException failure) {
            failures.incrementAndGet();
            LOG.sayWith(LogEvent.HTTP_FAILED, failure);
            call.answer(new Problem(
                            500,
                            "internal",
                            "The server has failed at this request",
                            "The log of the server has the reason. Please report it.")
                    .answer());
        }
    }

    private Route route(Call call, URI uri) {
        String path = uri.getRawPath();
        if (path == null || uri.getRawAuthority() != null || uri.getScheme() != null) {
            throw Problem.badRequest("The target of the request is no path. Send it as in GET /v1/locks.");
        }
        String method = call.method().equals("HEAD") ? "GET" : call.method();
        TreeSet<String> others = new TreeSet<>();
        for (Route route : routes) {
            Map<String, String> variables = route.match(path);
            if (variables != null && route.method().equals(method)) {
                call.setVariables(variables);
                return route;
            }
            if (variables != null) {
                others.add(route.method());
            }
        }
        if (others.isEmpty()) {
            throw Problem.notFound("There is nothing at this path. GET /openapi.json lists what there is.");
        }
        throw new Problem(
                        405,
                        "method-not-allowed",
                        "This path has no such method",
                        "This path takes " + String.join(", ", others) + ". GET /openapi.json lists what there is.")
                .with("Allow", String.join(", ", others));
    }
}
