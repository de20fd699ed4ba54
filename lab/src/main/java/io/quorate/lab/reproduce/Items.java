package io.quorate.lab.reproduce;

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
        items.addAll(MaekawaItems.all());
        items.addAll(ThiareFallItems.all());
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
        List<Item> found = all().stream()
                .filter(item -> item.name().equals(word) || item.paper().word().equals(word))
                .toList();
        if (found.isEmpty()) {
            throw new IllegalArgumentException("There is no paper and no item called \"" + word + "\". Papers: "
                    + String.join(
                            ", ",
                            List.of(Paper.values()).stream().map(Paper::word).toList())
                    + "; items: "
                    + String.join(", ", all().stream().map(Item::name).toList()) + ".");
        }
        return found;
    }
}
