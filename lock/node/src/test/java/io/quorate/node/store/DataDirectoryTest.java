// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.quorate.api.Hold;
import io.quorate.api.JoinFailedException;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.node.net.FreePorts;
import io.quorate.node.net.HeardLog;
import io.quorate.node.time.NanoClock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

@Tag("threads")
@Timeout(60)
class DataDirectoryTest {
    private static final String CLUSTER = "demo";

    private static final long FORGOTTEN = 123_456;

    @TempDir
    private Path directory;

    private NodeMemory begin(String nodeId) {
        return DataDirectory.begin(directory, CLUSTER, nodeId, FORGOTTEN);
    }

    private NodeMemory begin() {
        return begin("a");
    }

    @Test
    void noStartVotesAtOnceForAnEmptyDirectoryProvesNothing() {
        Path absent = directory.resolve("made/when/needed");
        NodeMemory first = DataDirectory.begin(absent, CLUSTER, "a", FORGOTTEN);
        assertThat(first.votesAtOnce()).isFalse();
        assertThat(first.clock()).isEqualTo(FORGOTTEN);
        first.close();
        try (NodeMemory second = DataDirectory.begin(absent, CLUSTER, "a", FORGOTTEN)) {
            assertThat(second.votesAtOnce()).isFalse();
            assertThat(second.incarnation()).isEqualTo(first.incarnation() + 1);
        }
    }

    @Test
    void w4_aCleanStopCountsForOneStartAndIsGoneFromTheDiskBeforeIt() {
        NodeMemory first = begin();
        first.ceilings().stoppedCleanly();
        first.close();
        NodeMemory second = begin();
        assertThat(second.votesAtOnce()).isTrue();
        assertThat(second.incarnation()).isEqualTo(first.incarnation() + 1);
        second.close(); // as by a crash: nothing was written
        try (NodeMemory third = begin()) {
            assertThat(third.votesAtOnce()).isFalse();
        }
    }

    @Test
    void w4_aCopyOfADirectoryCarriesNoMarkOfACleanStopAndRepeatsNoNumber() throws Exception {
        writeIncarnation(Incarnations.byTheClock() - Incarnations.in(Duration.ofDays(1)));
        NodeMemory first = begin();
        first.ceilings().stoppedCleanly();
        first.close();
        Path backup = Files.createDirectory(directory.resolve("backup"));
        for (String name : List.of(DataDirectory.LOCK_FILE, DataDirectory.STATE_FILE)) {
            Files.copy(directory.resolve(name), backup.resolve(name), StandardCopyOption.COPY_ATTRIBUTES);
        }
        try (NodeMemory second = begin()) {
            assertThat(second.votesAtOnce()).as("of the original").isTrue();
            try (HeardLog log = new HeardLog(DataDirectory.class);
                    NodeMemory restored = DataDirectory.begin(backup, CLUSTER, "a", FORGOTTEN)) {
                log.await("The data directory .*backup was copied or brought back from a backup: .*");
                assertThat(restored.votesAtOnce()).isFalse();
                assertThat(restored.incarnation()).isGreaterThan(second.incarnation());
                assertThat(restored.clock()).isEqualTo(FORGOTTEN);
                restored.ceilings().stoppedCleanly();
            }
        }
        try (NodeMemory next = DataDirectory.begin(backup, CLUSTER, "a", FORGOTTEN)) {
            assertThat(next.votesAtOnce()).as("it has become an original").isTrue();
        }
    }

    /** A file system may give the restored file the number of the old one, and ext4 mostly does. The time of its birth differs. */
    @Test
    @EnabledForJreRange(min = JRE.JAVA_22)
    void w4_aDirectoryThatWasRestoredInPlaceCarriesNoMarkOfACleanStop() throws Exception {
        Path state = directory.resolve(DataDirectory.STATE_FILE);
        for (int round = 0; round < 40; round++) {
            begin().close();
            NodeMemory first = begin();
            first.ceilings().stoppedCleanly();
            first.close();
            byte[] backup = Files.readAllBytes(state);
            for (int start = 0; start <= round % 4; start++) {
                begin().close();
            }
            Files.delete(state);
            Files.write(state, backup);
            try (NodeMemory restored = begin()) {
                assertThat(restored.votesAtOnce()).as("round " + round).isFalse();
            }
        }
    }

    @Test
    void w4_aDirectoryThatWasMovedIsNoCopy() throws Exception {
        Path before = directory.resolve("before");
        NodeMemory first = DataDirectory.begin(before, CLUSTER, "a", FORGOTTEN);
        first.ceilings().stoppedCleanly();
        first.close();
        Path after = Files.move(before, directory.resolve("after"));
        try (NodeMemory second = DataDirectory.begin(after, CLUSTER, "a", FORGOTTEN)) {
            assertThat(second.votesAtOnce()).isTrue();
            assertThat(second.incarnation()).isEqualTo(first.incarnation() + 1);
        }
    }

