// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.simulate.chance.Randomness;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

class AgendaTest {
    private record Entry(long time, int number) {}

    @Test
    void thingsHappenByTimeAndThenInTheOrderInWhichTheyWereEntered() {
        Agenda<Entry> agenda = new Agenda<>();
        Randomness randomness = new Randomness(5);
        List<Entry> entries = new ArrayList<>();
        for (int number = 0; number < 2_000; number++) {
            Entry entry = new Entry(randomness.nextInt(300), number);
            entries.add(entry);
            agenda.enter(entry.time, entry);
        }
        List<Entry> taken = new ArrayList<>();
        for (Entry next = agenda.take(); next != null; next = agenda.take()) {
            assertThat(agenda.now()).isEqualTo(next.time);
            taken.add(next);
        }
        entries.sort(Comparator.comparingLong(Entry::time).thenComparingInt(Entry::number));
        assertThat(taken).isEqualTo(entries);
    }

    @Test
    void nothingHappensInThePast() {
        Agenda<String> agenda = new Agenda<>();
        agenda.enter(10, "first");
        assertThat(agenda.take()).isEqualTo("first");
        agenda.enter(3, "late");
        assertThat(agenda.take()).isEqualTo("late");
        assertThat(agenda.now()).isEqualTo(10);
        assertThat(agenda.take()).isNull();
    }
}
