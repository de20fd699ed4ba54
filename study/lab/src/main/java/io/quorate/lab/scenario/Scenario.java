// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.scenario;

import io.quorate.lab.world.setup.Setup;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A scenario as its file says it:
 *
 * <pre>
 * # Its purpose, in one to three sentences.
 * nodes 3  protocol quorumlock  quorums majority  network fifo
 *
 * acquire n1
 * settle
 * expect n1 holding
 * ----
 * n1 -&gt; n2  Request 1.n1
 * n2 -&gt; n1  Grant   1.n1 #1
 * n1        holds
 * </pre>
 *
 * Blocks are separated by blank lines. A script line is a {@link io.quorate.lab.world.event.Choice}, or {@code settle} (deliver everything
 * in the order of sending until nothing is under way), {@code settle but n1->n2 n2->n1} (leave what these channels carry), or
 * an expectation: {@code expect n1 holding|waiting|idle}, {@code expect nobody holds|waits}, {@code expect
 * nothing|something remains}.
 */
public record Scenario(List<String> head, Setup setup, List<Block> blocks) {
    static final String DIVIDER = "----";

    /** Some steps, and what they led to when the file was written. */
    public record Block(int firstLine, List<String> script, List<String> transcript) {}

    /** Reads a file; one that is none is refused with the number of the line. */
    public static Scenario parse(String text) {
        return new Reader(text.lines().toList()).read();
    }

    /**
     * A scenario of a kit.
     *
     * @param name the protocol and the file, as in {@code maekawa/section-5-circular-locking}
     */
    public static Scenario named(String name) {
        return parse(Scenarios.text(name));
    }

    /** The purpose of the scenario: its first comment, as one line. */
    public String title() {
        return head.stream()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.substring(1).strip())
                .collect(Collectors.joining(" "));
    }

    /** The file again, with other transcripts. */
    String withTranscripts(List<List<String>> transcripts) {
        StringBuilder text = new StringBuilder();
        head.forEach(line -> text.append(line).append('\n'));
        for (int place = 0; place < blocks.size(); place++) {
            text.append('\n');
            blocks.get(place).script.forEach(line -> text.append(line).append('\n'));
            text.append(DIVIDER).append('\n');
            transcripts.get(place).forEach(line -> text.append(line).append('\n'));
        }
        return text.toString();
    }

    /** Takes a file apart. */
    private static final class Reader {
        private final List<String> lines;
        private int next;

        Reader(List<String> lines) {
            this.lines = lines;
        }

        Scenario read() {
            List<String> head = paragraph();
            String setup = head.stream()
                    .filter(line -> !line.startsWith("#"))
                    .collect(Collectors.joining("  "))
                    .strip();
            if (setup.isEmpty()) {
                throw new IllegalArgumentException(
                        "a scenario begins with comments and a line such as: nodes 3  protocol quorumlock");
            }
            List<Block> blocks = new ArrayList<>();
            skipBlankLines();
            while (next < lines.size()) {
                blocks.add(block());
                skipBlankLines();
            }
            return new Scenario(head, Setup.parse(setup), List.copyOf(blocks));
        }

        private Block block() {
            int first = next + 1;
            List<String> paragraph = paragraph();
            int divider = paragraph.indexOf(DIVIDER);
            if (divider < 0) {
                return new Block(first, paragraph, List.of());
            }
            return new Block(
                    first,
                    List.copyOf(paragraph.subList(0, divider)),
                    List.copyOf(paragraph.subList(divider + 1, paragraph.size())));
        }

        private List<String> paragraph() {
            List<String> paragraph = new ArrayList<>();
            while (next < lines.size() && !lines.get(next).isBlank()) {
                paragraph.add(lines.get(next++).stripTrailing());
            }
            return List.copyOf(paragraph);
        }

        private void skipBlankLines() {
            while (next < lines.size() && lines.get(next).isBlank()) {
                next++;
            }
        }
    }
}
