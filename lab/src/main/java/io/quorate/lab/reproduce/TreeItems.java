package io.quorate.lab.reproduce;

import java.util.ArrayList;
import java.util.List;

/** All items of the paper on the tree, in its order. */
final class TreeItems {
    private TreeItems() {}

    static List<Item> all() {
        List<Item> items = new ArrayList<>();
        items.addAll(TreeRuleItems.all());
        items.addAll(TreeMessageItems.all());
        return items;
    }
}
