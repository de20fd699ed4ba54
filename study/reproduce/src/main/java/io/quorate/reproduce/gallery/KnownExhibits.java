// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.gallery;

import io.quorate.reproduce.Table;
import java.util.List;
import java.util.Optional;

/** The file {@code exhibits.tsv}: what neither the comment of a scenario nor its run tells of it. */
final class KnownExhibits {
    private static final String OPEN = "-";
    private static final List<Table.Row> ROWS = Table.of(KnownExhibits.class, "exhibits.tsv");

    private KnownExhibits() {}

    /** The place of the scenario with this name in its paper. */
    static Optional<Place> place(String scenario) {
        return cell(scenario, 1).map(Place::new);
    }

    /** The subject of the scenario with this name. */
    static Optional<Shows> shows(String scenario) {
        return cell(scenario, 2).map(Shows::valueOf);
    }

    private static Optional<String> cell(String scenario, int column) {
        return ROWS.stream()
                .filter(row -> scenario.startsWith(row.cell(0)))
                .findFirst()
                .map(row -> row.cell(column))
                .filter(cell -> !cell.isEmpty() && !cell.equals(OPEN));
    }

    /** Where a place comes first in the file: the order of places that have no number. */
    static int order(Place place) {
        List<String> places = ROWS.stream().map(row -> row.cell(1)).toList();
        return places.contains(place.text()) ? places.indexOf(place.text()) : places.size();
    }
}
