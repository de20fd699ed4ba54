// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce;

import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.ProtocolTraits;
import io.quorate.core.lock.Protocols;
import io.quorate.lab.check.CheckKit;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.kit.Kit;
import io.quorate.lab.kit.Kits;
import io.quorate.overlay.node.OverlayProtocol;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Everything that the papers state, row by row: where it is in the code, and how it is shown. A reader's knowledge of the papers is in
 * a file ({@code coverage.txt}); whether a protocol is checked, simulated and runs on sockets is asked of the protocol and its kit;
 * verdicts come from the items.
 */
public final class Coverage {
    private static final String FILE = "coverage.txt";
    private static final String NONE = "-";

    /** The columns of a line of the file. */
    private static final int COLUMNS = 7;

    private Coverage() {}

    /** A paper, and all that it states. */
    public record Chapter(Paper paper, String title, List<Row> rows) {
        public Chapter {
            rows = List.copyOf(rows);
        }
    }

    /**
     * One thing that a paper states.
     *
     * @param protocol the full name of the protocol that does it; empty if it is about none
     * @param code classes, or methods as {@code Class#method}
     * @param shownBy scenarios as {@code protocol/name}, and classes of tests
     * @param items of which the verdicts are
     * @param remark what else there is to know, or why nothing is measured
     */
    public record Row(
            String place,
            String states,
            String protocol,
            List<String> code,
            List<String> shownBy,
            List<String> items,
            String remark) {}

    /** All papers, in the order of the report. */
    public static List<Chapter> chapters() {
        List<Chapter> chapters = new ArrayList<>();
        List<Row> rows = new ArrayList<>();
        String heading = "";
        for (String line : lines()) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            if (!line.startsWith("= ")) {
                rows.add(row(line));
                continue;
            }
            if (!heading.isEmpty()) {
                chapters.add(chapter(heading, rows));
            }
            heading = line.substring(2);
            rows.clear();
        }
        chapters.add(chapter(heading, rows));
        return chapters;
    }

    private static Chapter chapter(String heading, List<Row> rows) {
        int space = heading.indexOf(' ');
        String word = heading.substring(0, space);
        Paper paper = Paper.named(word)
                .orElseThrow(() -> new IllegalStateException("There is no paper " + word + " (" + FILE + ")."));
        return new Chapter(paper, heading.substring(space + 1), rows);
    }

    private static Row row(String line) {
        List<String> cells =
                Arrays.stream(line.split("\\|", -1)).map(String::strip).toList();
        if (cells.size() != COLUMNS) {
            throw new IllegalStateException(
                    "A line of " + FILE + " has " + COLUMNS + " columns; this has " + cells.size() + ": " + line);
        }
        return new Row(
                cells.get(0),
                cells.get(1),
                cells.get(2).equals(NONE) ? "" : cells.get(2),
                list(cells.get(3)),
                list(cells.get(4)),
                list(cells.get(5)),
                cells.get(6));
    }

    private static List<String> list(String cell) {
        return cell.equals(NONE) ? List.of() : List.of(cell.split(", "));
    }

    private static List<String> lines() {
        try (InputStream in = Objects.requireNonNull(Coverage.class.getResourceAsStream(FILE), FILE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException impossible) {
            throw new UncheckedIOException(FILE + " is in the same archive as this class", impossible);
        }
    }

    /**
     * The tables of all papers, as Markdown.
     *
     * @param verdicts of each item, by its name; empty of one that was not measured
     */
    public static String markdown(Map<String, Set<Verdict>> verdicts) {
        StringBuilder text = new StringBuilder();
        for (Chapter chapter : chapters()) {
            text.append("## ").append(chapter.title()).append("\n\n");
            text.append("| Place | States | Code | Shown by | Checked | Simulated | On sockets | Verdict |\n");
            text.append("|---|---|---|---|---|---|---|---|\n");
            for (Row row : chapter.rows()) {
                text.append(line(row, verdicts)).append('\n');
            }
            text.append('\n');
        }
        return text.toString();
    }

    /** Of one paper, its places and where they are in the code, as a table in Markdown for a page two folders below docs. */
    public static String sections(Paper paper) {
        StringBuilder text = new StringBuilder("| Paper | Code | Shown by |\n|---|---|---|\n");
        chapters().stream()
                .filter(chapter -> chapter.paper() == paper)
                .flatMap(chapter -> chapter.rows().stream())
                .forEach(row -> text.append("| ")
                        .append(row.place())
                        .append(" | ")
                        .append(names(row.code(), Function.identity()))
                        .append(" | ")
                        .append(names(row.shownBy(), Coverage::link).replace("](../../", "](../../../"))
                        .append(" |\n"));
        return text.toString();
    }

    private static String line(Row row, Map<String, Set<Verdict>> verdicts) {
        Set<String> said = row.items().stream()
                .flatMap(item -> verdicts.getOrDefault(item, Set.of()).stream())
                .map(Verdict::word)
                .collect(Collectors.toCollection(TreeSet::new));
        String verdict = said.isEmpty() ? "not measured" : String.join(", ", said);
        String items = row.items().isEmpty() ? "" : " (" + names(row.items(), Function.identity()) + ")";
        List<String> cells = List.of(
                row.place(),
                row.states() + (row.protocol().isEmpty() ? "" : " (`" + row.protocol() + "`)"),
                names(row.code(), Function.identity()),
                names(row.shownBy(), Coverage::link),
                checked(row.protocol()),
                simulated(row.protocol()),
                onSockets(row.protocol()),
                verdict + items + (row.remark().isEmpty() ? "" : ": " + row.remark()));
        return "| " + String.join(" | ", cells) + " |";
    }

    private static String names(List<String> all, Function<String, String> written) {
        return all.isEmpty()
                ? "none"
                : all.stream()
                        .map(name -> name.contains("/") ? written.apply(name) : "`" + name + "`")
                        .collect(Collectors.joining(", "));
    }

    /** A scenario, from a page in docs/study. */
    private static String link(String scenario) {
        return "[" + scenario + "](../../scenarios/" + scenario + ".scn)";
    }

    private static String checked(String name) {
        if (name.isEmpty()) {
            return "";
        }
        Protocol<?> protocol = Protocols.named(name);
        Kit kit = Kits.of(protocol);
        if (!(kit instanceof CheckKit checks)) {
            return "no";
        }
        long systems = Stream.of(checks.small(), checks.large(), checks.forMutants())
                .flatMap(List::stream)
                .map(CheckSystem::setup)
                .filter(setup -> setup.protocol().fullName().equals(protocol.fullName()))
                .map(Object::toString)
                .distinct()
                .count();
        if (systems == 0) {
            // The checker does not explore rules with a known fault to the end: an item or a test runs it until they
            // break.
            return protocol.knownFault().isPresent() ? "until it breaks" : "no";
        }
        return systems + (systems == 1 ? " system" : " systems");
    }

    /** The simulator runs every protocol; where a budget is known, a test compares it. */
    private static String simulated(String name) {
        if (name.isEmpty()) {
            return "";
        }
        return Kits.budget(Protocols.named(name)).isPresent() ? "yes, with its budget" : "yes";
    }

    private static String onSockets(String name) {
        if (name.isEmpty()) {
            return "";
        }
        Protocol<?> protocol = Protocols.named(name);
        if (protocol.traits().needs() == ProtocolTraits.Delivery.SEQUENCED) {
            return "no: needs one order of all messages";
        }
        String how = OverlayProtocol.isOne(protocol) ? "on an overlay" : "yes";
        return protocol.whyUnsafe().isPresent() ? how + ", with `--unsafe`" : how;
    }
}
