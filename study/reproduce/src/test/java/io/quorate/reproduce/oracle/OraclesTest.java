// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What makes the oracles second opinions. */
class OraclesTest {
    private static final Path ROOM = Path.of("src/test/java/io/quorate/reproduce/oracle");

    @Test
    void noOracleKnowsTheCodeThatItIsComparedWith() throws IOException {
        List<Path> oracles;
        try (Stream<Path> files = Files.list(ROOM)) {
            oracles = files.filter(file -> file.toString().matches(".*(Oracle|Model|Search)\\.java"))
                    .toList();
        }
        assertThat(oracles).hasSize(8);
        for (Path oracle : oracles) {
            assertThat(Files.readAllLines(oracle).stream()
                            .filter(line -> line.startsWith("import ") && line.contains("io.quorate")))
                    .as(oracle.toString())
                    .isEmpty();
        }
    }
}
