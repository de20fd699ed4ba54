// SPDX-License-Identifier: Apache-2.0
package io.quorate.house;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files of this repository, without what builds and tools leave behind. */
final class Repository {
    private static final Set<String> LEFT_BEHIND =
            Set.of(".git", "target", "out", "node_modules", ".idea", ".vscode", ".settings");
    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

    static final Path ROOT = findRoot();

    private Repository() {}

    /** Folders of the modules that have main sources of ours. Examples stand for code of users: they have other packages, and print. */
    static List<String> modulesWithSources() {
        return modules().stream()
                .filter(module -> !module.startsWith("examples/"))
                .filter(module -> Files.isDirectory(mainSources(module)))
                .toList();
    }

    /** Folders of all modules that Maven builds from the root, however deep. */
    static List<String> modules() {
        List<String> modules = new ArrayList<>();
        addModulesOf("", modules);
        return modules;
    }

    private static void addModulesOf(String parent, List<String> modules) {
        String pom = read(ROOT.resolve(parent).resolve("pom.xml")).orElseThrow();
        MODULE.matcher(pom).results().forEach(match -> {
            String module = parent.isEmpty() ? match.group(1) : parent + "/" + match.group(1);
            modules.add(module);
            addModulesOf(module, modules);
        });
    }

    static Path mainSources(String module) {
        return ROOT.resolve(module).resolve("src/main/java");
    }

    static Path testSources(String module) {
        return ROOT.resolve(module).resolve("src/test/java");
    }

    /** The package in which all classes of the module live: it ends as the folder does, up to the first hyphen. */
    static String packageOf(String module) {
        return "io.quorate." + module.substring(module.lastIndexOf('/') + 1).replaceFirst("-.*", "");
    }

    /** Every room: the packages of the main sources, each with the folder that holds it. */
    static Map<String, Path> rooms() {
        Map<String, Path> rooms = new TreeMap<>();
        for (String module : modulesWithSources()) {
            Path sources = mainSources(module);
            for (Path file : javaFiles(sources)) {
                Path folder = sources.relativize(file).getParent();
                if (folder != null) {
                    rooms.put(folder.toString().replace('\\', '/').replace('/', '.'), sources.resolve(folder));
                }
            }
        }
        return rooms;
    }

    /** All Java files below the folder, or none if there is no such folder. */
    static List<Path> javaFiles(Path folder) {
        return filesBelow(folder, file -> file.toString().endsWith(".java"));
    }

    static List<Path> filesBelow(Path folder, Predicate<Path> wanted) {
        List<Path> found = new ArrayList<>();
        if (!Files.isDirectory(folder)) {
            return found;
        }
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                    return LEFT_BEHIND.contains(nameOf(directory))
                            ? FileVisitResult.SKIP_SUBTREE
                            : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (attributes.isRegularFile() && wanted.test(file)) {
                        found.add(file);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        found.sort(null);
        return found;
    }

    /** The file's text, or nothing if the file is not text. */
    static Optional<String> read(Path file) {
        try {
            return Optional.of(Files.readString(file));
        } catch (MalformedInputException binary) {
            return Optional.empty();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    static String nameOf(Path file) {
        Path name = file.getFileName();
        return name == null ? "" : name.toString();
    }

    private static Path findRoot() {
        Path start = Path.of("").toAbsolutePath();
        return Stream.iterate(start, folder -> folder != null, Path::getParent)
                .filter(folder -> Files.isDirectory(folder.resolve(".mvn")))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("Not inside the repository: " + start));
    }
}
