// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.browser;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** Chromium without a window, driven by its DevTools protocol: what a person does goes through real mouse and key events. */
public final class Browser implements AutoCloseable {
    private static final List<String> NAMES =
            List.of("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome");
    private static final Pattern LISTENS = Pattern.compile("DevTools listening on ws://([^/]+)/");
    private static final Pattern TAB = Pattern.compile("\"webSocketDebuggerUrl\":\\s*\"([^\"]+)\"");
    private static final int TIMEOUT_SECONDS = 60;

    private final Process process;
    private final String address;
    private final HttpClient client = HttpClient.newHttpClient();

    private Browser(Process process, String address) {
        this.process = process;
        this.address = address;
    }

    /** The browser of this machine; without one the test is skipped, and says so. */
    public static Browser ofThisMachine(Path folder) throws Exception {
        String path = System.getenv().getOrDefault("PATH", "");
        String program = NAMES.stream()
                .flatMap(name -> Stream.of(path.split(File.pathSeparator)).map(directory -> Path.of(directory, name)))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst()
                .orElse("");
        if (program.isEmpty()) {
            String notice = "NOT TESTED: the dashboard was not opened in a browser, for there is none on this machine."
                    + " Install one (Debian: apt install chromium-headless-shell), or run ./verify as root, which does.";
            System.err.println(notice);
            Assumptions.abort(notice);
        }
        Process process = new ProcessBuilder(
                        program,
                        "--headless",
                        "--no-sandbox", // which root, in a container, cannot have
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--hide-scrollbars",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + folder.resolve("profile"),
                        "about:blank")
                .redirectOutput(folder.resolve("browser-out.txt").toFile())
                .start();
        CompletableFuture<String> listens = new CompletableFuture<>();
        Thread reader = new Thread(() -> read(process, listens), "browser-log");
        reader.setDaemon(true);
        reader.start();
        try {
            return new Browser(process, listens.get(TIMEOUT_SECONDS, TimeUnit.SECONDS));
        } catch (Exception failure) {
            process.destroyForcibly();
            throw failure;
        }
    }

    /** What it says is read to its end, so that it never waits for a reader. */
    private static void read(Process process, CompletableFuture<String> listens) {
        StringBuilder said = new StringBuilder();
        try (BufferedReader lines = process.errorReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                said.append(line).append('\n');
                Matcher matcher = LISTENS.matcher(line);
                if (matcher.find()) {
                    listens.complete(matcher.group(1));
                }
            }
        } catch (IOException ended) {
            said.append(ended);
        }
        listens.completeExceptionally(new IOException("the browser has ended, saying: " + said));
    }

    /** Opens a page in a tab of its own. */
    public Tab open(String url) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + address + "/json/new?about:blank"))
                .PUT(HttpRequest.BodyPublishers.noBody())
                .build();
        String answer =
                client.send(request, HttpResponse.BodyHandlers.ofString()).body();
        Matcher matcher = TAB.matcher(answer);
        if (!matcher.find()) {
            throw new IOException("the browser opens no tab: " + answer);
        }
        Tab tab = new Tab(client, URI.create(matcher.group(1)));
        tab.go(url);
        return tab;
    }

    @Override
    public void close() {
        // Until the last of its processes has ended they write to its profile, in a folder that the test removes.
        List<ProcessHandle> all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        all.forEach(ProcessHandle::destroyForcibly);
        CompletableFuture.allOf(all.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
                .orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS)
                .join();
    }
}
