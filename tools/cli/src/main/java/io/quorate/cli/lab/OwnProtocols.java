// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab;

import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.Protocols;
import io.quorate.lab.kit.Kit;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import picocli.CommandLine.Option;

/** Protocols that are not ours, as an option of a command: from then on they are known by their names as all others are. */
public final class OwnProtocols {
    private static final String SERVICES = "META-INF/services/";
    private static final String CLASS = ".class";

    private final List<Path> given = new ArrayList<>();

    /** Loads them at once, so that whatever else is given may name them. */
    @Option(
            names = "--with",
            paramLabel = "FILE.java|DIR|JAR",
            description = {
                "Bring protocols of your own: a source file, which is compiled, or a folder or archive of classes.",
                "All public classes in it that implement Protocol, and can be made of nothing, are known by their names.",
                "So are its kits (Kit), and the scenarios in scenarios/PROTOCOL beside a source file, or in the folder or archive."
            })
    void add(Path where) {
        try {
            load(where);
        } catch (IOException failure) {
            throw new IllegalArgumentException(
                    "Cannot read or compile \"" + where + "\": " + failure.getMessage() + ".", failure);
        }
        given.add(where);
    }

    /** The given options, to be added to a command that runs something again. */
    public String text() {
        StringBuilder text = new StringBuilder();
        given.forEach(where -> text.append(" --with ").append(where));
        return text.toString();
    }

    private static void load(Path where) throws IOException {
        if (!Files.exists(where)) {
            throw new IllegalArgumentException(
                    "There is no \"" + where + "\": --with takes a .java file, a folder of classes or a .jar file.");
        }
        Path own = temporaryFolder();
        Path classes = where;
        if (where.toString().endsWith(".java")) {
            compile(where, own);
            classes = own;
        }
        List<URL> places = new ArrayList<>(List.of(own.toUri().toURL()));
        // Beside a source file there may be scenarios of its protocols.
        Path resources = classes.equals(own) ? where.toAbsolutePath().resolveSibling("") : classes;
        places.add(resources.toUri().toURL());
        ClassLoader loader = new URLClassLoader(
                places.toArray(new URL[0]), Thread.currentThread().getContextClassLoader());
        List<String> found = servicesAmong(classes, Protocol.class, loader);
        if (found.isEmpty()) {
            throw new IllegalArgumentException("There is no protocol in \"" + where + "\": a public class that"
                    + " implements " + Protocol.class.getName() + " and has a public constructor without parameters.");
        }
        Path services = own.resolve(SERVICES);
        Files.createDirectories(services);
        Files.write(services.resolve(Protocol.class.getName()), found);
        Files.write(services.resolve(Kit.class.getName()), servicesAmong(classes, Kit.class, loader));
        Thread.currentThread().setContextClassLoader(loader);
        requireNewNames();
    }

    private static void compile(Path source, Path into) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new IllegalArgumentException("This Java cannot compile \"" + source
                    + "\": run quorate with a whole JDK, or give compiled classes.");
        }
        StringWriter complaints = new StringWriter();
        List<String> options = List.of(
                "-d",
                into.toString(),
                "-cp",
                System.getProperty("java.class.path") + File.pathSeparator + into,
                "-proc:none",
                "-Xlint:none");
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            boolean compiled = compiler.getTask(
                            complaints, files, null, options, null, files.getJavaFileObjects(source))
                    .call();
            if (!compiled) {
                throw new IllegalArgumentException("\"" + source + "\" does not compile:\n"
                        + complaints.toString().stripTrailing());
            }
        }
    }

    private static List<String> namesOfClasses(Path where) throws IOException {
        if (Files.isDirectory(where)) {
            return namesBelow(where);
        }
        try (FileSystem archive = FileSystems.newFileSystem(where)) {
            return namesBelow(archive.getPath("/"));
        }
    }

    private static List<String> namesBelow(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.map(file -> root.relativize(file).toString())
                    .filter(name -> name.endsWith(CLASS) && !name.endsWith("-info" + CLASS))
                    .map(name ->
                            name.substring(0, name.length() - CLASS.length()).replaceAll("[/\\\\]", "."))
                    .sorted()
                    .toList();
        }
    }

    private static List<String> servicesAmong(Path classes, Class<?> service, ClassLoader loader) throws IOException {
        List<String> found = new ArrayList<>();
        for (String name : namesOfClasses(classes)) {
            if (isService(name, service, loader)) {
                found.add(name);
            }
        }
        return found;
    }

    private static boolean isService(String name, Class<?> service, ClassLoader loader) {
        try {
            Class<?> type = Class.forName(name, false, loader);
            return service.isAssignableFrom(type)
                    && Modifier.isPublic(type.getModifiers())
                    && !Modifier.isAbstract(type.getModifiers())
                    && Stream.of(type.getConstructors()).anyMatch(each -> each.getParameterCount() == 0);
        } catch (ClassNotFoundException | LinkageError unusable) {
            return false; // a class that needs what is not here is nothing that could be run
        }
    }

    /** A protocol with the name of one of ours would make unclear which one runs. */
    private static void requireNewNames() {
        List<String> ours = Protocols.all().stream().map(Protocol::name).toList();
        for (Protocol<?> each : Protocols.brought()) {
            if (ours.contains(each.name())) {
                throw new IllegalArgumentException(
                        "A protocol \"" + each.name() + "\" is here already: give yours another name().");
            }
        }
    }

    private static Path temporaryFolder() throws IOException {
        Path folder = Files.createTempDirectory("quorate-with");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder)));
        return folder;
    }

    private static void remove(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException gone) {
            // Remaining files are in the folder for temporary files, and are not needed.
        }
    }
}
