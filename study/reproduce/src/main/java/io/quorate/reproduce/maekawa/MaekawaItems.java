package io.quorate.reproduce.maekawa;

import io.quorate.reproduce.Item;
import java.util.ArrayList;
import java.util.List;

/** All items of Maekawa's paper, in its order. */
public final class MaekawaItems {
    private MaekawaItems() {}

    public static List<Item> all() {
        List<Item> items = new ArrayList<>();
        items.addAll(MaekawaSetItems.all());
        items.addAll(MaekawaRuleItems.all());
        items.addAll(MaekawaConstructionItems.all());
        items.addAll(MaekawaTableItems.all());
        items.addAll(MaekawaDemandItems.all());
        items.addAll(MaekawaFailureItems.all());
        items.addAll(MaekawaVariationItems.all());
        return items;
    }
}
