// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.server.json.JsonReader;
import io.quorate.server.json.JsonWriter;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One page in a {@link Browser}, and what a person does with it. */
public final class Tab implements AutoCloseable {
    private static final int TIMEOUT_SECONDS = 60;
    private static final int LOOK_MILLIS = 50;
    private static final Pattern ID = Pattern.compile("^\\{\"id\":(\\d+),");
    private static final Pattern DATA = Pattern.compile("\"data\":\"([^\"]+)\"");
    private static final Map<String, Integer> KEYS = Map.of(
            "Enter", 13, "Escape", 27, "Tab", 9, "ArrowDown", 40, "ArrowUp", 38, "PageDown", 34, "End", 35, "Home", 36);

    private final WebSocket socket;
    private final AtomicInteger last = new AtomicInteger();
    private final Map<Integer, CompletableFuture<String>> asked = new ConcurrentHashMap<>();

    /** What went wrong in the page: exceptions, refused loads, breaches of its policy. */
    private final List<String> complaints = new CopyOnWriteArrayList<>();

    Tab(HttpClient client, URI address) throws Exception {
        socket =
                client.newWebSocketBuilder().buildAsync(address, new Listener()).get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        for (String domain : List.of("Page", "Runtime", "Log")) {
            call(domain + ".enable", JsonWriter.object());
        }
        size(1280, 900);
    }

    private final class Listener implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean isLast) {
            text.append(part);
            if (isLast) {
                received(text.toString());
                text.setLength(0);
            }
            from.request(1);
            return CompletableFuture.completedFuture(null);
        }
    }

    private void received(String message) {
        Matcher id = ID.matcher(message);
        if (id.find()) {
            CompletableFuture<String> waits = asked.remove(Integer.parseInt(id.group(1)));
            if (waits != null) {
                waits.complete(message);
            }
        } else if (message.startsWith("{\"method\":\"Runtime.exceptionThrown\"")
                || (message.startsWith("{\"method\":\"Log.entryAdded\"") && message.contains("\"level\":\"error\""))) {
            complaints.add(message);
        }
    }

    private String call(String method, JsonWriter.Fields parameters) throws Exception {
        int id = last.incrementAndGet();
        CompletableFuture<String> answer = new CompletableFuture<>();
        asked.put(id, answer);
        String message = JsonWriter.write(
                JsonWriter.object().with("id", id).with("method", method).with("params", parameters));
        synchronized (socket) {
            socket.sendText(message, true).get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        }
        String text = answer.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        if (text.startsWith("{\"id\":" + id + ",\"error\"")) {
            throw new IOException(method + ": " + text);
        }
        return text;
    }

    public void go(String url) throws Exception {
        call("Page.navigate", JsonWriter.object().with("url", url));
        until("document.readyState === 'complete'");
    }

    public void assertNoComplaint() {
        assertThat(complaints).isEmpty();
    }

    public List<String> complaints() {
        return complaints;
    }

    /** What the expression is, as text; a promise is awaited. */
    public String value(String expression) throws Exception {
        String answer = call(
                "Runtime.evaluate",
                JsonWriter.object()
                        .with("expression", "(async () => String(await (" + expression + ")))()")
                        .with("awaitPromise", true)
                        .with("returnByValue", true));
        Map<?, ?> result =
                (Map<?, ?>) ((Map<?, ?>) JsonReader.read(answer.getBytes(StandardCharsets.UTF_8))).get("result");
        if (result.containsKey("exceptionDetails")) {
            throw new IOException(expression + ": " + answer);
        }
        return String.valueOf(((Map<?, ?>) result.get("result")).get("value"));
    }

    /** Waits until the expression holds. */
    public void until(String expression) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
        while (!value(expression).equals("true")) {
            if (System.nanoTime() > end) {
                throw new AssertionError("never so: " + expression + "; the page says: "
                        + value("document.body.innerText.slice(0, 4000)") + "; complaints: " + complaints);
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
        }
    }

    /** Waits until an element shows this text. */
    public void untilSays(String selector, String part) throws Exception {
        until("[...document.querySelectorAll(" + quoted(selector) + ")].some((each) => each.checkVisibility()"
                + " && each.textContent.includes(" + quoted(part) + "))");
    }

    public String textOf(String selector) throws Exception {
        return value("document.querySelector(" + quoted(selector) + ").textContent");
    }

    public static String quoted(String text) {
        return JsonWriter.write(text);
    }

    /** In the middle of the element. */
    public void click(String selector) throws Exception {
        String seen = "[...document.querySelectorAll(" + quoted(selector) + ")].find((each) => each.checkVisibility())";
        until(seen + " !== undefined");
        String[] place = value("(() => { const each = " + seen
                        + "; each.scrollIntoView({block: 'nearest'}); const box = each.getBoundingClientRect();"
                        + " return (box.x + box.width / 2) + ' ' + (box.y + box.height / 2); })()")
                .split(" ");
        for (String type : List.of("mousePressed", "mouseReleased")) {
            call(
                    "Input.dispatchMouseEvent",
                    JsonWriter.object()
                            .with("type", type)
                            .with("x", Double.parseDouble(place[0]))
                            .with("y", Double.parseDouble(place[1]))
                            .with("button", "left")
                            .with("clickCount", 1));
        }
    }

    public void key(String name) throws Exception {
        for (String type : List.of("keyDown", "keyUp")) {
            JsonWriter.Fields event = JsonWriter.object()
                    .with("type", type)
                    .with("key", name)
                    .with("code", name)
                    .with("windowsVirtualKeyCode", KEYS.getOrDefault(name, (int) name.charAt(0)));
            if (name.equals("Enter") && type.equals("keyDown")) {
                event.with("text", "\r");
            } else if (name.length() == 1 && type.equals("keyDown")) {
                event.with("text", name);
            }
            call("Input.dispatchKeyEvent", event);
        }
    }

    public void type(String text) throws Exception {
        call("Input.insertText", JsonWriter.object().with("text", text));
    }

    public void size(int width, int height) throws Exception {
        call(
                "Emulation.setDeviceMetricsOverride",
                JsonWriter.object()
                        .with("width", width)
                        .with("height", height)
                        .with("deviceScaleFactor", 1)
                        .with("mobile", false));
    }

    /** As if the system of the person were dark. */
    public void dark(boolean isDark) throws Exception {
        call(
                "Emulation.setEmulatedMedia",
                JsonWriter.object()
                        .with(
                                "features",
                                List.of(JsonWriter.object()
                                        .with("name", "prefers-color-scheme")
                                        .with("value", isDark ? "dark" : "light"))));
    }

    /** As PNG. */
    public byte[] picture() throws Exception {
        String answer = call("Page.captureScreenshot", JsonWriter.object().with("format", "png"));
        Matcher data = DATA.matcher(answer);
        assertThat(data.find()).isTrue();
        return Base64.getDecoder().decode(data.group(1));
    }

    @Override
    public void close() {
        socket.abort();
    }
}
