// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.roster.Ballot;
import io.quorate.core.roster.Configuration;
import io.quorate.core.roster.Member;
import io.quorate.core.roster.Roster;
import io.quorate.core.roster.RosterState;
import io.quorate.core.session.LeaseTerms;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a data directory keeps about rosters. */
@Tag("threads")
class RosterRecordTest {
    private static final Roster FIRST = Roster.first(
            "l1",
            List.of(new Member(0, "a", "h:1", true, ""), new Member(1, "b", "h:2", true, "")),
            "majority",
            LeaseTerms.of(LeaseTerms.LEASE_USUAL));

    @TempDir
    private Path directory = Path.of("unset");

    private NodeMemory begin() {
        return DataDirectory.begin(
                directory, "c", "a", 1000, key -> RosterState.beginning(Configuration.of(FIRST), key));
    }

    private static RosterState rosterOf(NodeMemory memory) {
        return Objects.requireNonNull(memory.roster());
    }

    private Path file() {
        return directory.resolve(DataDirectory.ROSTER_FILE);
    }

    @Test
    void aDirectoryThatBeginsDrawsItsKeyOnceAndKeepsTheFirstRoster() {
        RosterState kept;
        try (NodeMemory memory = begin()) {
            kept = rosterOf(memory);
            assertThat(kept.key()).hasSize(32);
            assertThat(memory.ceilings().keepsRoster()).isTrue();
        }
        try (NodeMemory again = begin()) {
            assertThat(rosterOf(again)).isEqualTo(kept);
        }
        assertThat(DataDirectory.keptRoster(directory)).isEqualTo(kept);
    }

    @Test
    void whatIsPromisedAndAcceptedIsThereAtTheNextStart() {
        Ballot ballot = new Ballot(3, 1, 77);
        RosterState promised;
        try (NodeMemory memory = begin()) {
            promised = rosterOf(memory).accepting(ballot, FIRST.withRemoved("b"));
            memory.ceilings().keepRoster(promised);
        }
        try (NodeMemory again = begin()) {
            assertThat(rosterOf(again)).isEqualTo(promised);
        }
    }

    /** Torn, cut short or changed: an error, and the file is as it was. */
    @Test
    void aDamagedFileIsRefusedWithWhatToDoAndNothingIsLost() throws IOException {
        begin().close();
        byte[] whole = Files.readAllBytes(file());
        for (int place = 0; place < whole.length; place += 3) {
            assertDamaged(Arrays.copyOf(whole, place));
            byte[] changed = whole.clone();
            changed[place] ^= 1;
            assertDamaged(changed);
        }
        Files.write(file(), whole);
        begin().close();
    }

    private void assertDamaged(byte[] content) throws IOException {
        Files.write(file(), content);
        assertThatThrownBy(this::begin)
                .isInstanceOf(StoreFailedException.class)
                .hasMessageContaining("is damaged")
                .hasMessageContaining("quorate roster replace");
        assertThat(Files.readAllBytes(file())).isEqualTo(content);
    }

    @Test
    void aLineThatANewerReleaseAddedIsSkippedSoThatANodeCanGoBack() throws IOException {
        RosterState kept;
        try (NodeMemory memory = begin()) {
            kept = rosterOf(memory);
        }
        String text = Files.readString(file());
        String lines = text.substring(0, text.lastIndexOf("checksum "));
        Files.writeString(file(), NodeRecord.sealed(lines + "+ colour blue\n"));
        try (NodeMemory back = begin()) {
            assertThat(rosterOf(back)).isEqualTo(kept);
        }
    }

    @Test
    void aFileThatWasWrittenHalfWhenTheMachineDiedDoesNotMatter() throws IOException {
        begin().close();
        Files.write(directory.resolve(DataDirectory.ROSTER_FILE + ".new"), new byte[] {1, 2, 3});
        begin().close();
    }

    @Test
    void aFileThatIsGoneIsNotBegunAnew() throws IOException {
        begin().close();
        Files.delete(file());
        assertThatThrownBy(this::begin)
                .isInstanceOf(StoreFailedException.class)
                .hasMessageContaining("is gone")
                .hasMessageContaining("quorate roster replace");
    }

    @Test
    void aFileOfAnotherNodeIsRefused() {
        begin().close();
        assertThatThrownBy(() -> DataDirectory.begin(directory, "c", "b", 1000, key -> null))
                .hasMessageContaining("belongs to node a");
    }

    @Test
    void aFileOfALaterReleaseIsNotCalledDamagedAndLinesItAddsAreSkipped() throws IOException {
        begin().close();
        String text = Files.readString(file());
        String lines = text.substring(0, text.lastIndexOf("checksum "));
        Files.writeString(file(), NodeRecord.sealed(lines + "+ something new\n"));
        begin().close();
        Files.writeString(file(), NodeRecord.sealed(lines.replace("version 1", "version 2")));
        assertThatThrownBy(this::begin).hasMessageContaining("another release wrote it");
    }

    @Test
    void peopleCanReadWhoTheMembersAre() throws IOException {
        begin().close();
        assertThat(Files.readString(file(), StandardCharsets.UTF_8))
                .contains("for people: configuration 0, roster 0 of a, b");
    }

    /** K1: nobody waits for the disk, and what is told to be durable is. */
    @Test
    void theWriterTellsWhatIsDurable() {
        NodeMemory memory = begin();
        List<Long> durable = new CopyOnWriteArrayList<>();
        List<Throwable> failures = new CopyOnWriteArrayList<>();
        RosterState next = rosterOf(memory).promising(new Ballot(1, 0, 1));
        try (CeilingWriter writer =
                new CeilingWriter("writer", memory.ceilings(), ceiling -> {}, durable::add, failures::add)) {
            writer.write(1, rosterOf(memory).promising(new Ballot(1, 0, 0)));
            writer.write(2, next);
            writer.start();
            Awaitility.await().until(() -> durable.contains(2L));
        }
        assertThat(failures).isEmpty();
        assertThat(DataDirectory.keptRoster(directory)).isEqualTo(next);
    }
}
