// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.keep;

import io.quorate.core.lock.Protocol;
import io.quorate.lab.kit.Kit;
import io.quorate.overlay.node.OverlayProtocol;
import io.quorate.papers.maekawa.Maekawa;
import io.quorate.reproduce.Item;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * A number of the code that experiments are made of: of all classes and tables of core, papers, overlay, lab and reproduce. Other code may
 * give other results, also under the same version: the version of a build in development never changes.
 */
public final class CodeDigest {
    private static final List<Class<?>> ONE_OF_EACH_MODULE =
            List.of(Protocol.class, Maekawa.class, OverlayProtocol.class, Kit.class, Item.class);
    private static final int DIGITS = 16;

    private CodeDigest() {}

    /** Of the classes that this program runs with. */
    public static String ofThisProgram() throws IOException {
        MessageDigest digest = newDigest();
        for (Class<?> one : ONE_OF_EACH_MODULE) {
            add(placeOf(one), digest);
        }
        return HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
    }

    private static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException never) {
            throw new IllegalStateException("every Java has SHA-256", never);
        }
    }

    private static Path placeOf(Class<?> one) {
        CodeSource source = one.getProtectionDomain().getCodeSource();
        try {
            if (source != null) {
                return Path.of(source.getLocation().toURI());
            }
        } catch (URISyntaxException broken) {
            throw new IllegalStateException("the place of " + one.getName() + " has no name: " + source, broken);
        }
        throw new IllegalStateException("nothing says where " + one.getName() + " is from");
    }

    /** A jar, or a folder of classes. */
    private static void add(Path place, MessageDigest digest) throws IOException {
        if (Files.isDirectory(place)) {
            addAll(place, digest);
            return;
        }
        try (FileSystem jar = FileSystems.newFileSystem(place)) {
            addAll(jar.getPath("/"), digest);
        }
    }

    /** Names and contents, without the times at which they were packed, and what packing adds. */
    private static void addAll(Path folder, MessageDigest digest) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(Files::isRegularFile)
                    .filter(file -> !folder.relativize(file).startsWith("META-INF"))
                    .sorted((one, other) -> one.toString().compareTo(other.toString()))
                    .toList();
        }
        for (Path file : files) {
            digest.update(folder.relativize(file).toString().replace('\\', '/').getBytes(StandardCharsets.UTF_8));
            digest.update(Files.readAllBytes(file));
        }
    }
}
