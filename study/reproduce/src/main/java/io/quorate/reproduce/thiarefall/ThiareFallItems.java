package io.quorate.reproduce.thiarefall;

import io.quorate.reproduce.Item;
import java.util.ArrayList;
import java.util.List;

/** All items of the paper of Thiare and Fall, in its order. */
public final class ThiareFallItems {
    private ThiareFallItems() {}

    public static List<Item> all() {
        List<Item> items = new ArrayList<>();
        items.addAll(ThiareFallRuleItems.all());
        items.addAll(ThiareFallTrafficItems.all());
        return items;
    }
}
