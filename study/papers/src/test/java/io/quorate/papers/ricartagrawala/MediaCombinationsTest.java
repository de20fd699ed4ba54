// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.ricartagrawala;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.lock.ProtocolTraits;
import io.quorate.core.lock.ProtocolTraits.Delivery;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MediaCombinationsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "implicit-reply+broadcast",
                "implicit-reply+broadcast-replies",
                "counted+implicit-reply",
                "counted+broadcast",
                "counted+ring",
                "counted+ring-notes",
                "implicit-reply+readers-writers",
                "broadcast+readers-writers",
                "broadcast-replies+readers-writers"
            })
    void theseGoTogether(String modifications) {
        assertThat(RicartAgrawala.with(modifications).rules()).isEqualTo(modifications);
    }

    @Test
    void theOrderOfTheWordsDoesNotMatter() {
        assertThat(RicartAgrawala.with("broadcast+implicit-reply").rules()).isEqualTo("implicit-reply+broadcast");
    }

    @ParameterizedTest
    @CsvSource({
        "ring+broadcast, both say how messages travel",
        "ring+ring-notes, both say how messages travel",
        "sequenced+broadcast-replies, both say how messages travel",
        "implicit-reply+ring, the REQUEST that comes back is the answer",
        "implicit-reply+ring-notes, the REQUEST that comes back is the answer",
        "implicit-reply+sequenced, nobody waits for a time",
        "implicit-reply+standing-replies, has given a REPLY that lasts",
        "counted+sequenced, there is none to choose",
        "modulo+sequenced, there is none to choose",
        "modulo+ring, just one REPLY of each node",
        "implicit-reply+writers-first, known by its number",
        "ring+practical, between two nodes each",
        "practical+as-printed, section 7 is prose",
        "sequenced+readers-writers, one first request",
        "sequenced+standing-replies, one request is over",
        "broadcast+standing-replies, whose REPLY still stands",
        "broadcast-replies+standing-replies, whose REPLY still stands",
        "ring+standing-replies, the REQUEST that comes back is the answer",
        "ring+readers-writers, readers would wait for readers",
        "ring-notes+readers-writers, readers would wait for readers",
        "ring+as-printed, the listing of section 2.2",
        "implicit-reply+as-printed, the listing of section 2.2",
    })
    void theseDoNotAndItSaysWhy(String modifications, String reason) {
        assertThatThrownBy(() -> RicartAgrawala.with(modifications))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void theTraitsSayWhatEachNeeds() {
        ProtocolTraits silent = RicartAgrawala.with("implicit-reply+broadcast").traits();
        assertThat(silent.needsTimeBound()).isTrue();
        assertThat(silent.transmissionMax()).isEqualTo(Duration.ofMillis(20));
        assertThat(silent.survivesLinkResets()).isFalse();
        ProtocolTraits medium = RicartAgrawala.with("sequenced").traits();
        assertThat(medium.needs()).isEqualTo(Delivery.SEQUENCED);
        assertThat(medium.needsTimeBound()).isFalse();
        ProtocolTraits ring = RicartAgrawala.with("ring").traits();
        assertThat(ring.needs()).isEqualTo(Delivery.UNORDERED);
        assertThat(ring.survivesLinkResets()).isFalse();
        assertThat(ring.survivesDuplicates()).isTrue();
        ProtocolTraits broadcast = RicartAgrawala.with("broadcast-replies").traits();
        assertThat(broadcast).isEqualTo(new RicartAgrawala().traits());
    }
}
