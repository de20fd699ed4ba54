package io.quorate.reproduce.tree;

import io.quorate.reproduce.Item;
import java.util.ArrayList;
import java.util.List;

/** All items of the paper on the tree, in its order. */
public final class TreeItems {
    private TreeItems() {}

    public static List<Item> all() {
        List<Item> items = new ArrayList<>();
        items.addAll(TreeRuleItems.all());
        items.addAll(TreeMessageItems.all());
        return items;
    }
}
