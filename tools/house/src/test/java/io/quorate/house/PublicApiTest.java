// SPDX-License-Identifier: Apache-2.0
package io.quorate.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The habits of what is public: the gate compares all of it and nothing else, and its comments say since when it is there. */
final class PublicApiTest {
    private static final Pattern EXPORT = Pattern.compile("exports ([\\w.]+)(;| to\\b)");
    private static final Pattern EXCLUDE = Pattern.compile("<exclude>([\\w.]+)</exclude>");
    private static final Pattern SINCE = Pattern.compile("@since (\\S+)");
    private static final Pattern VERSION =
            Pattern.compile("<artifactId>quorate-parent</artifactId>\\s*<version>([\\d.]+)(?:-SNAPSHOT)?</version>");
    private static final Pattern DEPRECATED = Pattern.compile("@Deprecated\\b(\\([^)]*\\))?");
    private static final Pattern WELL_DEPRECATED =
            Pattern.compile("@Deprecated\\(since = \"\\d+\\.\\d+\\.\\d+\", forRemoval = true\\)");

    @Test
    void theGateLeavesOutWhatModuleInfoHidesAndNothingElse() {
        Set<String> excluded = EXCLUDE.matcher(read(Repository.ROOT.resolve("pom.xml")))
                .results()
                .map(match -> match.group(1))
                .filter(name -> name.startsWith("io.quorate."))
                .collect(Collectors.toCollection(TreeSet::new));
        List<String> wrong = new ArrayList<>();
        Set<String> needed = new TreeSet<>();
        for (String module : publicModules()) {
            Set<String> exported = exportsOf(module);
            for (String each : packagesOf(module)) {
                excluded.stream().filter(name -> covers(name, each)).forEach(needed::add);
                boolean isExcluded = excluded.stream().anyMatch(name -> covers(name, each));
                if (isExcluded == exported.contains(each)) {
                    wrong.add(each + (isExcluded ? " is public and excluded" : " is hidden and compared"));
                }
            }
        }
        assertThat(wrong)
                .as("packages that the excludes of the profile api-baseline in pom.xml get wrong")
                .isEmpty();
        assertThat(needed).as("excludes that name a package").isEqualTo(excluded);
    }

    @Test
    void everyPackageForApplicationsSaysSinceWhenItIsThere() {
        List<String> read = new ArrayList<>();
        for (String module : publicModules()) {
            if (!module.equals("lock/core")) { // for authors of protocols; without the tag it was in 0.1.0
                for (String each : exportsOf(module)) {
                    Path file = Repository.mainSources(module).resolve(each.replace('.', '/') + "/package-info.java");
                    assertThat(SINCE.matcher(read(file)).results())
                            .as("@since in %s", file)
                            .hasSize(1);
                    read.add(each);
                }
            }
        }
        assertThat(read).contains("io.quorate.api", "io.quorate.testing", "io.quorate.server");
    }

    /** A comment that names a later one was not changed when the release was cut. */
    @Test
    void sinceNamesAReleaseThatIsNotInTheFuture() {
        var version = VERSION.matcher(read(Repository.ROOT.resolve("pom.xml")));
        assertThat(version.find()).isTrue();
        int[] ours = numbers(version.group(1));
        assertThat(inMainSources(SINCE))
                .isNotEmpty()
                .allSatisfy(tag -> assertThat(Arrays.compare(numbers(tag.substring("@since ".length())), ours))
                        .as("%s in release %s", tag, version.group(1))
                        .isLessThanOrEqualTo(0));
    }

    @Test
    void whatIsDeprecatedSaysSinceWhenAndThatItGoes() {
        assertThat("@Deprecated(since = \"0.3.0\", forRemoval = true)").matches(WELL_DEPRECATED);
        assertThat("@Deprecated").doesNotMatch(WELL_DEPRECATED);
        assertThat(inMainSources(DEPRECATED))
                .as("see @since and deprecation in docs/understand/releasing.md")
                .allMatch(annotation -> WELL_DEPRECATED.matcher(annotation).matches());
    }

    private static List<String> publicModules() {
        return Repository.modulesWithSources().stream()
                .filter(module -> module.startsWith("lock/") || module.startsWith("integrations/"))
                .toList();
    }

    /** Those that everybody sees. */
    private static Set<String> exportsOf(String module) {
        return EXPORT.matcher(read(Repository.mainSources(module).resolve("module-info.java")))
                .results()
                .filter(match -> match.group(2).equals(";"))
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> packagesOf(String module) {
        Path sources = Repository.mainSources(module);
        return Repository.javaFiles(sources).stream()
                .filter(file -> !Repository.nameOf(file).endsWith("-info.java"))
                .map(file -> sources.relativize(file.resolveSibling("")).toString())
                .map(folder -> folder.replace('\\', '/').replace('/', '.'))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** With a package japicmp leaves out those below it. */
    private static boolean covers(String excluded, String name) {
        return name.equals(excluded) || name.startsWith(excluded + ".");
    }

    private static int[] numbers(String version) {
        return Arrays.stream(version.split("\\.")).mapToInt(Integer::parseInt).toArray();
    }

    private static List<String> inMainSources(Pattern pattern) {
        return Repository.modulesWithSources().stream()
                .flatMap(module -> Repository.javaFiles(Repository.mainSources(module)).stream())
                .flatMap(file -> pattern.matcher(read(file)).results().map(MatchResult::group))
                .toList();
    }

    private static String read(Path file) {
        return Repository.read(file).orElseThrow();
    }
}
