// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.reproduce;

import io.quorate.lab.draw.Chart;
import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Item;
import io.quorate.reproduce.Scale;
import io.quorate.reproduce.Sheet;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What programs read.
 *
 * @param report the page
 * @param verdicts how many of each kind
 */
record ReproduceDocument(
        boolean holds, String scale, String code, String report, Tally verdicts, List<ItemDocument> items) {

    /** An item; drawings are only in the report and in its file. */
    record ItemDocument(
            String name,
            String paper,
            String place,
            String title,
            String command,
            boolean holds,
            boolean reused,
            double seconds,
            String setting,
            List<ComparisonDocument> comparisons,
            List<Sheet> sheets,
            List<Chart> charts,
            @Nullable String failure) {}

    /** A comparison, its verdict as the word that people read. */
    record ComparisonDocument(String what, String paper, String ours, String verdict, String reason) {}

    /** An item that could be measured. */
    record ListedItem(String name, String paper, String place, String title, double quickSeconds, double fullSeconds) {}

    static ReproduceDocument of(List<Outcome> outcomes, Scale scale, String code, String report) {
        Tally tally = Tally.of(outcomes);
        return new ReproduceDocument(
                tally.holds(),
                scale.name().toLowerCase(Locale.ROOT),
                code,
                report,
                tally,
                outcomes.stream().map(ReproduceDocument::item).toList());
    }

    private static ItemDocument item(Outcome outcome) {
        Item item = outcome.item();
        Measured measured = outcome.measured();
        return new ItemDocument(
                item.name(),
                item.paper().word(),
                item.place(),
                item.title(),
                item.command(),
                outcome.holds(),
                outcome.isReused(),
                measured == null ? 0 : measured.seconds(),
                measured == null ? "" : measured.finding().setting(),
                Tally.comparisons(outcome).stream()
                        .map(ReproduceDocument::comparison)
                        .toList(),
                measured == null ? List.of() : measured.finding().sheets(),
                measured == null ? List.of() : measured.finding().charts(),
                outcome.failure() == null ? null : outcome.failure().toString());
    }

    private static ComparisonDocument comparison(Comparison each) {
        return new ComparisonDocument(
                each.what(), each.paper(), each.ours(), each.verdict().word(), each.reason());
    }

    static List<ListedItem> list(List<Item> items) {
        return items.stream()
                .map(item -> new ListedItem(
                        item.name(),
                        item.paper().word(),
                        item.place(),
                        item.title(),
                        item.effort().quick(),
                        item.effort().full()))
                .toList();
    }
}
