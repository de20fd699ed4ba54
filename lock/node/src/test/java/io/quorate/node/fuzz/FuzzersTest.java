// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.node.QueryFuzzer;
import io.quorate.node.net.LinkFuzzer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Bytes that no node of ours would send. The short way: real ones, each changed by chance a few hundred times, always in the same
 * ways. The long way: Jazzer, which watches which branches are taken, in a process of its own, for some minutes.
 */
@Tag("slow")
@Tag("threads")
public final class FuzzersTest {
    private static final int CHANGES = 400;
    private static final int JAZZER_SECONDS = 60;

    /** What is fed. */
    public enum Target {
        FRAME(FrameFuzzer.class, FrameFuzzer::fuzzerTestOneInput, FrameFuzzer::seeds),
        LOCK_NODE(LockNodeFuzzer.class, LockNodeFuzzer::fuzzerTestOneInput, LockNodeFuzzer::seeds),
        LINK(LinkFuzzer.class, LinkFuzzer::fuzzerTestOneInput, LinkFuzzer::seeds),
        QUERY(QueryFuzzer.class, QueryFuzzer::fuzzerTestOneInput, QueryFuzzer::seeds);

        private final Class<?> type;
        private final Consumer<byte[]> run;
        private final Supplier<List<byte[]>> seeds;

        Target(Class<?> type, Consumer<byte[]> run, Supplier<List<byte[]>> seeds) {
            this.type = type;
            this.run = run;
            this.seeds = seeds;
        }
    }

    @ParameterizedTest
    @EnumSource
    void realBytesAndChangedOnesAreReadOrRefused(Target target) {
        feed(target);
    }

    /** The short way. */
    public static void feed(Target target) {
        feed(target.type, target.run, target.seeds.get());
    }

    /** The short way, for a fuzzer of another module. */
    public static void feed(Class<?> fuzzer, Consumer<byte[]> run, List<byte[]> seeds) {
        SplittableRandom random = new SplittableRandom(17);
        assertThat(seeds).isNotEmpty();
        for (byte[] seed : seeds) {
            run(fuzzer, run, seed);
            for (int change = 0; change < CHANGES; change++) {
                run(fuzzer, run, changed(seed, random));
            }
        }
    }

    private static void run(Class<?> fuzzer, Consumer<byte[]> run, byte[] input) {
        try {
            run.accept(input);
        } catch (RuntimeException | Error failure) {
            throw new AssertionError(fuzzer + " fails on " + HexFormat.of().formatHex(input), failure);
        }
    }

    private static byte[] changed(byte[] seed, SplittableRandom random) {
        byte[] bytes = seed.clone();
        for (int times = 1 + random.nextInt(4); times > 0 && bytes.length > 0; times--) {
            int place = random.nextInt(bytes.length);
            switch (random.nextInt(5)) {
                case 0 -> bytes[place] ^= (byte) (1 << random.nextInt(8));
                case 1 -> bytes[place] = (byte) random.nextInt();
                case 2 -> bytes[place] = (byte) (random.nextBoolean() ? 0xFF : 0x7F);
                case 3 -> bytes = Arrays.copyOf(bytes, place);
                default -> {
                    byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
                    System.arraycopy(bytes, place, longer, place + 1, bytes.length - place);
                    bytes = longer;
                }
            }
        }
        return bytes;
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource
    void jazzerFindsNothing(Target target, @TempDir Path directory) throws Exception {
        letJazzerLook(target, directory);
    }

    /** The long way. */
    public static void letJazzerLook(Target target, Path directory) throws Exception {
        letJazzerLook(target.type, target.seeds.get(), directory);
    }

    /** The long way, for a fuzzer of another module. */
    public static void letJazzerLook(Class<?> fuzzer, List<byte[]> seeds, Path directory) throws Exception {
        Path corpus = Files.createDirectory(directory.resolve("corpus"));
        int number = 0;
        for (byte[] seed : seeds) {
            Files.write(corpus.resolve("seed-" + number++), seed);
        }
        Path output = directory.resolve("output");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-cp",
                System.getProperty("java.class.path"),
                "com.code_intelligence.jazzer.Jazzer",
                "--target_class=" + fuzzer.getName(),
                "--instrumentation_includes=io.quorate.**",
                "-max_total_time=" + JAZZER_SECONDS,
                "-max_len=4096",
                "-timeout=10",
                "-artifact_prefix=" + directory + "/",
                corpus.toString()));
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            boolean ended = process.waitFor(JAZZER_SECONDS * 3L, TimeUnit.SECONDS);
            String said = Files.readString(output, StandardCharsets.UTF_8);
            assertThat(ended).as(said).isTrue();
            assertThat(process.exitValue()).as(said).isZero();
            assertThat(said).as("it has really looked").contains("DONE");
        } finally {
            process.destroyForcibly();
        }
    }
}