    /** A release before this one wrote no number of the file. */
    @Test
    void w4_aCleanStopOfAnEarlierReleaseCounts() throws Exception {
        NodeRecord record = NodeRecord.first(CLUSTER, "a").withIncarnation(7).stoppedCleanly();
        Files.write(directory.resolve(DataDirectory.STATE_FILE), record.toBytes());
        try (NodeMemory next = begin()) {
            assertThat(next.votesAtOnce()).isTrue();
            assertThat(next.incarnation()).isEqualTo(8);
        }
    }

    @Test
    void w3_whoseDirectoryWasClosedMarksNothing() {
        NodeMemory first = begin();
        first.close();
        first.ceilings().stoppedCleanly();
        try (NodeMemory second = begin()) {
            assertThat(second.votesAtOnce()).isFalse();
        }
    }

    private void writeIncarnation(long number) throws IOException {
        NodeRecord record = NodeRecord.first(CLUSTER, "a").withIncarnation(number);
        Files.write(directory.resolve(DataDirectory.STATE_FILE), record.toBytes());
    }

    @Test
    void aDirectoryFromAClockThatWasFarAheadIsUsedAndSaidInWords() throws Exception {
        long ahead = Incarnations.byTheClock() + Incarnations.in(Duration.ofDays(900));
        writeIncarnation(ahead);
        try (HeardLog log = new HeardLog(DataDirectory.class);
                NodeMemory next = begin()) {
            assertThat(next.incarnation()).isEqualTo(ahead + 1);
            log.await("The clock of this machine was 2 years ahead when the data directory .*");
        }
        assertThat(Incarnations.inWords(Duration.ofDays(900))).isEqualTo("2 years");
        assertThat(Incarnations.inWords(Duration.ofMinutes(59))).isEqualTo("59 minutes");
    }

    /** The numbers once ended in 2043. */
    @Test
    void numbersGoOnBeyondWhatAnIntHolds() throws Exception {
        writeIncarnation(Integer.MAX_VALUE);
        try (NodeMemory next = begin()) {
            assertThat(next.incarnation()).isEqualTo(Integer.MAX_VALUE + 1L);
        }
        try (NodeMemory next = begin()) {
            assertThat(next.incarnation()).isEqualTo(Integer.MAX_VALUE + 2L);
        }
    }

    @Test
    void whatWasKeptIsThereAfterTheNextStart() {
        try (NodeMemory first = begin()) {
            first.ceilings().keepCeiling(17);
            first.ceilings().keepCeiling(4711);
        }
        try (NodeMemory second = begin()) {
            assertThat(second.clock()).isEqualTo(4711);
            second.ceilings().keepCeiling(5000);
        }
        try (NodeMemory third = begin()) {
            assertThat(third.clock()).isEqualTo(5000);
        }
    }

    @Test
    void aStartThatIsOverWritesNothingAnyMore() {
        NodeMemory first = begin();
        first.close();
        try (NodeMemory second = begin()) {
            assertThatThrownBy(() -> first.ceilings().keepCeiling(7))
                    .isInstanceOf(StoreFailedException.class)
                    .hasMessageContaining("was closed");
            second.ceilings().keepCeiling(8);
        }
        try (NodeMemory third = begin()) {
            assertThat(third.clock()).isEqualTo(8);
            assertThat(third.incarnation()).isEqualTo(first.incarnation() + 2);
        }
    }

    @Test
    void aDirectoryServesOneNodeAtATime() {
        NodeMemory first = begin();
        assertThatThrownBy(this::begin)
                .isInstanceOf(StoreFailedException.class)
                .hasMessageContaining("is in use by process " + ThisProcess.PID)
                .hasMessageContaining("stop that node first");
        first.close();
        begin().close();
    }

    @Test
    void anotherProcessDoesNotGetInEither() throws Exception {
        Path ready = directory.resolve("ready");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process other = new ProcessBuilder(
                        java,
                        "-cp",
                        System.getProperty("java.class.path"),
                        DirectoryUser.class.getName(),
                        directory.toString(),
                        ready.toString())
                .inheritIO()
                .start();
        try {
            await().atMost(Duration.ofSeconds(20)).until(() -> Files.exists(ready) || !other.isAlive());
            assertThatThrownBy(this::begin)
                    .isInstanceOf(StoreFailedException.class)
                    .hasMessageContaining("is in use by process " + other.pid());
        } finally {
            other.destroyForcibly();
            assertThat(other.waitFor(20, TimeUnit.SECONDS)).isTrue();
        }
        try (NodeMemory next = begin()) {
            assertThat(next.votesAtOnce())
                    .as("the other one may have granted something")
                    .isFalse();
            assertThat(next.clock()).isEqualTo(DirectoryUser.CEILING);
        }
    }

    /** Uses a directory until it is killed. */
    static final class DirectoryUser {
        static final long CEILING = 99;

        private DirectoryUser() {}

