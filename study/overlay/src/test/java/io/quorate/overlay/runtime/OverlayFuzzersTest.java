// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.node.fuzz.Conversation;
import io.quorate.node.fuzz.FuzzersTest;
import io.quorate.node.fuzz.FuzzersTest.Target;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Bytes that no node of an overlay would send. */
final class OverlayFuzzersTest {
    @Test
    void theProtocolsOnAnOverlayAreFed() {
        assertThat(Conversation.protocols())
                .extracting(protocol -> protocol.name())
                .containsExactly("sigma", "endtoend", "nonendtoend");
    }

    @ParameterizedTest
    @EnumSource(names = {"FRAME", "LOCK_NODE"})
    void realBytesAndChangedOnesAreReadOrRefused(Target target) {
        FuzzersTest.feed(target);
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource(names = {"FRAME", "LOCK_NODE"})
    void jazzerFindsNothing(Target target, @TempDir Path directory) throws Exception {
        FuzzersTest.letJazzerLook(target, directory);
    }
}
