package io.quorate.lab.reproduce;

import java.util.ArrayList;
import java.util.List;

/** All items of the paper of Thiare and Fall, in its order. */
final class ThiareFallItems {
    private ThiareFallItems() {}

    static List<Item> all() {
        List<Item> items = new ArrayList<>();
        items.addAll(ThiareFallRuleItems.all());
        items.addAll(ThiareFallTrafficItems.all());
        return items;
    }
}
