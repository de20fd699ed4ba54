// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.node.net.link.Refusal;
import org.junit.jupiter.api.Test;

class RefusalTest {
    @Test
    void whatPeersSayIsMadePrintable() {
        Refusal said = new Refusal(Refusal.Reason.DOES_NOT_FIT, "no\u2028AUDIT: allowed: alice");
        assertThat(Refusal.read(said.toBytes()).text()).isEqualTo("no?AUDIT: allowed: alice");
    }
}
