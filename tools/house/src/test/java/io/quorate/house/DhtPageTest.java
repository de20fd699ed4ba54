// SPDX-License-Identifier: Apache-2.0
package io.quorate.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.dht.data.DhtPage;
import io.quorate.lab.dht.data.RunTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The tables of docs/study/protocols/dht-experiments.md are drawn from the runs in docs/study/data/dht.csv. */
final class DhtPageTest {
    private static final Path PAGE = Repository.ROOT.resolve("docs/study/protocols/dht-experiments.md");
    private static final Path DATA = Repository.ROOT.resolve("docs/study/data/dht.csv");

    @Test
    void everyTableIsWhatTheRunsGive() throws IOException {
        String page = Files.readString(PAGE);
        assertThat(new DhtPage(RunTable.in(DATA)).drawnInto(page))
                .as(
                        "./quorate dht --page docs/study/protocols/dht-experiments.md --data docs/study/data/dht.csv --svg docs/images"
                                + " draws it anew")
                .isEqualTo(page);
    }
}
