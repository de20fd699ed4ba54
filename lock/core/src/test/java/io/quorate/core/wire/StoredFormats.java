// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The stored bytes of releases: {@code config/formats} has one folder for each release that this one must understand. The sources are
 * compared with them, so that a change that breaks an older release fails without its jars.
 *
 * <p>A line is {@code name | bytes | what they mean}. Fields with the value 0, false, null, or nothing in them are left out of the meaning:
 * a field that a later release adds means that when it is missing.
 */
public final class StoredFormats {
    private static final Pattern VERSION = Pattern.compile("<version>([0-9.]+)(-SNAPSHOT)?</version>");

    private final Path folder;
    private final String version;
    private final boolean isReleased;

    /** With this folder, for sources of this version. */
    StoredFormats(Path folder, String version, boolean isReleased) {
        this.folder = folder;
        this.version = version;
        this.isReleased = isReleased;
    }

    /** Bytes that these sources write. */
    public static final class Sample {
        private final String name;
        private final byte[] bytes;
        private final Function<byte[], Object> reader;
        private final UnaryOperator<byte[]> growing;

        /**
         * All there is to say.
         *
         * @param reader reads them: a record, or a description as text
         * @param growing the part to which later releases may only append
         */
        public Sample(String name, byte[] bytes, Function<byte[], Object> reader, UnaryOperator<byte[]> growing) {
            this.name = name;
            this.bytes = bytes.clone();
            this.reader = reader;
            this.growing = growing;
        }

        /** Bytes that later releases may only append to. */
        public static Sample growing(String name, byte[] bytes, Function<byte[], Object> reader) {
            return new Sample(name, bytes, reader, UnaryOperator.identity());
        }

        /** Bytes with lengths or checksums inside: later releases must be able to read them. */
        public static Sample readable(String name, byte[] bytes, Function<byte[], Object> reader) {
            return new Sample(name, bytes, reader, whole -> new byte[0]);
        }

        /** The same, but later releases must only be able to read it. */
        public Sample onlyReadable() {
            return readable(name, bytes, reader);
        }
    }

    private record Line(String bytes, String meaning) {}

    /** Compares these bytes with the file of this name of each release; {@code -Dformats=rewrite} writes that of these sources. */
    public static void compare(String file, List<Sample> samples) {
        Path root = Stream.iterate(Path.of("").toAbsolutePath(), path -> path != null, Path::getParent)
                .filter(path -> Files.isDirectory(path.resolve("config/formats")))
                .findFirst()
                .orElseThrow();
        Matcher version = VERSION.matcher(read(root.resolve("pom.xml")));
        assertThat(version.find()).isTrue();
        boolean isReleased =
                read(root.resolve("config/api-baseline")).lines().anyMatch(line -> line.equals(version.group(1)));
        StoredFormats stored = new StoredFormats(root.resolve("config/formats"), version.group(1), isReleased);
        if ("rewrite".equals(System.getProperty("formats"))) {
            stored.write(file, samples);
        }
        stored.check(file, samples);
    }

    /** Fails if these sources do not understand a stored release, or write what it cannot read. */
    void check(String file, List<Sample> samples) {
        Map<String, Sample> ours = new LinkedHashMap<>();
        for (Sample sample : samples) {
            assertThat(ours.put(sample.name, sample))
                    .as("%s is there twice", sample.name)
                    .isNull();
        }
        assertThat(folder.resolve(version).resolve(file))
                .as("the formats of this version: write them with -Dformats=rewrite")
                .isRegularFile();
        for (String release : releases()) {
            Path stored = folder.resolve(release).resolve(file);
            if (Files.exists(stored)) {
                checkRelease(release, linesOf(stored), ours);
            }
        }
    }

    private void checkRelease(String release, Map<String, Line> stored, Map<String, Sample> ours) {
        if (release.equals(version)) {
            assertThat(linesOf(ours))
                    .as("what %s writes has changed; see docs/understand/compatibility.md, \"Stored formats\"", release)
                    .isEqualTo(stored);
        }
        stored.forEach((name, line) -> {
            Sample sample = ours.get(name);
            assertThat(sample)
                    .as("%s of release %s is not understood any more", name, release)
                    .isNotNull();
            byte[] before = HexFormat.of().parseHex(line.bytes());
            assertThat(meaning(sample.reader.apply(before)))
                    .as("%s of release %s, as these sources read it", name, release)
                    .isEqualTo(line.meaning());
            assertThat(HexFormat.of().formatHex(sample.growing.apply(sample.bytes)))
                    .as("%s: release %s must be able to read it, so it may only grow at its end", name, release)
                    .startsWith(HexFormat.of().formatHex(sample.growing.apply(before)));
        });
    }

    private List<String> releases() {
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(path -> path.getFileName().toString()).sorted().toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Replaces what is stored for these sources. Bytes of a published release never change. */
    void write(String file, List<Sample> samples) {
        assertThat(isReleased)
                .as("release %s is published: raise the version first", version)
                .isFalse();
        Map<String, Sample> ours = new LinkedHashMap<>();
        samples.forEach(sample -> ours.put(sample.name, sample));
        String text = linesOf(ours).entrySet().stream()
                .map(each -> each.getKey() + " | " + each.getValue().bytes() + " | "
                        + each.getValue().meaning() + "\n")
                .collect(Collectors.joining());
        try {
            Files.createDirectories(folder.resolve(version));
            Files.writeString(folder.resolve(version).resolve(file), text);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Map<String, Line> linesOf(Map<String, Sample> samples) {
        Map<String, Line> lines = new LinkedHashMap<>();
        samples.forEach((name, sample) -> lines.put(
                name, new Line(HexFormat.of().formatHex(sample.bytes), meaning(sample.reader.apply(sample.bytes)))));
        return lines;
    }

    private static Map<String, Line> linesOf(Path file) {
        Map<String, Line> lines = new LinkedHashMap<>();
        for (String line : read(file).lines().toList()) {
            String[] parts = line.split(" \\| ", 3);
            assertThat(parts).as("%s: \"%s\"", file, line).hasSize(3);
            lines.put(parts[0], new Line(parts[1], parts[2]));
        }
        return lines;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** What was read, in one line. */
    private static String meaning(Object read) {
        return String.valueOf(describe(read)).replace("\n", "\\n");
    }

    private static String describe(@Nullable Object value) {
        if (value instanceof Record fields) {
            List<String> parts = new ArrayList<>();
            for (RecordComponent component : fields.getClass().getRecordComponents()) {
                Object field = valueOf(fields, component);
                if (!isDefault(field)) {
                    parts.add(component.getName() + "=" + describe(field));
                }
            }
            return fields.getClass().getSimpleName() + "(" + String.join(", ", parts) + ")";
        }
        if (value instanceof List<?> list) {
            return list.stream().map(StoredFormats::describe).toList().toString();
        }
        return String.valueOf(value);
    }

    private static @Nullable Object valueOf(Record fields, RecordComponent component) {
        try {
            component.getAccessor().setAccessible(true);
            return component.getAccessor().invoke(fields);
        } catch (IllegalAccessException | InvocationTargetException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static boolean isDefault(@Nullable Object field) {
        return field == null
                || Boolean.FALSE.equals(field)
                || (field instanceof Number number && number.longValue() == 0)
                || (field instanceof List<?> list && list.isEmpty())
                || field.toString().isEmpty()
                || field.toString().equals("{}");
    }
}
