// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SharedPageTest {
    private static final int LOCK = Workload.NAMES - 1;

    @TempDir
    private Path folder;

    private SharedPage one;
    private SharedPage other;

    /** The same file twice, as two clients have it. */
    @BeforeEach
    void open() throws IOException {
        one = SharedPage.open(folder.resolve("page"));
        other = SharedPage.open(folder.resolve("page"));
    }

    @Test
    void whoIsAloneIsSeenAlone() {
        assertThat(one.enter(LOCK, 1_001)).isTrue();
        assertThat(one.leave(LOCK, 1_001)).isTrue();
        assertThat(other.enter(LOCK, 2_001)).isTrue();
        assertThat(other.leave(LOCK, 2_001)).isTrue();
    }

    @Test
    void twoInsideAtOnceAreFoundByBoth() {
        assertThat(one.enter(LOCK, 1_001)).isTrue();
        assertThat(other.enter(LOCK, 2_001)).isFalse();
        assertThat(one.leave(LOCK, 1_001)).isFalse();
    }

    @Test
    void onlyAnotherClientMakesAHandOff() {
        assertThat(one.isHandOff(LOCK, 1)).isTrue();
        assertThat(one.isHandOff(LOCK, 1)).isFalse();
        assertThat(other.isHandOff(LOCK, 2)).isTrue();
        assertThat(one.isHandOff(LOCK, 1)).isTrue();
    }
}
