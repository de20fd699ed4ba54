// SPDX-License-Identifier: Apache-2.0
package com.example.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LedgerTest {
    @TempDir
    private Path folder;

    private Path file;
    private Ledger ledger;

    @BeforeEach
    void newLedger() {
        file = folder.resolve("ledger.txt");
        ledger = new Ledger(file);
    }

    @Test
    void theSameAndLaterHoldersWrite() throws IOException {
        ledger.append("tick 1", "part 1", 7);
        ledger.append("tick 1", "part 2", 7);
        ledger.append("tick 2", "part 1", 8);
        assertThat(file).hasContent("tick 1: part 1, fence 7\ntick 1: part 2, fence 7\ntick 2: part 1, fence 8\n");
    }

    @Test
    void theLateWriteOfAnEarlierHolderIsRefusedAndChangesNothing() throws IOException {
        ledger.append("tick 2", "by the later holder", 8);
        assertThatThrownBy(() -> ledger.append("tick 1", "by the earlier one", 7))
                .isInstanceOf(Ledger.StaleFenceException.class)
                .hasMessageContainingAll("late write", "7", "8", "leave this work");
        assertThat(file).hasContent("tick 2: by the later holder, fence 8\n");
    }

    @Test
    void itKnowsWhichTicksWereWritten() throws IOException {
        assertThat(ledger.has("tick 1")).isFalse();
        ledger.append("tick 12", "part 1", 7);
        assertThat(ledger.has("tick 12")).isTrue();
        assertThat(ledger.has("tick 1")).isFalse();
    }
}
