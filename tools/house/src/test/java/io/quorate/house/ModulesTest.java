// SPDX-License-Identifier: Apache-2.0
package io.quorate.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.api.Locks;
import io.quorate.core.lock.Protocol;
import io.quorate.micrometer.LockMetrics;
import io.quorate.node.ClusterNode;
import io.quorate.testing.LockCluster;
import io.quorate.trace.SpaceTime;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.module.FindException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleDescriptor.Requires;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What ships are modules, and an application that is a module itself compiles and runs with them. */
final class ModulesTest {
    private static final long DEADLINE_SECONDS = 120;

    private static final String DESCRIPTOR = """
            module shop {
                requires io.quorate.api;
                requires io.quorate.testing;
            }
            """;

    private static final String MAIN = """
            package shop;

            import io.quorate.api.Hold;
            import io.quorate.testing.LockCluster;

            public final class Main {
                public static void main(String[] arguments) throws Exception {
                    try (LockCluster cluster = LockCluster.inMemory(3); Hold hold = cluster.node(1).lock("x").acquire()) {
                        System.out.println(Main.class.getModule() + " holds " + hold.isValid());
                    }
                }
            }
            """;

    /** Reaches into the runtime. */
    private static final String CURIOUS = "package shop; class Curious { io.quorate.node.ClusterNode node; }";

    @TempDir
    Path directory;

    @Test
    void everythingThatShipsIsAModule() {
        List<String> without = Repository.modulesWithSources().stream()
                .filter(module -> module.startsWith("lock/") || module.startsWith("integrations/"))
                .filter(module -> !Files.exists(Repository.mainSources(module).resolve("module-info.java")))
                .toList();
        assertThat(without).as("modules of Maven without a module-info.java").isEmpty();
    }

    @Test
    void aModularApplicationCompilesAndRuns() throws Exception {
        List<Path> modulePath =
                modulePath(Locks.class, Protocol.class, ClusterNode.class, SpaceTime.class, LockCluster.class);
        assertThat(compile(modulePath, DESCRIPTOR, MAIN)).isEmpty();
        modulePath.add(directory.resolve("classes"));

        Path printed = directory.resolve("printed");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--module-path",
                        joined(modulePath),
                        "--module",
                        "shop/shop.Main")
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        try {
            assertThat(process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS))
                    .as("it ends")
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(Files.readString(printed, StandardCharsets.UTF_8)).contains("module shop holds true");
        assertThat(process.exitValue()).isZero();
    }

    @Test
    void aModularApplicationDoesNotSeeTheRuntime() throws Exception {
        List<Path> modulePath =
                modulePath(Locks.class, Protocol.class, ClusterNode.class, SpaceTime.class, LockCluster.class);
        assertThat(compile(
                        modulePath,
                        DESCRIPTOR.replace("requires io.quorate.testing", "requires io.quorate.node"),
                        CURIOUS))
                .contains("package io.quorate.node is declared in module io.quorate.node, which does not export it");
    }

    @Test
    void anApplicationWithMetricsCompilesAsAModule() throws Exception {
        assertThat(compile(
                        modulePath(Locks.class, LockMetrics.class),
                        "module shop { requires io.quorate.micrometer; }",
                        """
                        package shop;

                        class Main {
                            void bind(io.quorate.api.Locks locks, io.micrometer.core.instrument.MeterRegistry registry) {
                                new io.quorate.micrometer.LockMetrics(locks).bindTo(registry);
                            }
                        }
                        """))
                .isEmpty();
    }

    /** What the compiler says; nothing if all is well. */
    private String compile(List<Path> modulePath, String... sources) throws IOException {
        List<Path> files = new ArrayList<>();
        for (String source : sources) {
            Path file = source.startsWith("module")
                    ? directory.resolve("module-info.java")
                    : directory.resolve(source.contains("class Curious") ? "Curious.java" : "Main.java");
            files.add(Files.writeString(file, source));
        }
        JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "tests run on a JDK");
        StringWriter said = new StringWriter();
        try (StandardJavaFileManager fileManager =
                compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            List<String> options = List.of(
                    "--release",
                    "17",
                    "-proc:none",
                    "--class-path",
                    directory.toString(), // else it is that of the tests, and javac may name either place of a package
                    "--module-path",
                    joined(modulePath),
                    "-d",
                    directory.resolve("classes").toString());
            compiler.getTask(said, fileManager, null, options, null, fileManager.getJavaFileObjectsFromPaths(files))
                    .call();
        }
        return said.toString();
    }

    private static String joined(List<Path> paths) {
        return paths.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    /** Where these classes of ours were built to, and what their modules require besides. */
    private static List<Path> modulePath(Class<?>... ours) throws URISyntaxException {
        List<Path> paths = new ArrayList<>();
        for (Class<?> each : ours) {
            paths.add(Path.of(
                    each.getProtectionDomain().getCodeSource().getLocation().toURI()));
        }
        ModuleFinder own = ModuleFinder.of(paths.toArray(Path[]::new));
        assertThat(own.findAll())
                .as("modules with a descriptor of their own")
                .hasSize(ours.length)
                .noneMatch(reference -> reference.descriptor().isAutomatic());
        own.findAll().stream()
                .map(ModuleReference::descriptor)
                .flatMap(descriptor -> descriptor.requires().stream())
                .filter(required -> !required.modifiers().contains(Requires.Modifier.STATIC))
                .map(Requires::name)
                .distinct()
                .filter(name -> own.find(name).isEmpty())
                .filter(name -> ModuleFinder.ofSystem().find(name).isEmpty())
                .forEach(name -> paths.add(onClassPath(name)));
        return paths;
    }

    private static Path onClassPath(String module) {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(entry -> descriptorOf(entry)
                        .map(ModuleDescriptor::name)
                        .filter(module::equals)
                        .isPresent())
                .findFirst()
                .orElseThrow(() -> new AssertionError("no entry of the class path is the module " + module));
    }

    private static Optional<ModuleDescriptor> descriptorOf(Path entry) {
        try {
            return ModuleFinder.of(entry).findAll().stream()
                    .map(ModuleReference::descriptor)
                    .findFirst();
        } catch (FindException noModule) {
            return Optional.empty(); // a jar whose name makes no module name, or an empty folder
        }
    }
}
