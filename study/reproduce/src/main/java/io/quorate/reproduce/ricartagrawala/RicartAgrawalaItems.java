package io.quorate.reproduce.ricartagrawala;

import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Experiment;
import io.quorate.reproduce.Item;
import io.quorate.reproduce.Paper;
import java.util.List;
import java.util.stream.Stream;

/** The items of Ricart and Agrawala's report, in its order. */
public final class RicartAgrawalaItems {
    private RicartAgrawalaItems() {}

    public static List<Item> all() {
        return Stream.of(
                        RicartAgrawalaExampleItems.all(),
                        RicartAgrawalaAssertionItems.all(),
                        RicartAgrawalaTrafficItems.all(),
                        RicartAgrawalaDelayItems.all(),
                        RicartAgrawalaMediaItems.all(),
                        RicartAgrawalaNumberItems.all(),
                        RicartAgrawalaPracticeItems.all(),
                        RicartAgrawalaAppendixItems.all())
                .flatMap(List::stream)
                .toList();
    }

    /** Something that the report says in words; here it must have come out as expected. */
    static Comparison says(String what, String paper, String expected, String ours) {
        return Comparison.holds(what, paper, ours, expected.equals(ours));
    }

    /** An item of the report; the name without the word of the paper. */
    static Item item(
            String name, String place, String title, double quickSeconds, double fullSeconds, Experiment experiment) {
        return new Item(
                Paper.RICART_AGRAWALA.word() + "-" + name,
                Paper.RICART_AGRAWALA,
                place,
                title,
                new Item.Effort(quickSeconds, fullSeconds),
                experiment);
    }
}
