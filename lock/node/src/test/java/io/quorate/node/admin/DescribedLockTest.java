// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.api.LockDescription;
import io.quorate.api.LockDescription.Party;
import io.quorate.api.LockMode;
import io.quorate.node.admin.DescribedLock.DescribedParty;
import io.quorate.node.admin.DescribedLock.DescribedVote;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an operator reads. */
class DescribedLockTest {
    private static final Party WORKER = new DescribedParty(
            "a",
            false,
            "host",
            7,
            "worker",
            LockMode.EXCLUSIVE,
            Instant.parse("2026-01-01T00:00:00Z"),
            17,
            Duration.ofMillis(4200),
            true);

    @Test
    void aFreeLockIsCalledFree() {
        LockDescription lock =
                new DescribedLock("x", List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of());
        assertThat(lock.isFree()).isTrue();
        assertThat(lock).hasToString("Lock \"x\" is free; nobody waits.");
    }

    @Test
    void aHolderIsNamedAndItsVotesAreNoNews() {
        LockDescription lock = new DescribedLock(
                "x",
                List.of(WORKER),
                List.of(),
                List.of(new DescribedVote("b", "a", true)),
                List.of(),
                List.of(),
                List.of(),
                List.of());
        assertThat(lock.isFree()).isFalse();
        assertThat(lock.toString())
                .contains("is held by worker of node a (process 7 on host")
                .contains("fence 17, valid for another 4200 ms, with spare votes")
                .doesNotContain("promised");
    }

    @Test
    void aVoteForSomebodySilentOrForgetfulIsSaid() {
        LockDescription silent = new DescribedLock(
                "x",
                List.of(),
                List.of(),
                List.of(new DescribedVote("b", "a", true)),
                List.of(),
                List.of("a"),
                List.of(),
                List.of());
        assertThat(silent.toString()).contains("promised it to node a, which does not answer");
        LockDescription forgetful = new DescribedLock(
                "x",
                List.of(),
                List.of(),
                List.of(new DescribedVote("b", "a", true)),
                List.of(),
                List.of(),
                List.of(),
                List.of());
        assertThat(forgetful.isFree()).isFalse();
        assertThat(forgetful.toString())
                .startsWith("Lock \"x\" is held by nobody; nobody waits.")
                .contains("promised it to node a, which does not claim it");
    }

    @Test
    void aLockThatANodeKeepsAtHandIsFree() {
        LockDescription lock = new DescribedLock(
                "x",
                List.of(),
                List.of(),
                List.of(new DescribedVote("b", "a", true)),
                List.of("a"),
                List.of(),
                List.of(),
                List.of());
        assertThat(lock.isFree()).isTrue();
        assertThat(lock)
                .hasToString(
                        "Lock \"x\" is free; nobody waits. Node a keeps it for its next use, and gives it up when another node wants it.");
    }

    @Test
    void aGuestIsCalledOne() {
        Party guest = new DescribedParty(
                "cli",
                true,
                "host",
                8,
                "backup",
                LockMode.EXCLUSIVE,
                Instant.parse("2026-01-01T00:00:00Z"),
                18,
                null,
                false);
        LockDescription lock = new DescribedLock(
                "x",
                List.of(guest),
                List.of(WORKER),
                List.of(new DescribedVote("b", "other", true)),
                List.of("third"),
                List.of(),
                List.of(),
                List.of("cli", "other", "third"));
        assertThat(lock.toString())
                .contains("is held by backup of guest cli (process 8 on host")
                .contains("waiting: worker of node a (")
                .contains("Guest third keeps it for its next use")
                .contains("Node b has promised it to guest other, which does not claim it");
    }

    @Test
    void noNameBeginsALineOfItsOwn() {
        LockDescription lock = new DescribedLock(
                "x\n2026 AUDIT: allowed",
                List.of(WORKER),
                List.of(),
                List.of(),
                List.of("a\u001b[2K"),
                List.of("b\u202e"),
                List.of(),
                List.of());
        assertThat(lock.toString())
                .startsWith("Lock \"x?2026 AUDIT: allowed\" is held")
                .contains("Node a?[2K keeps", "No answer from: b?.")
                .doesNotContain("\n", "\u001b", "\u202e");
    }
}
