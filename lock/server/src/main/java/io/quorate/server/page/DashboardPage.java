// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.page;

import io.quorate.server.http.Answer;
import io.quorate.server.http.Call;
import io.quorate.server.http.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Serves the files of the dashboard. They hold no secret, so they need no token: the page asks for one, and sends it with every request
 * for data. The policy lets the browser run and load nothing but these files.
 */
public final class DashboardPage {
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:;"
                    + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private static final String INDEX = "index.html";
    private static final String SCRIPT = "text/javascript; charset=utf-8";
    private static final String STYLE = "text/css; charset=utf-8";

    /** All files and their types: a path that is not here leads to nothing. */
    private static final Map<String, String> TYPES = Map.ofEntries(
            Map.entry(INDEX, "text/html; charset=utf-8"),
            Map.entry("dashboard.css", STYLE),
            Map.entry("uPlot.min.css", STYLE),
            Map.entry("uPlot.iife.min.js", SCRIPT),
            Map.entry("main.js", SCRIPT),
            Map.entry("api.js", SCRIPT),
            Map.entry("elements.js", SCRIPT),
            Map.entry("ring.js", SCRIPT),
            Map.entry("locks.js", SCRIPT),
            Map.entry("details.js", SCRIPT),
            Map.entry("charts.js", SCRIPT),
            Map.entry("audit.js", SCRIPT),
            Map.entry("icon.svg", "image/svg+xml"),
            Map.entry("LICENSE.uPlot.txt", "text/plain; charset=utf-8"));

    private final Map<String, Answer> answers = new LinkedHashMap<>();

    public DashboardPage() {
        TYPES.forEach((file, type) -> answers.put(file, answer(file, type)));
    }

    private static Answer answer(String file, String type) {
        try (InputStream stream = DashboardPage.class.getResourceAsStream(file)) {
            if (stream == null) {
                throw new IllegalStateException("the jar has no file " + file + " of the dashboard: build it again");
            }
            return new Answer(200, type, stream.readAllBytes(), Map.of())
                    .with("Content-Security-Policy", POLICY)
                    .with("Referrer-Policy", "no-referrer")
                    .with("X-Frame-Options", "DENY")
                    .with("Cross-Origin-Opener-Policy", "same-origin")
                    .with("Cross-Origin-Resource-Policy", "same-origin");
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** GET /. */
    public void index(Call call) {
        send(call, INDEX);
    }

    /** GET /dashboard/{file}. */
    public void file(Call call) {
        send(call, call.variable("file"));
    }

    private void send(Call call, String file) {
        Answer answer = answers.get(file);
        if (answer == null) {
            throw Problem.notFound("The dashboard has no such file. Open / in a browser.");
        }
        call.answer(answer);
    }
}
