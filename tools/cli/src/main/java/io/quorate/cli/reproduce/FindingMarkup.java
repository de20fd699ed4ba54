// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.reproduce;

import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Finding;
import io.quorate.reproduce.Sheet;
import io.quorate.trace.svg.Svg;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** Writes what was found: sentences, tables and pictures. */
final class FindingMarkup {
    /** Longer texts are broken into lines. */
    private static final int CELL_MAX = 48;

    /** Longer tables are seen through a window; not on paper. */
    private static final int ROWS_MAX = 20;

    /** The characters that an address may have as they are; a quotation mark would end it. */
    private static final String PLAIN = " !$()*+,-./:;=?@_~";

    private final Svg html;

    FindingMarkup(Svg html) {
        this.html = html;
    }

    /** All but the pictures. */
    void write(Finding finding) {
        html.add("<p>%</p>", finding.setting());
        html.raw(
                "<table class=\"compared\"><thead><tr><th>What</th><th>Paper</th><th>Here</th><th>Verdict</th></tr></thead><tbody>");
        finding.comparisons().forEach(this::comparison);
        html.raw("</tbody></table>");
        finding.sheets().forEach(this::sheet);
    }

    private void comparison(Comparison comparison) {
        boolean isExplained = !comparison.reason().isBlank();
        String word = comparison.verdict().word();
        html.add(
                "<tr%><td>%</td><td>%</td><td>%</td><td><span class=\"verdict %\">%</span></td></tr>",
                Svg.markup(isExplained ? " class=\"explained\"" : ""),
                comparison.what(),
                comparison.paper(),
                comparison.ours(),
                word,
                word);
        if (isExplained) {
            html.add("<tr><td class=\"reason\" colspan=\"4\">%</td></tr>", comparison.reason());
        }
    }

    private void sheet(Sheet sheet) {
        html.add(
                "<h4>%</h4><div class=\"wide%\"><table class=\"sheet\"><thead><tr>",
                sheet.title(), sheet.rows().size() > ROWS_MAX ? " tall" : "");
        for (int column = 0; column < sheet.headings().size(); column++) {
            html.add("<th%>%</th>", style(sheet, column, ""), sheet.headings().get(column));
        }
        html.raw("</tr></thead><tbody>");
        for (List<String> row : sheet.rows()) {
            html.raw("<tr>");
            for (int column = 0; column < row.size(); column++) {
                html.add("<td%>%</td>", style(sheet, column, row.get(column)), row.get(column));
            }
            html.raw("</tr>");
        }
        html.raw("</tbody></table></div>");
    }

    /** Numbers to the right, long texts in lines. */
    private static Object style(Sheet sheet, int column, String cell) {
        boolean areNumbers = sheet.rows().stream()
                .map(row -> row.get(column))
                .allMatch(each -> each.isEmpty() || Character.isDigit(each.charAt(0)) || each.startsWith("-"));
        return Svg.markup(cell.length() > CELL_MAX ? " class=\"long\"" : areNumbers ? " class=\"number\"" : "");
    }

    /** A picture as an image within the page. */
    void picture(String kind, String title, String svg) {
        html.add("<figure class=\"%\"><img alt=\"%\" src=\"%\"></figure>", kind, title, Svg.markup(address(svg)));
    }

    /** The picture itself as an address; shorter than in base 64, since most of a picture is digits. */
    static String address(String svg) {
        StringBuilder address = new StringBuilder("data:image/svg+xml;charset=utf-8,");
        for (byte each : svg.getBytes(StandardCharsets.UTF_8)) {
            char letter = (char) (each & 0xFF);
            boolean isLetter = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
            if (isLetter || (letter >= '0' && letter <= '9') || PLAIN.indexOf(letter) >= 0) {
                address.append(letter);
            } else {
                address.append(String.format(Locale.ROOT, "%%%02X", (int) letter));
            }
        }
        return address.toString();
    }
}
