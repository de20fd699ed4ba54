// SPDX-License-Identifier: Apache-2.0
package io.quorate.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every example in Java that the documentation shows to users compiles against what users get, code of other libraries included. The pages in docs/study quote
 * protocols instead; the tests of the command line compare those with their sources.
 */
final class ExamplesTest {
    /** What is taken from the examples is compiled and run there: {@link SnippetsTest} compares it. */
    private static final Pattern EXAMPLE =
            Pattern.compile("(?ms)^(?:" + SnippetsTest.SOURCE + "\\n(?<taken>))?```java\\n(?<code>.*?)^```");

    private static final Pattern PROGRAM = Pattern.compile("(?s)^import .*\\bpublic class (\\w+)");

    /** What examples may use without showing where it comes from. */
    private static final String AROUND = """
            import io.micrometer.core.instrument.MeterRegistry;
            import io.micrometer.observation.ObservationRegistry;
            import io.quorate.api.*;
            import io.quorate.faultnet.*;
            import io.quorate.fencing.*;
            import io.quorate.liquibase.*;
            import io.quorate.micrometer.*;
            import io.quorate.overlay.runtime.*;
            import io.quorate.shedlock.*;
            import io.quorate.spring.*;
            import io.quorate.server.*;
            import io.quorate.testing.*;
            import io.quorate.testing.junit.*;
            import java.nio.file.Path;
            import java.sql.Connection;
            import java.time.Duration;
            import java.util.*;
            import java.util.concurrent.*;
            import java.util.concurrent.locks.*;
            import javax.sql.DataSource;
            import liquibase.Contexts;
            import liquibase.Liquibase;
            import liquibase.integration.spring.SpringLiquibase;
            import net.javacrumbs.shedlock.core.LockProvider;
            import net.javacrumbs.shedlock.spring.annotation.*;
            import org.flywaydb.core.Flyway;
            import org.flywaydb.core.api.callback.*;
            import org.junit.jupiter.api.Test;
            import org.springframework.context.annotation.*;
            import org.springframework.integration.leader.DefaultCandidate;
            import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;
            import org.springframework.integration.support.locks.LockRegistry;
            import org.springframework.scheduling.annotation.*;
            import org.springframework.stereotype.Component;
            import static org.assertj.core.api.Assertions.*;
            class Example {
                Locks locks;
                Executor workers;
                MeterRegistry registry;
                ObservationRegistry observations;
                JdbcFence guard;
                Connection connection;
                DataSource dataSource;
                Liquibase liquibase;
                LocksConfig config;
                byte[] bytes;
                void work() {}
                void workElsewhere() {}
                void stopWorking() {}
                %s
            }
            """;

    /** Code of other libraries on the pages for their users: what it may use besides. */
    private static final Map<String, Foreign> FOREIGN = Map.of(
            "coming-from-curator.md",
            new Foreign("""
                    import org.apache.curator.framework.*;
                    import org.apache.curator.framework.recipes.locks.InterProcessMutex;
                    import org.apache.curator.framework.state.ConnectionState;
                    import org.apache.curator.retry.ExponentialBackoffRetry;
                    """, ""),
            "coming-from-hazelcast.md",
            new Foreign("""
                    import com.hazelcast.config.Config;
                    import com.hazelcast.core.*;
                    import com.hazelcast.cp.lock.FencedLock;
                    """, ""),
            "coming-from-redisson.md",
            new Foreign("""
                    import org.redisson.Redisson;
                    import org.redisson.api.*;
                    import org.redisson.config.Config;
                    """, "Config config;"));

    private static final Foreign NOTHING_FOREIGN = new Foreign("", "");

    private static final String STATEMENTS = "void example() throws Exception {%n%s%n}";

    private record Foreign(String imports, String fields) {}

    @TempDir
    private Path classes;

    @TestFactory
    Stream<DynamicTest> everyExampleCompiles() {
        List<DynamicTest> tests = new ArrayList<>();
        for (Path page : pages()) {
            String text = Repository.read(page).orElseThrow();
            Foreign foreign = FOREIGN.getOrDefault(Repository.nameOf(page), NOTHING_FOREIGN);
            List<String> examples = examplesIn(text);
            for (int number = 1; number <= examples.size(); number++) {
                String example = examples.get(number - 1);
                tests.add(DynamicTest.dynamicTest(
                        Repository.ROOT.relativize(page) + ", example " + number,
                        () -> assertThat(complaintsAbout(sourceOf(example, foreign)))
                                .as("what javac says about%n%s", example)
                                .isEmpty()));
            }
        }
        assertThat(tests).hasSizeGreaterThan(3);
        return tests.stream();
    }

    private static List<String> examplesIn(String text) {
        List<String> examples = new ArrayList<>();
        Matcher example = EXAMPLE.matcher(text);
        while (example.find()) {
            if (example.group("taken") == null) {
                examples.add(example.group("code"));
            }
        }
        return examples;
    }

    private static List<Path> pages() {
        Stream<Path> below = Stream.of("docs/use", "docs/operate", "docs/understand")
                .flatMap(
                        folder -> Repository.filesBelow(
                                Repository.ROOT.resolve(folder),
                                file -> Repository.nameOf(file).endsWith(".md"))
                                .stream());
        return Stream.concat(Stream.of(Repository.ROOT.resolve("README.md")), below)
                .toList();
    }

    private String complaintsAbout(Source example) {
        StringWriter complaints = new StringWriter();
        List<String> options = List.of(
                "-d",
                classes.toString(),
                "-cp",
                System.getProperty("java.class.path"),
                "-proc:none",
                "--release",
                "17");
        boolean compiled = ToolProvider.getSystemJavaCompiler()
                .getTask(complaints, null, null, options, null, List.of(example))
                .call();
        return compiled ? "" : complaints.toString();
    }

    /** A whole program stands for itself; test methods and statements are put into a class. */
    private static Source sourceOf(String example, Foreign foreign) {
        Matcher program = PROGRAM.matcher(example);
        if (program.find()) {
            return new Source(program.group(1), example);
        }
        boolean hasMethods = Stream.of("@Test", "@LockFault", "@Scheduled").anyMatch(example::contains)
                || example.startsWith("@Bean");
        String inside = "class Inside { %s %s }"
                .formatted(foreign.fields(), hasMethods ? example : STATEMENTS.formatted(example));
        return new Source("Example", foreign.imports() + AROUND.formatted(inside));
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(String type, String text) {
            super(URI.create("string:///" + type + ".java"), JavaFileObject.Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
