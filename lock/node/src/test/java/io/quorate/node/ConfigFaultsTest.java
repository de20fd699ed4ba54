// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.api.InvalidConfigException;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node refuses a configuration once, with all that is wrong with it. */
@Tag("threads")
class ConfigFaultsTest {
    @TempDir
    Path directory;

    @Test
    void theFaultsThatOnlyANodeFindsStandBesideTheOthers() {
        LocksConfig config = LocksConfig.of("a=localhost:1", "b=localhost:1")
                .nodeId("c")
                .protocol("quorumlok")
                .lease(Duration.ZERO);
        assertThatThrownBy(() -> Locks.join(config))
                .isInstanceOfSatisfying(
                        InvalidConfigException.class,
                        refusal -> assertThat(refusal.faults())
                                .hasSize(4)
                                .anyMatch(fault -> fault.contains("No member is called \"c\""))
                                .anyMatch(fault -> fault.contains("lease"))
                                .anyMatch(fault -> fault.contains("Did you mean \"quorumlock\"?"))
                                .anyMatch(fault -> fault.contains("both have the address localhost:1")));
    }

    @Test
    void aProtocolOfThePapersNeedsTheirModule() {
        assertThatThrownBy(() -> Locks.join(LocksConfig.of("a=localhost:1").protocol("maekawa")))
                .isInstanceOf(InvalidConfigException.class)
                .hasMessageContaining("io.quorate:quorate-papers");
        assertThatThrownBy(() -> Locks.join(LocksConfig.of("a=localhost:1").quorums("cyclic-cover")))
                .isInstanceOf(InvalidConfigException.class)
                .hasMessageContaining("io.quorate:quorate-papers");
    }

    @Test
    void aRefusedConfigurationLeavesNothingBehind() {
        Path data = directory.resolve("data");
        LocksConfig config = LocksConfig.of("a=localhost:1").dataDirectory(data).protocol("unknown");
        assertThatThrownBy(() -> Locks.join(config)).isInstanceOf(InvalidConfigException.class);
        assertThat(Files.exists(data)).isFalse();
    }
}
