// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.Protocols;
import io.quorate.overlay.node.OverlayProtocol;
import org.junit.jupiter.api.Test;

/** The protocols of this module are found as services, and stand in lists where they always stood. */
final class FoundProtocolsTest {
    @Test
    void theyStandBehindTheQuorumLock() {
        assertThat(Protocols.all())
                .extracting(Protocol::name)
                .containsSubsequence("quorumlock", "sigma", "endtoend", "nonendtoend")
                .doesNotHaveDuplicates();
        assertThat(Protocols.all().stream().filter(OverlayProtocol::isOne)).hasSize(3);
        assertThat(Protocols.brought()).as("they are not a user's").isEmpty();
    }

    @Test
    void theyAreFoundByNameAndAlwaysTheSameObject() {
        assertThat(Protocols.named("sigma")).isSameAs(Protocols.named("sigma"));
        assertThat(Protocols.named("endtoend:as-printed").rules()).isEqualTo("as-printed");
    }

    @Test
    void anOverlayIsFoundByName() {
        assertThat(Overlays.all())
                .allSatisfy(kind -> assertThat(Overlays.named(kind.name())).isSameAs(kind));
        assertThatThrownBy(() -> Overlays.named("pastrie")).hasMessageContaining("Did you mean \"pastry\"?");
    }
}
