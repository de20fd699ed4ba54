// SPDX-License-Identifier: Apache-2.0
package io.quorate.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.node.log.LogEvent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Operators alert on ids of log messages: each is there once, stays what it is, and is explained. */
final class LogMessagesTest {
    private static final List<String> MODULES = List.of("lock/node", "lock/server");
    private static final Path PAGE = Repository.ROOT.resolve("docs/operate/log-messages.md");
    private static final Pattern ROW =
            Pattern.compile("^\\| (QUO-\\d{4}) \\| ([A-Z]+) \\| `([^`]+)` \\| ([^|]+) \\| ([^|]+) \\|$");
    private static final Pattern LOGGER = Pattern.compile("System\\.Logger|getLogger\\(|java\\.util\\.logging");

    private static List<Path> sources() {
        Path log = Repository.mainSources("lock/node").resolve("io/quorate/node/log");
        return MODULES.stream()
                .flatMap(module -> Repository.javaFiles(Repository.mainSources(module)).stream())
                .filter(file -> !file.startsWith(log))
                .toList();
    }

    private static String text(Path file) {
        return Repository.read(file).orElseThrow();
    }

    @Test
    void everyLogCallOfTheRuntimeGoesThroughTheEvents() {
        List<String> others = sources().stream()
                .filter(file -> LOGGER.matcher(text(file)).find())
                .map(Repository::nameOf)
                .toList();
        assertThat(sources()).hasSizeGreaterThan(100);
        assertThat(others)
                .as("only io.quorate.node.log uses loggers: add a LogEvent, and say it through EventLog")
                .isEmpty();
    }

    @Test
    void everyEventIsSaidSomewhere() {
        String all = sources().stream().map(LogMessagesTest::text).collect(Collectors.joining());
        List<LogEvent> unsaid = Arrays.stream(LogEvent.values())
                .filter(event -> !Pattern.compile("LogEvent\\." + event.name() + "\\b")
                        .matcher(all)
                        .find())
                .toList();
        assertThat(unsaid)
                .as("remove it, and put its number into LogEvent.RETIRED")
                .isEmpty();
    }

    @Test
    void noNumberIsUsedTwiceOrLost() {
        List<Integer> used = new ArrayList<>(LogEvent.RETIRED);
        for (LogEvent event : LogEvent.values()) {
            used.add(event.number());
        }
        assertThat(used).doesNotHaveDuplicates();
        assertThat(new TreeSet<>(used))
                .as("a message that is gone leaves its number in LogEvent.RETIRED")
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, used.size()).boxed().toList());
    }

    @Test
    void thePageExplainsEveryMessageAndNoOther() {
        List<String> explained = new ArrayList<>();
        for (String line : text(PAGE).lines().toList()) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                explained.add(row.group(1) + " " + row.group(2) + " " + row.group(3));
            } else {
                assertThat(line)
                        .as("a row has id, level, message, when, what to do")
                        .doesNotStartWith("| QUO");
            }
        }
        List<String> messages = Arrays.stream(LogEvent.values())
                .map(event ->
                        event.id() + " " + event.level() + " " + event.message().replaceAll("\\{[a-z]+}", "..."))
                .toList();
        assertThat(explained)
                .as("docs/operate/log-messages.md; another message needs another id")
                .containsExactlyInAnyOrderElementsOf(messages);
    }
}
