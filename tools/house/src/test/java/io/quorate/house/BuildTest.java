// SPDX-License-Identifier: Apache-2.0
package io.quorate.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What Maven itself does not check about its files. */
final class BuildTest {
    private static final Pattern PROJECT_VERSION =
            Pattern.compile("<artifactId>quorate-(?:parent|bom)</artifactId>\\s*<version>([^<]+)</version>");
    private static final Pattern ARTIFACT =
            Pattern.compile("</parent>.*?<artifactId>([^<]+)</artifactId>", Pattern.DOTALL);
    private static final Pattern DEPENDENCY = Pattern.compile("<dependency>.*?</dependency>", Pattern.DOTALL);
    private static final Pattern ONE_TEST = Pattern.compile("mvn .* -pl (\\S+) .*-Dtest=(\\w+) .*");
    private static final Pattern PLUGIN =
            Pattern.compile("<artifactId>[^<]+-plugin</artifactId>\\s*<version>[^<]+</version>");
    private static final Pattern LITERAL_VERSION = Pattern.compile("<version>[^$<]+</version>");

    @Test
    void allModulesCarryTheVersionOfTheParent() {
        String expected = versionIn("");
        assertThat(Repository.modules())
                .allSatisfy(module -> assertThat(versionIn(module)).isEqualTo(expected));
    }

    @Test
    void versionsArePinnedInTheParentOnly() {
        assertThat(Repository.modules())
                .filteredOn(module -> !module.equals("bom"))
                .allSatisfy(module -> assertThat(
                                LITERAL_VERSION.matcher(pom(module)).results().count())
                        .as("versions written in %s/pom.xml, beside that of the parent", module)
                        .isEqualTo(1));
    }

    /** The bill of materials has no parent, so it names the plugin that signs it by itself. */
    @Test
    void theBillOfMaterialsNamesNoOtherVersionsThanTheParent() {
        assertThat(PLUGIN.matcher(pom("bom")).results().map(MatchResult::group))
                .isNotEmpty()
                .allSatisfy(plugin -> assertThat(pom("")).containsIgnoringWhitespaces(plugin));
    }

    @Test
    void everyPublishedPomSaysWhatMavenCentralWants() {
        for (String root : List.of("", "bom")) {
            assertThat(pom(root))
                    .as("%s/pom.xml", root)
                    .contains("<url>", "<licenses>", "<developers>", "<scm", "<connection>", "<developerConnection>");
        }
        assertThat(Repository.modules())
                .allSatisfy(module -> assertThat(pom(module)).contains("<name>", "<description>"));
    }

    /** Without this file, or with more than one line in it, ./verify would compare with nothing. */
    @Test
    void theBaselineOfTheApiIsOneReleaseOrNone() {
        String baseline =
                Repository.read(Repository.ROOT.resolve("config/api-baseline")).orElseThrow();
        assertThat(baseline.lines().filter(line -> !line.startsWith("#")))
                .hasSizeLessThanOrEqualTo(1)
                .allMatch(line -> line.matches("\\d+\\.\\d+\\.\\d+"));
    }

    /** Upgrades are tried from this commit: ids of commits reach a clone without its tags. */
    @Test
    void theBaselineOfUpgradesIsOneCommitOrNone() {
        String baseline =
                Repository.read(Repository.ROOT.resolve("config/baseline")).orElseThrow();
        assertThat(baseline.lines().filter(line -> !line.startsWith("#")))
                .hasSizeLessThanOrEqualTo(1)
                .allMatch(line -> line.matches("\\d+\\.\\d+\\.\\d+ [0-9a-f]{40}"));
    }

    /** The wrapper checks what it downloads. */
    @Test
    void theWrapperPinsAVersionAndItsChecksum() {
        assertThat(Repository.read(Repository.ROOT.resolve(".mvn/wrapper/maven-wrapper.properties"))
                        .orElseThrow())
                .containsPattern("distributionUrl=https://repo\\.maven\\.apache\\.org/\\S+-bin\\.zip\n")
                .containsPattern("distributionSha256Sum=[0-9a-f]{64}\n");
    }

    /** Their licences want it, and readers look there. */
    @Test
    void theNoticeNamesTheCodeOfOthersInOurJars() {
        String notice = Repository.read(Repository.ROOT.resolve("NOTICE")).orElseThrow();
        List<Path> licences = Repository.modulesWithSources().stream()
                .map(module -> Repository.ROOT.resolve(module).resolve("src/main/resources"))
                .flatMap(resources ->
                        Repository.filesBelow(
                                resources, file -> Repository.nameOf(file).startsWith("LICENSE."))
                                .stream())
                .toList();
        assertThat(licences).isNotEmpty().allSatisfy(file -> assertThat(notice).contains(Repository.nameOf(file)));
    }

