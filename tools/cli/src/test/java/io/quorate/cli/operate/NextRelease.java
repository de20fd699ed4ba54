// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * A release after this one, made from these sources: it speaks the next level, has one more field in the header of every frame, one more
 * message, one more line in each file of the data directory, and one feature that a node of this release does not survive and that is
 * therefore used only when all members speak the next level.
 */
public final class NextRelease {
    public static final Path ROOT = Path.of("").toAbsolutePath().getParent().getParent();

    /** One place of the sources that is different in the next release. */
    private record Edit(String file, String before, String after) {}

    private static final String NODE = "lock/node/src/main/java/io/quorate/node/";
    private static final String CORE = "lock/core/src/main/java/io/quorate/core/";

    private static final List<Edit> EDITS = List.of(
            new Edit(NODE + "net/link/WireLevel.java", "OURS = new WireLevel(1, 1)", "OURS = new WireLevel(2, 1)"),
            // One more field: always written, and skipped by this release.
            new Edit(CORE + "session/SessionHeader.java", """
                        @Override
                        public void read(ByteSource source) {
                            clear();
                    """, """
                        @Override
                        public void read(ByteSource source) {
                            readKnown(source);
                            if (!source.isAtEnd() && source.readLong() != 4711) {
                                throw new io.quorate.core.wire.MalformedFrameException("not the new field");
                            }
                        }

                        private void readKnown(ByteSource source) {
                            clear();
                    """),
            new Edit(CORE + "wire/FrameWriter.java", "        header.writeTo(sink);\n", """
                            header.writeTo(sink);
                            if (header != HeaderPart.NONE) {
                                sink.writeLong(4711);
                            }
                    """),
            // One more message, which may be skipped: after every message that there was before.
            new Edit(CORE + "wire/FrameWriter.java", """
                            codec.write(message, sink);
                            sink.endPiece(piece);
                    """, """
                            codec.write(message, sink);
                            sink.endPiece(piece);
                            sink.writeInt(0);
                            int more = sink.beginPiece();
                            sink.writeByte(200).writeLong(1 << 20);
                            sink.endPiece(more);
                    """),
            // One more line in each file of the data directory.
            new Edit(
                    NODE + "store/RosterRecord.java",
                    "NodeRecord.sealed(lines).getBytes",
                    "NodeRecord.sealed(lines + \"+ colour blue\\n\").getBytes"),
            new Edit(
                    NODE + "store/NodeRecord.java",
                    "sealed(lines(TITLE + VERSION) + mark + age)",
                    "sealed(lines(TITLE + VERSION) + mark + age + \"+ colour blue\\n\")"),
            // One feature for which all must be ready: a packet that this release calls malformed.
            new Edit(NODE + "net/link/Packet.java", "        STARTS(5),\n", """
                            STARTS(5),
                            /** Of the next release. */
                            EXTRA(6),
                    """),
            new Edit(NODE + "net/link/LinkSupervisor.java", "            case FRAME, BEAT, OPTIONAL -> {\n", """
                                case EXTRA -> {}
                                case FRAME, BEAT, OPTIONAL -> {
                    """),
            new Edit(
                    NODE + "net/link/LinkSupervisor.java",
                    "            connection.sendWord(Packet.Kind.STARTS, starts.forMember(link.peer(), now));\n",
                    """
                                connection.sendWord(Packet.Kind.STARTS, starts.forMember(link.peer(), now));
                                if (handshakes.lowestLevel() >= 2 && connection.level().speaks() >= 2) {
                                    connection.sendWord(Packet.Kind.EXTRA, new byte[] {7});
                                }
                    """),
            new Edit(NODE + "net/link/Handshakes.java", "    /** The other side has said who it is. */\n", """
                        int lowestLevel() {
                            return level.lowest();
                        }

                        /** The other side has said who it is. */
                    """));

    private NextRelease() {}

    /** The sources that differ, as they are in the next release. */
    static Map<String, String> sources() throws IOException {
        Map<String, String> sources = new LinkedHashMap<>();
        for (Edit edit : EDITS) {
            String text = sources.get(edit.file());
            if (text == null) {
                text = Files.readString(ROOT.resolve(edit.file()));
            }
            assertThat(text.split(Pattern.quote(edit.before()), -1))
                    .as("how often %s contains the text that NextRelease replaces:%n%s", edit.file(), edit.before())
                    .hasSize(2);
            sources.put(edit.file(), text.replace(edit.before(), edit.after()));
        }
        return sources;
    }

    /** Compiles it, and puts all jars of the command line into the folder, which can then be named by {@code --other}. */
    public static void build(Path folder) throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        Path sources = Files.createDirectories(folder.resolve("sources"));
        compile(copy(sources), classes);
        Path lib = Files.createDirectories(folder.resolve("lib"));
        int number = 0;
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path path = Path.of(entry);
            String name = String.format("%03d", number++);
            if (Files.isDirectory(path) && !path.endsWith("test-classes")) {
                jar(path, folder.resolve("quorate-" + name + ".jar"), classes);
            } else if (Files.isRegularFile(path)) {
                Files.copy(path, lib.resolve(name + "-" + path.getFileName()));
            }
        }
        jar(classes, folder.resolve("quorate-next.jar"), lib);
    }

    private static List<String> copy(Path into) throws IOException {
        List<String> files = new ArrayList<>();
        for (Map.Entry<String, String> source : sources().entrySet()) {
            Path file = into.resolve(source.getKey());
            Files.createDirectories(file.getParent());
            files.add(Files.writeString(file, source.getValue()).toString());
        }
        return files;
    }

    private static void compile(List<String> files, Path classes) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> arguments = new ArrayList<>(List.of("-nowarn", "-proc:none", "-d", classes.toString(), "-cp"));
        arguments.add(System.getProperty("java.class.path"));
        arguments.addAll(files);
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        int code = compiler.run(null, null, errors, arguments.toArray(String[]::new));
        assertThat(code).as(errors.toString(StandardCharsets.UTF_8)).isZero();
    }

    /** Without what is in the other folder, too: the order of jars in a class path of wildcards is not certain. */
    private static void jar(Path classes, Path file, Path without) throws IOException {
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out);
                Stream<Path> all = Files.walk(classes)) {
            for (Path each : all.filter(Files::isRegularFile).sorted().toList()) {
                String name = classes.relativize(each).toString();
                if (!Files.exists(without.resolve(name))) {
                    jar.putNextEntry(new JarEntry(name));
                    Files.copy(each, jar);
                    jar.closeEntry();
                }
            }
        }
    }
}
