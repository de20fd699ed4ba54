// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce;

import io.quorate.core.model.Suggestion;
import io.quorate.reproduce.dht.DhtItems;
import io.quorate.reproduce.maekawa.MaekawaItems;
import io.quorate.reproduce.ricartagrawala.RicartAgrawalaItems;
import io.quorate.reproduce.thiarefall.ThiareFallItems;
import io.quorate.reproduce.tree.TreeItems;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All items, in the order of the report. */
public final class Items {
    private Items() {}

    /** All of them, paper by paper. */
    public static List<Item> all() {
        List<Item> items = new ArrayList<>();
        // One class for each group of items adds its list here, in the order of the papers.
        items.addAll(MaekawaItems.all());
        items.addAll(RicartAgrawalaItems.all());
        items.addAll(ThiareFallItems.all());
        items.addAll(DhtItems.all());
        items.addAll(TreeItems.all());
        requireDifferentNames(items);
        return items;
    }

    private static void requireDifferentNames(List<Item> items) {
        Map<String, Item> byName = new LinkedHashMap<>();
        for (Item item : items) {
            if (byName.put(item.name(), item) != null) {
                throw new IllegalStateException("Two items are called " + item.name() + ".");
            }
        }
    }

    /** Those of a paper, or the one with this name; a word that is neither is answered by what there is. */
    public static List<Item> named(String word) {
        return named(word, all());
    }

    /** As {@link #named(String)}, among these. */
    public static List<Item> named(String word, List<Item> items) {
        List<Item> found = items.stream()
                .filter(item -> item.name().equals(word) || item.paper().word().equals(word))
                .toList();
        if (found.isEmpty()) {
            List<String> known = new ArrayList<>();
            for (Paper paper : Paper.values()) {
                known.add(paper.word());
            }
            items.forEach(item -> known.add(item.name()));
            throw Suggestion.unknown("paper and no item", word, known);
        }
        return found;
    }
}
