// SPDX-License-Identifier: Apache-2.0
package io.quorate.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.draw.SampleDiagrams;
import io.quorate.trace.SpaceTime.Message;
import io.quorate.trace.SpaceTime.Scale;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ShivizLogTest {
    private static final Pattern LINE = Pattern.compile(ShivizLog.EXPRESSION);

    @Test
    void theExpressionTheEmptyLineAndAnEventALine() {
        assertThat(ShivizLog.write(SampleDiagrams.twoContend()))
                .startsWith(
                        "(?<host>\\S+) (?<clock>\\{[^}]*\\}) (?<time>\\S+) (?<event>.*)",
                        "",
                        "n1 {\"n1\":1} 1 waits",
                        "n1 {\"n1\":2} 1 sends Request 1.n1 to n2, which does not arrive",
                        "n2 {\"n2\":1} 2 waits",
                        "n2 {\"n2\":2} 2 sends Request 1.n2 to n3",
                        "n3 {\"n2\":2,\"n3\":1} 3 receives Request 1.n2 from n2",
                        "n3 {\"n2\":2,\"n3\":2} 3 sends Grant 1.n2 #1 to n2",
                        "n1 {\"n1\":3} 4 link reset with n2")
                .contains(
                        "n2 {\"n1\":4,\"n2\":3} 5 receives Request 1.n1 from n1",
                        "n1 {\"n1\":5,\"n2\":4} 6 receives Grant 1.n1 #1 from n2",
                        "n1 {\"n1\":7,\"n2\":4} 8 releases");
    }

    private record Entry(String host, Map<String, Long> clock, String event) {}

    private static List<Entry> read(List<String> lines) {
        return lines.stream()
                .skip(2)
                .map(line -> {
                    Matcher matcher = LINE.matcher(line);
                    assertThat(matcher.matches()).as(line).isTrue();
                    Map<String, Long> clock = new LinkedHashMap<>();
                    for (String each :
                            matcher.group("clock").replaceAll("[{}\"]", "").split(",")) {
                        clock.put(each.split(":")[0], Long.parseLong(each.split(":")[1]));
                    }
                    return new Entry(matcher.group("host"), clock, matcher.group("event"));
                })
                .toList();
    }

    @Test
    void clocksCountTheEventsOfTheirNodesAndWhatIsReceivedComesAfterWhatWasSent() {
        SpaceTime diagram = SampleDiagrams.crowded(13, 200);
        List<Entry> entries = read(ShivizLog.write(diagram));
        Map<String, Long> counts = new LinkedHashMap<>();
        Map<String, Map<String, Long>> sent = new LinkedHashMap<>();
        for (Entry entry : entries) {
            long count = counts.merge(entry.host, 1L, Long::sum);
            assertThat(entry.clock).containsEntry(entry.host, count);
            if (entry.event.startsWith("sends ")) {
                sent.put(entry.event.replaceAll("^sends | to .*", ""), entry.clock);
            } else if (entry.event.startsWith("receives ")) {
                Map<String, Long> before = sent.get(entry.event.replaceAll("^receives | from .*", ""));
                assertThat(before).as(entry.event + " was sent before").isNotNull();
                before.forEach((node, seen) ->
                        assertThat(entry.clock.get(node)).as(node).isGreaterThanOrEqualTo(seen));
            }
        }
        assertThat(entries.stream().filter(entry -> entry.event.startsWith("receives")))
                .hasSize(200);
    }

    @Test
    void aMessageComesAfterItsSendingEvenIfTheClocksOfTheNodesDiffer() {
        SpaceTime diagram = SpaceTime.of("", Scale.NANOSECONDS, List.of("a", "b"))
                .message(new Message(0, 1, 50, 20, "Ping", "Ping"))
                .message(new Message(1, 0, 30, 60, "Pong", "Pong"))
                .build();
        assertThat(ShivizLog.write(diagram).subList(2, 6))
                .containsExactly(
                        "a {\"a\":1} 0.05us sends Ping to b",
                        "b {\"a\":1,\"b\":1} 0.02us receives Ping from a",
                        "b {\"a\":1,\"b\":2} 0.03us sends Pong to a",
                        "a {\"a\":2,\"b\":2} 0.06us receives Pong from b");
    }

    @Test
    void nothingIsForgottenWhenEverybodyAnswersAtTheSameInstant() {
        SpaceTime diagram = SpaceTime.of("", Scale.STEPS, List.of("a", "b"))
                .message(new Message(0, 1, 1, 1, "Ping", "Ping"))
                .message(new Message(1, 0, 1, 1, "Pong", "Pong"))
                .build();
        assertThat(read(ShivizLog.write(diagram))).hasSize(4);
    }
}
