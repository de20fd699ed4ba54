// SPDX-License-Identifier: Apache-2.0
package io.quorate.fencing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("threads")
@Timeout(120)
class FencedFileTest {
    private static final long SOON_SECONDS = 60;

    @TempDir
    private Path folder;

    private Path path() {
        return folder.resolve("state.json");
    }

    private Path fencePath() {
        return folder.resolve("state.json.fence");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private FencedFile file() {
        return new FencedFile(path());
    }

    @Test
    void theSameAndHigherFencesWriteAndAnOlderOneIsRefused() throws Exception {
        assertThat(file().newestFence()).isEmpty();
        file().replace(5, bytes("five"));
        file().replace(5, bytes("five again"));
        file().replace(9, bytes("nine"));
        assertThatThrownBy(() -> file().replace(8, bytes("late")))
                .isInstanceOfSatisfying(StaleFenceException.class, stale -> {
                    assertThat(stale.fence()).isEqualTo(8);
                    assertThat(stale.newest()).isEqualTo(9);
                    assertThat(stale.resource()).endsWith("state.json");
                })
                .hasMessageContaining("The file is as it was");
        assertThat(path()).hasContent("nine");
        assertThat(file().newestFence()).hasValue(9);
        assertThat(fencePath()).content().contains("fence 0000000000000000009 check ");
    }

    @Test
    void aFileThatWasThereBeforeKeepsItsRightsAndIsWrittenThroughALink() throws Exception {
        Files.writeString(path(), "old");
        Files.setPosixFilePermissions(path(), PosixFilePermissions.fromString("rw-r-----"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), path());
        new FencedFile(link).replace(7, bytes("new"));
        assertThat(path()).hasContent("new");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path())))
                .isEqualTo("rw-r-----");
        assertThat(link).isSymbolicLink();
        assertThatThrownBy(() -> file().replace(6, bytes("late"))).isInstanceOf(StaleFenceException.class);
    }

    @Test
    void badInputIsRefusedAndChangesNothing() throws Exception {
        file().replace(3, bytes("three"));
        assertThatThrownBy(() -> file().replace(0, bytes("x")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("hold.fence()");
        assertThatThrownBy(() -> file().replace(4, null)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> new FencedFile(folder.resolve("missing/state")).replace(1, bytes("x")))
                .isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> new FencedFile(folder).replace(1, bytes("x"))).hasMessageContaining("is a directory");
        Path dangling = Files.createSymbolicLink(folder.resolve("dangling"), folder.resolve("nowhere"));
        assertThatThrownBy(() -> new FencedFile(dangling).replace(1, bytes("x")))
                .hasMessageContaining("the link leads to no file");
        assertThatThrownBy(() -> new FencedFile(fencePath()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("does not end with .fence or .new");
        assertThat(path()).hasContent("three");
        assertThat(file().newestFence()).hasValue(3);
    }

    @Test
    void afterACrashBetweenFenceAndContentTheOldContentStaysAndOlderHoldersAreRefused() throws Exception {
        file().replace(5, bytes("five"));
        try (FileChannel channel = FileChannel.open(fencePath(), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            new FenceSlots(fencePath(), channel).raise(9); // and here the process of fence 9 ends
        }
        assertThat(path()).hasContent("five");
        assertThatThrownBy(() -> file().replace(5, bytes("late"))).isInstanceOf(StaleFenceException.class);
        file().replace(9, bytes("nine"));
        assertThat(path()).hasContent("nine");
    }

    @Test
    void whatACrashLeavesOfNewContentIsNeverReadAndIsOverwritten() throws Exception {
        file().replace(5, bytes("five"));
        Files.writeString(folder.resolve("state.json.new"), "half of som");
        assertThat(path()).hasContent("five");
        file().replace(6, bytes("six"));
        assertThat(path()).hasContent("six");
        try (var left = Files.list(folder)) {
            assertThat(left.map(each -> each.getFileName().toString()))
                    .containsExactlyInAnyOrder("state.json", "state.json.fence");
        }
    }

    /** The write of a fence may stop after any byte. */
    @Test
    void aTornWriteOfAFenceNeverLowersIt() throws Exception {
        for (long first : List.of(1L, 7L, 1779020721125835776L)) {
            file().replace(first, bytes("a"));
            file().replace(first + 1, bytes("b"));
            byte[] before = Files.readAllBytes(fencePath());
            file().replace(first + 2, bytes("c"));
            byte[] after = Files.readAllBytes(fencePath());
            for (int written = 0; written <= after.length; written++) {
                byte[] torn = Arrays.copyOf(before, before.length);
                System.arraycopy(after, 0, torn, 0, written);
                Files.write(fencePath(), torn);
                long newest = file().newestFence().orElseThrow();
                assertThat(newest).as("after %s bytes", written).isBetween(first + 1, first + 2);
            }
            for (int length = 0; length < before.length; length++) { // the second line, in a file that still grows
                Files.write(fencePath(), Arrays.copyOf(before, length));
                long newest = file().newestFence().orElse(0);
                assertThat(newest).isIn(0L, first);
                assertThat(newest == 0).isEqualTo(length < before.length / 2);
            }
            Files.delete(fencePath());
        }
    }

    @Test
    void aFenceThatIsNotKnownAnyMoreIsAnErrorAndNotAFreePass() throws Exception {
        file().replace(5, bytes("five"));
        file().replace(6, bytes("six"));
        byte[] damaged = Files.readAllBytes(fencePath());
        damaged[10] ^= 1;
        damaged[damaged.length - 3] ^= 1;
        Files.write(fencePath(), damaged);
        assertThatThrownBy(() -> file().replace(7, bytes("seven")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("damaged")
                .hasMessageContaining("delete the file while nobody holds the lock");
        assertThat(path()).hasContent("six");
    }

    @Test
    void ofManyWritersAtOnceNoneWritesAfterALaterOne() throws Exception {
        int writers = 40;
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Integer> fences = new ArrayList<>();
            for (int fence = 1; fence <= writers; fence++) {
                fences.add(fence);
            }
            Collections.shuffle(fences, new Random(7));
            List<Future<Boolean>> all = new ArrayList<>();
            for (int fence : fences) {
                all.add(threads.submit(() -> {
                    try {
                        file().replace(fence, bytes("written by " + fence));
                        return true;
                    } catch (StaleFenceException refused) {
                        return false;
                    }
                }));
            }
            int written = 0;
            for (Future<Boolean> each : all) {
                written += each.get(SOON_SECONDS, TimeUnit.SECONDS) ? 1 : 0;
            }
            assertThat(written).isPositive();
        } finally {
            threads.shutdownNow();
        }
        assertThat(path()).hasContent("written by " + writers);
    }

    /** The lock of the operating system, between processes: both write as fast as they can, and one has the higher fences. */
    @Test
    void ofTwoProcessesTheOneWithTheOlderFencesIsRefusedForEver() throws Exception {
        Path log = folder.resolve("log");
        Process older = LateWriter.process(log).arguments("loop", path(), 1).start();
        Process later =
                LateWriter.process(log).arguments("loop", path(), 1_000_000).start();
        try (BufferedReader said = later.inputReader(StandardCharsets.UTF_8)) {
            older.inputReader(StandardCharsets.UTF_8).lines().forEach(any -> {}); // until it ends
            assertThat(older.waitFor(SOON_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(said.readLine()).as(Files.readString(log)).isNotNull();
        } finally {
            older.destroyForcibly();
            later.destroyForcibly().waitFor();
        }
        assertThat(log).content().contains("StaleFenceException");
        List<String> lines = Files.readAllLines(path());
        assertThat(lines).hasSize(LateWriter.LINES).allMatch(lines.get(0)::equals);
        assertThat(Long.parseLong(lines.get(0))).isGreaterThanOrEqualTo(1_000_000);
    }

    /** Real processes that are killed at any moment. */
    @Test
    void whateverMomentAWriterIsKilledAtTheFileIsWholeAndItsFenceIsKnown() throws Exception {
        SplittableRandom random = new SplittableRandom(7);
        long fence = 1;
        for (int kill = 0; kill < 3; kill++) {
            Process writer = LateWriter.process(folder.resolve("log"))
                    .arguments("loop", path(), fence)
                    .start();
            try (BufferedReader said = writer.inputReader(StandardCharsets.UTF_8)) {
                for (int more = random.nextInt(60); more >= 0; more--) {
                    assertThat(said.readLine())
                            .as(Files.readString(folder.resolve("log")))
                            .isNotNull();
                }
            } finally {
                writer.destroyForcibly().waitFor();
            }
            List<String> lines = Files.readAllLines(path());
            assertThat(lines).hasSize(LateWriter.LINES).allMatch(lines.get(0)::equals);
            long written = Long.parseLong(lines.get(0));
            long newest = file().newestFence().orElseThrow();
            assertThat(newest).isIn(written, written + 1);
            assertThatThrownBy(() -> file().replace(newest - 1, bytes("late"))).isInstanceOf(StaleFenceException.class);
            fence = newest + 1;
        }
    }
}
