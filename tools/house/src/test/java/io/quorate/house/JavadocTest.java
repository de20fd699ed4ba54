// SPDX-License-Identifier: Apache-2.0
package io.quorate.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The javadoc of what users compile against is complete and correct: {@code -Xdoclint:all} finds nothing. */
final class JavadocTest {
    /** Not exported to applications. */
    private static final List<String> INNER = List.of("/testing/watch/", "/testing/cluster/", "/api/text/");

    /** Of modules that export one package, or a part of one. */
    private static final Map<String, String> EXPORTED = Map.of(
            "lock/server", "io/quorate/server/[^/]*",
            "integrations/spring-boot-starter", "io/quorate/spring/[^/]*",
            "study/overlay", "io/quorate/overlay/runtime/Overlay(Locks|Place)\\.java");

    @TempDir
    private Path output;

    @Test
    void theApiHasNoWarning() {
        assertThat(warnings("lock/api")).isEmpty();
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "lock/server",
                "lock/testing",
                "integrations/fencing",
                "integrations/liquibase",
                "integrations/micrometer",
                "integrations/shedlock",
                "integrations/spring-boot-starter",
                "study/overlay",
                "tools/faultnet"
            })
    void whatElseUsersCompileAgainstHasNoWarning(String module) {
        assertThat(warnings(module)).isEmpty();
    }

    /** Builds the pages, as a release does. */
    private List<String> warnings(String module) {
        List<String> arguments = new ArrayList<>(List.of(
                "-quiet",
                "-protected",
                "-Xdoclint:all",
                "-Xmaxwarns",
                "1000",
                "-encoding",
                "UTF-8",
                "-d",
                output.toString(),
                "-classpath",
                System.getProperty("java.class.path")));
        documented(module).map(Path::toString).forEach(arguments::add);
        StringWriter said = new StringWriter();
        ToolProvider javadoc = ToolProvider.findFirst("javadoc").orElseThrow();
        int status = javadoc.run(new PrintWriter(said), new PrintWriter(said), arguments.toArray(String[]::new));
        List<String> complaints = said.toString()
                .lines()
                .filter(line -> line.contains("warning:") || line.contains("error:"))
                .toList();
        assertThat(status).as("exit status of javadoc for %s%n%s", module, said).isZero();
        assertThat(output.resolve("index.html")).exists();
        return complaints;
    }

    private static Stream<Path> documented(String module) {
        return Repository.javaFiles(Repository.mainSources(module)).stream()
                .filter(file -> !Repository.nameOf(file).equals("module-info.java"))
                .filter(file -> INNER.stream().noneMatch(file.toString()::contains))
                .filter(file -> file.toString().matches(".*/" + EXPORTED.getOrDefault(module, ".*")));
    }
}