        public static void main(String[] arguments) throws Exception {
            NodeMemory memory = DataDirectory.begin(Path.of(arguments[0]), CLUSTER, "a", FORGOTTEN);
            memory.ceilings().keepCeiling(CEILING);
            Files.createFile(Path.of(arguments[1]));
            Thread.sleep(60_000); // it is killed before
        }
    }

    @Test
    void theDirectoryOfAnotherNodeIsRefused() {
        begin("a").close();
        assertThatThrownBy(() -> begin("b"))
                .isInstanceOf(StoreFailedException.class)
                .hasMessageContaining("belongs to node a of the cluster demo, and this is node b of the cluster demo");
        assertThatThrownBy(() -> DataDirectory.begin(directory, "other", "a", FORGOTTEN))
                .hasMessageContaining("a directory of its own");
        begin("a").close();
    }

    @Test
    void aWriteThatWasCutAnywhereLosesNothing() throws Exception {
        try (NodeMemory first = begin()) {
            first.ceilings().keepCeiling(4711);
        }
        byte[] whole = Files.readAllBytes(directory.resolve(DataDirectory.STATE_FILE));
        for (int length = 0; length <= whole.length; length++) {
            Files.write(directory.resolve("node.state.new"), Arrays.copyOf(whole, length));
            try (NodeMemory next = begin()) {
                assertThat(next.clock()).isEqualTo(4711);
            }
        }
    }

    @Test
    void aFileThatIsDamagedAnywhereIsRefusedWithWhatToDo() throws Exception {
        begin().close();
        Path state = directory.resolve(DataDirectory.STATE_FILE);
        byte[] whole = Files.readAllBytes(state);
        for (int place = 0; place < whole.length; place++) {
            assertRefused(state, Arrays.copyOf(whole, place));
            byte[] changed = whole.clone();
            changed[place] ^= 1;
            assertRefused(state, changed);
        }
        assertRefused(state, new byte[100_000]);
        Files.write(state, whole);
        begin().close();
    }

    private void assertRefused(Path state, byte[] content) throws IOException {
        Files.write(state, content);
        assertThatThrownBy(this::begin)
                .isInstanceOf(StoreFailedException.class)
                .hasMessageContaining("is damaged")
                .hasMessageContaining("remove it, and nothing else of its directory");
    }

    @Test
    void whoRemovesTheDamagedFileStartsAsOneWhoHasKeptNothing() throws Exception {
        begin().close();
        Files.delete(directory.resolve(DataDirectory.STATE_FILE));
        try (NodeMemory next = begin()) {
            assertThat(next.votesAtOnce()).isFalse();
            assertThat(next.clock()).isEqualTo(FORGOTTEN);
        }
    }

    @Test
    void aFileOfAnotherReleaseIsNotCalledDamaged() throws Exception {
        Files.write(
                directory.resolve(DataDirectory.STATE_FILE),
                new NodeRecord(CLUSTER, "a", 1, 2, false, false)
                        .withTitle("quorate node state, version 2")
                        .getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(this::begin).hasMessageContaining("another release wrote it");
    }

    @Test
    void aLineThatANewerReleaseAddedIsSkippedSoThatANodeCanGoBack() throws Exception {
        Files.write(
                directory.resolve(DataDirectory.STATE_FILE),
                new NodeRecord(CLUSTER, "a", 7, 2, false, true)
                        .withTitle("quorate node state, version 1\n+ colour blue")
                        .getBytes(StandardCharsets.UTF_8));
        try (NodeMemory back = begin()) {
            assertThat(back.incarnation()).isEqualTo(8);
            assertThat(back.votesAtOnce()).isTrue();
        }
    }

    @Test
    void whatIsNoDirectoryIsRefused() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        assertThatThrownBy(() -> DataDirectory.begin(file, CLUSTER, "a", FORGOTTEN))
                .isInstanceOf(StoreFailedException.class)
                .hasMessageContaining("cannot be used");
    }

    @Test
    void fencesRiseOverARestartAlthoughTheClockWasSetBack() throws Exception {
        LocksConfig config = LocksConfig.of(
                        FreePorts.roster("any", 1).members().get(0).toString())
                .cluster(CLUSTER)
                .lease(LocksConfig.LEASE_MIN)
                .dataDirectory(directory);
        long first;
        try (Locks locks = Locks.join(config);
                Hold hold = locks.lock("x").acquire()) {
            first = hold.fence();
            assertThatThrownBy(() -> Locks.join(config))
                    .isInstanceOf(JoinFailedException.class)
                    .hasMessageContaining("is in use by process");
        }
        // As if another machine, whose clock was far ahead, had been heard of before the end.
        long high = NanoClock.SYSTEM.wallMicros() * 2;
        try (NodeMemory between = DataDirectory.begin(directory, CLUSTER, config.nodeId(), FORGOTTEN)) {
            between.ceilings().keepCeiling(high);
        }
        try (Locks locks = Locks.join(config);
                Hold hold = locks.lock("x").acquire()) {
            assertThat(hold.fence()).isGreaterThan(first).isGreaterThan(high);
        }
    }
}
