// SPDX-License-Identifier: Apache-2.0
package io.quorate.house;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A page of Markdown, read as far as the checks of the documentation need it. */
final class MarkdownPage {
    private static final Pattern LINK = Pattern.compile("\\]\\(\\s*<?([^)\\s>]+)>?(?:\\s+\"[^\"]*\")?\\s*\\)");
    private static final Pattern DEFINED_LINK = Pattern.compile("^\\s{0,3}\\[[^\\]]+\\]:\\s+(\\S+)");
    private static final Pattern HTML_LINK = Pattern.compile("(?:href|src)=\"([^\"]+)\"");
    private static final Pattern HTML_ANCHOR = Pattern.compile("(?:id|name)=\"([^\"]+)\"");
    private static final Pattern SCHEME = Pattern.compile("^(?:[a-zA-Z][a-zA-Z0-9+.-]*:|//).*");
    private static final Pattern HEADING = Pattern.compile("^#{1,6}\\s+(.*?)\\s*#*$");
    private static final Pattern FENCE = Pattern.compile("^\\s*(?:```|~~~).*");
    private static final Pattern INLINE_CODE = Pattern.compile("`[^`]*`");

    /** The lines outside of code blocks. */
    private final List<String> prose;

    private MarkdownPage(List<String> prose) {
        this.prose = prose;
    }

    static MarkdownPage read(Path file) {
        List<String> prose = new ArrayList<>();
        boolean inCode = false;
        for (String line : Repository.read(file).orElse("").lines().toList()) {
            if (FENCE.matcher(line).matches()) {
                inCode = !inCode;
            } else if (!inCode) {
                prose.add(line);
            }
        }
        return new MarkdownPage(prose);
    }

    List<String> relativeLinks() {
        return prose.stream()
                .map(line -> INLINE_CODE.matcher(line).replaceAll("code"))
                .flatMap(line -> Stream.of(LINK, DEFINED_LINK, HTML_LINK)
                        .flatMap(kind -> kind.matcher(line).results()))
                .map(match -> match.group(1))
                .filter(link -> !SCHEME.matcher(link).matches())
                .toList();
    }

    List<String> headings() {
        return prose.stream()
                .map(HEADING::matcher)
                .filter(heading -> heading.matches())
                .map(heading -> heading.group(1))
                .toList();
    }

    /** The anchors that a forge makes of the headings, and those set by hand. */
    Set<String> anchors() {
        Set<String> anchors = new TreeSet<>();
        for (String heading : headings()) {
            String anchor = anchorOf(heading);
            String unique = anchor;
            for (int again = 1; !anchors.add(unique); again++) {
                unique = anchor + "-" + again;
            }
        }
        prose.forEach(line -> HTML_ANCHOR.matcher(line).results().forEach(match -> anchors.add(match.group(1))));
        return anchors;
    }

    /** The cells below the title, in all tables that have such a column. */
    List<String> column(String title) {
        List<String> cells = new ArrayList<>();
        int column = -1;
        boolean inTable = false;
        for (String line : prose) {
            boolean isRow = line.strip().startsWith("|");
            List<String> row = isRow ? cellsOf(line) : List.of();
            if (isRow && !inTable) {
                column = row.indexOf(title);
            } else if (isRow && column >= 0 && column < row.size()) {
                cells.add(row.get(column));
            }
            inTable = isRow;
        }
        return cells;
    }

    private static List<String> cellsOf(String line) {
        String inner = line.strip().replaceAll("^\\||\\|$", "");
        return Stream.of(inner.split("(?<!\\\\)\\|", -1)).map(String::strip).toList();
    }

    private static String anchorOf(String heading) {
        String text = heading.replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1");
        return text.toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N}\\s_-]", "")
                .replace(' ', '-');
    }
}
