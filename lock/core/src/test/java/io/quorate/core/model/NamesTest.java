// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Names of nodes and locks, stamps and the clock. */
class NamesTest {
    @Test
    void nodesAreCountedFromOneWhenWritten() {
        assertThat(NodeId.of(0)).hasToString("n1").isEqualTo(NodeId.parse("n1"));
        assertThat(NodeId.parse("n300")).isEqualTo(NodeId.of(299)).hasSameHashCodeAs(NodeId.of(299));
        assertThatThrownBy(() -> NodeId.parse("n0")).hasMessageContaining("n1, n2, ...");
        assertThatThrownBy(() -> NodeId.of(-1)).hasMessageContaining("-1");
        assertThatThrownBy(() -> NodeId.parse("n9999999")).hasMessageContaining("between 0 and");
    }

    @Test
    void aLockNameHasOneTo512BytesOfWellFormedText() {
        assertThat(LockName.of("ä".repeat(256)).utf8()).hasSize(512);
        assertThatThrownBy(() -> LockName.of("ä".repeat(256) + "x"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at most 512 bytes")
                .hasMessageContaining("513");
        assertThatThrownBy(() -> LockName.of("")).hasMessageContaining("must not be empty");
        assertThatThrownBy(() -> LockName.of("half \uD800")).hasMessageContaining("half a character");
        assertThatThrownBy(() -> LockName.of("\uFFFD \uD800")).hasMessageContaining("half a character");
        assertThat(LockName.of("\uFFFD")).hasToString("\uFFFD");
    }

    @Test
    void lockNamesAreEqualByTheirBytes() {
        LockName name = LockName.of("orders/42");
        assertThat(LockName.ofUtf8(name.utf8().clone())).isEqualTo(name).hasSameHashCodeAs(name);
        assertThat(LockName.of("orders/43")).isNotEqualTo(name).isGreaterThan(name);
    }

    @Test
    void stampsAreOrderedByCounterThenNodeThenIncarnation() {
        Stamp stamp = new Stamp(4, NodeId.of(1), 1);
        assertThat(stamp.isBefore(new Stamp(5, NodeId.of(0), 0))).isTrue();
        assertThat(stamp.isBefore(new Stamp(4, NodeId.of(2), 0))).isTrue();
        assertThat(stamp.isBefore(new Stamp(4, NodeId.of(1), 2))).isTrue();
        assertThat(stamp.isBefore(new Stamp(4, NodeId.of(1), 0))).isFalse();
        assertThat(stamp).hasToString("4.n2'1");
        assertThat(stamp.hasOwnerOf(new Stamp(9, NodeId.of(1), 1))).isTrue();
        assertThat(stamp.hasOwnerOf(new Stamp(4, NodeId.of(1), 0))).isFalse();
    }

    @Test
    void theClockIsAlwaysAheadOfWhatItHasSeenAndNeverGoesBack() {
        LamportClock clock = new LamportClock(0);
        assertThat(clock.tick()).isEqualTo(1);
        clock.observe(7);
        clock.observe(3);
        assertThat(clock.counter()).isEqualTo(7);
        assertThat(clock.tick()).isEqualTo(8);
    }

    @Test
    void exclusiveConflictsWithEverythingAndCoversEverything() {
        assertThat(Mode.SHARED.conflictsWith(Mode.SHARED)).isFalse();
        assertThat(Mode.SHARED.conflictsWith(Mode.EXCLUSIVE)).isTrue();
        assertThat(Mode.EXCLUSIVE.conflictsWith(Mode.SHARED)).isTrue();
        assertThat(Mode.EXCLUSIVE.covers(Mode.SHARED)).isTrue();
        assertThat(Mode.SHARED.covers(Mode.EXCLUSIVE)).isFalse();
    }

    @Test
    void aBrokenInvariantSaysWhichSentenceIsNotTrue() {
        assertThatThrownBy(() -> Invariant.hold(false, "two and two are four"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("two and two are four");
    }

    @Test
    void namesOfTheLibraryAreRefusedToApplications() {
        assertThatThrownBy(() -> LockName.of("$quorate/join"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("reserved");
        LockName own = LockName.reserved("join");
        assertThat(own).hasToString("$quorate/join").isEqualTo(LockName.ofUtf8(own.utf8()));
        assertThat(own.isReserved()).isTrue();
        assertThat(LockName.of("quorate/join").isReserved()).isFalse();
        assertThat(LockName.of("$quorate").isReserved()).isFalse();
    }
}