    /** It has no POM of its own, so the bill of materials takes its version from ours. */
    @Test
    void theBillOfMaterialsHasTheVersionOfTheChartLibrary() {
        var version = Pattern.compile("<uplot.version>([^<]+)</uplot.version>").matcher(pom(""));
        assertThat(version.find()).isTrue();
        assertThat(Repository.read(Repository.ROOT.resolve(
                                "lock/server/src/main/resources/io/quorate/server/page/uPlot.iife.min.js"))
                        .orElseThrow())
                .startsWith("/*! https://github.com/leeoniya/uPlot (v" + version.group(1) + ") */");
    }

    @Test
    void theActionsOfTheHostedBuildArePinnedByDigest() {
        List<String> uses = Repository.filesBelow(
                        Repository.ROOT.resolve(".github/workflows"),
                        file -> file.toString().endsWith(".yml"))
                .stream()
                .flatMap(file -> Repository.read(file).orElseThrow().lines())
                .filter(line -> line.contains("uses:"))
                .toList();
        assertThat(uses).isNotEmpty().allMatch(line -> line.matches(".*uses: \\S+@[0-9a-f]{40} # v\\S+"));
    }

    @Test
    void whatAnApplicationTakesDependsOnNothingElse() {
        for (String module : List.of("lock/api", "lock/core", "lock/node", "lock/trace", "lock/server")) {
            assertThat(DEPENDENCY.matcher(pom(module)).results().map(MatchResult::group))
                    .as("dependencies in %s/pom.xml", module)
                    .allMatch(each -> each.contains("<groupId>io.quorate</groupId>")
                            || each.contains("<scope>test</scope>")
                            || each.contains("<scope>provided</scope>"));
        }
    }

    @Test
    void theBillOfMaterialsListsEveryPublishedModule() {
        String bom = pom("bom");
        List<String> published = Repository.modules().stream()
                .filter(module -> !module.equals("bom") && !pom(module).contains("maven.deploy.skip"))
                .filter(module -> !pom(module).contains("<modules>"))
                .toList();
        assertThat(published)
                .isNotEmpty()
                .allSatisfy(module -> assertThat(bom).contains("<artifactId>" + artifact(module) + "</artifactId>"));
    }

    @Test
    void whatShipsDoesNotEvenKnowTheWordsOfTheOverlay() {
        List<String> ships = Repository.modulesWithSources().stream()
                .filter(module -> module.startsWith("lock/"))
                .toList();
        assertThat(ships).contains("lock/api", "lock/core", "lock/node");
        for (String module : ships) {
            assertThat(Repository.javaFiles(Repository.mainSources(module)))
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(Repository.read(file).orElseThrow())
                            .as(file.toString())
                            .doesNotContainPattern("(?i)overlay|dht|sigma|endtoend"));
        }
    }

    @Test
    void theScriptsCanBeExecuted() {
        assertThat(List.of(
                        "quorate",
                        "verify",
                        "fix",
                        "release",
                        "mvnw",
                        "tools/package/baseline",
                        "tools/package/build",
                        "tools/package/try",
                        "tools/package/try-systemd",
                        "tools/package/try-windows",
                        "tools/package/quorate",
                        "tools/package/deb/postinst",
                        "tools/package/deb/prerm",
                        "tools/package/deb/postrm",
                        ".ci/run",
                        "examples/spring-boot/run",
                        "tools/bench/run",
                        "tools/bench/compare",
                        "tools/torture/run",
                        "examples/plain-java/run",
                        "config/measured/bin/java"))
                .map(Repository.ROOT::resolve)
                .allMatch(Files::isExecutable);
    }

    /** Without these options Maven fails in the modules that have no test of that name, or does not find the other modules. */
    @Test
    void theOneTestThatContributingShowsCanBeRun() {
        String page =
                Repository.read(Repository.ROOT.resolve("CONTRIBUTING.md")).orElseThrow();
        var command = ONE_TEST.matcher(page);
        assertThat(command.find()).isTrue();
        assertThat(command.group()).contains(" -am ", "-DskipTests=false", "-Dsurefire.failIfNoSpecifiedTests=false");
        assertThat(Repository.modules()).contains(command.group(1));
        assertThat(Repository.javaFiles(Repository.testSources(command.group(1))))
                .anyMatch(file -> file.endsWith(command.group(2) + ".java"));
    }

    private static String artifact(String module) {
        var own = ARTIFACT.matcher(pom(module));
        assertThat(own.find()).as("%s/pom.xml has an artifact", module).isTrue();
        return own.group(1);
    }

    private static String versionIn(String module) {
        var version = PROJECT_VERSION.matcher(pom(module));
        assertThat(version.find()).as("%s/pom.xml has a version", module).isTrue();
        return version.group(1);
    }

    private static String pom(String module) {
        Path file = Repository.ROOT.resolve(module).resolve("pom.xml");
        return Repository.read(file).orElseThrow();
    }
}
