// SPDX-License-Identifier: Apache-2.0
package io.quorate.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The tables "Call by call" name classes and methods that exist: on the left in the other library, on the right in ours. */
final class ComingFromTest {
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern CALL = Pattern.compile("(\\w+)\\(");
    private static final Pattern TYPE = Pattern.compile("\\b[A-Z][a-z]\\w*[A-Z]\\w*");
    private static final Pattern COMMAND = Pattern.compile("^(?:quorate|SELECT|UPDATE) .*");

    private static final String OURS = "io/quorate/api/ io/quorate/node/ io/quorate/shedlock/";
    private static final Set<String> JDK = Set.of("ofSeconds", "IllegalMonitorStateException");

    @ParameterizedTest
    @CsvSource({
        "coming-from-curator.md, Curator, org/apache/curator/",
        "coming-from-hazelcast.md, Hazelcast,"
                + " com/hazelcast/cp/ com/hazelcast/config/cp/ com/hazelcast/core/ com/hazelcast/client/ com/hazelcast/map/",
        "coming-from-redisson.md, Redisson, org/redisson/api/ org/redisson/Redisson",
        "coming-from-shedlock.md, ShedLock on a database, net/javacrumbs/shedlock/",
    })
    void callsOfBothSidesExist(String name, String library, String packages) throws IOException {
        MarkdownPage page = MarkdownPage.read(Repository.ROOT.resolve(Path.of("docs", "use", name)));
        assertThat(unknown(page.column(library), packages))
                .as("calls of %s that %s names", library, name)
                .isEmpty();
        assertThat(unknown(page.column("Quorate"), OURS))
                .as("calls of Quorate that %s names", name)
                .isEmpty();
    }

    private static List<String> unknown(List<String> cells, String packages) throws IOException {
        List<String> named = cells.stream()
                .flatMap(cell -> CODE.matcher(cell).results())
                .map(code -> code.group(1))
                .filter(code -> !COMMAND.matcher(code).matches())
                .flatMap(code ->
                        Stream.of(CALL, TYPE).flatMap(kind -> kind.matcher(code).results()))
                .map(ComingFromTest::last)
                .distinct()
                .toList();
        assertThat(named).as("calls in the table").hasSizeGreaterThan(5);
        List<String> unknown = new ArrayList<>(named);
        unknown.removeAll(namesIn(List.of(packages.split(" "))));
        unknown.removeAll(JDK);
        return unknown;
    }

    private static String last(MatchResult match) {
        return match.groupCount() > 0 ? match.group(1) : match.group();
    }

    /** The names of classes, fields and methods below these folders of the class path. No class is loaded: parts of the libraries are missing. */
    private static Set<String> namesIn(List<String> folders) throws IOException {
        Set<String> names = new HashSet<>();
        for (String place : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path path = Path.of(place);
            if (Files.isDirectory(path)) {
                for (String folder : folders) {
                    for (Path file : Repository.filesBelow(path.resolve(folder), each -> isClass(each.toString()))) {
                        addNames(path.relativize(file).toString(), Files.readAllBytes(file), names);
                    }
                }
            } else if (place.endsWith(".jar")) {
                try (JarFile jar = new JarFile(place)) {
                    for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
                        if (isClass(entry.getName()) && folders.stream().anyMatch(entry.getName()::startsWith)) {
                            addNames(entry.getName(), jar.getInputStream(entry).readAllBytes(), names);
                        }
                    }
                }
            }
        }
        return names;
    }

    private static boolean isClass(String name) {
        return name.endsWith(".class");
    }

    /** By the format of class files (JVMS 4.1). */
    private static void addNames(String file, byte[] content, Set<String> names) throws IOException {
        names.add(file.replaceAll(".*[/\\\\$]|\\.class$", ""));
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(content));
        in.skipNBytes(8); // magic, version
        String[] texts = constants(in);
        in.skipNBytes(6); // access, this, super
        in.skipNBytes(2L * in.readUnsignedShort()); // interfaces
        for (int kind = 0; kind < 2; kind++) { // fields, then methods
            for (int left = in.readUnsignedShort(); left > 0; left--) {
                in.skipNBytes(2); // access
                names.add(texts[in.readUnsignedShort()]);
                in.skipNBytes(2); // type
                for (int attributes = in.readUnsignedShort(); attributes > 0; attributes--) {
                    in.skipNBytes(2); // name
                    in.skipNBytes(in.readInt());
                }
            }
        }
    }

    /** The texts of the constant pool, at their numbers (JVMS 4.4). */
    private static String[] constants(DataInputStream in) throws IOException {
        String[] texts = new String[in.readUnsignedShort()];
        for (int number = 1; number < texts.length; number++) {
            int tag = in.readUnsignedByte();
            switch (tag) {
                case 1 -> texts[number] = in.readUTF();
                case 3, 4, 9, 10, 11, 12, 17, 18 -> in.skipNBytes(4);
                case 5, 6 -> {
                    in.skipNBytes(8);
                    number++; // these take two numbers
                }
                case 7, 8, 16, 19, 20 -> in.skipNBytes(2);
                case 15 -> in.skipNBytes(3);
                default -> throw new IOException("unknown constant of kind " + tag);
            }
        }
        return texts;
    }
}
