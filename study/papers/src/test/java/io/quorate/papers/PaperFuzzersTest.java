// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.node.fuzz.Conversation;
import io.quorate.node.fuzz.FuzzersTest;
import io.quorate.node.fuzz.FuzzersTest.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Bytes that no node with a protocol of the papers would send. */
@Tag("threads")
final class PaperFuzzersTest {
    @Test
    void theProtocolsOfThePapersAreFed() {
        assertThat(Conversation.protocols())
                .extracting(protocol -> protocol.name())
                .contains("maekawa", "tree", "ricart-agrawala", "central");
    }

    @ParameterizedTest
    @EnumSource(names = {"FRAME", "LOCK_NODE"})
    void realBytesAndChangedOnesAreReadOrRefused(Target target) {
        FuzzersTest.feed(target);
    }
}
