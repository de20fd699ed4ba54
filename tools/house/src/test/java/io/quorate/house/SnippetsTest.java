// SPDX-License-Identifier: Apache-2.0
package io.quorate.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Code on a page that a comment says is taken from an example is the code that this example compiles and tests. The comment names
 * the file and a region of it, which stands between {@code // region NAME} and {@code // endregion}.
 */
final class SnippetsTest {
    static final String SOURCE = "<!-- examples/\\S+#\\S+ -->";

    private static final Pattern SNIPPET =
            Pattern.compile("(?ms)^<!-- (examples/\\S+)#(\\S+) -->\\n```\\w+\\n(.*?)^```");
    private static final Pattern KOTLIN = Pattern.compile("(?m)^```kotlin$");
    private static final Pattern TAKEN_KOTLIN = Pattern.compile("(?m)^" + SOURCE + "\\n```kotlin$");

    @TestFactory
    List<DynamicTest> everySnippetIsTheRegionThatItNames() {
        List<DynamicTest> tests = new ArrayList<>();
        for (Path page : pages()) {
            for (MatchResult snippet : SNIPPET.matcher(Repository.read(page).orElseThrow())
                    .results()
                    .toList()) {
                String file = snippet.group(1);
                String region = snippet.group(2);
                tests.add(DynamicTest.dynamicTest(
                        Repository.ROOT.relativize(page) + ", " + region + " of " + file,
                        () -> assertThat(snippet.group(3)).isEqualTo(region(file, region))));
            }
        }
        assertThat(tests).isNotEmpty();
        return tests;
    }

    /** Nothing else compiles Kotlin. */
    @Test
    void everyBlockOfKotlinIsTakenFromAnExample() {
        assertThat(pages()).allSatisfy(page -> {
            String text = Repository.read(page).orElseThrow();
            assertThat(KOTLIN.matcher(text).results().count())
                    .as("blocks of Kotlin in %s", page)
                    .isEqualTo(TAKEN_KOTLIN.matcher(text).results().count());
        });
    }

    private static String region(String file, String name) {
        assertThat(Repository.modules())
                .as("modules, one of which builds %s", file)
                .anyMatch(module -> file.startsWith(module + "/src/"));
        String source = Repository.read(Repository.ROOT.resolve(file)).orElseThrow();
        Matcher region = Pattern.compile("(?ms)^ *// region " + Pattern.quote(name) + "\\n(.*?^ *)// endregion$")
                .matcher(source);
        assertThat(region.find()).as("%s has the region %s", file, name).isTrue();
        return region.group(1).stripIndent();
    }

    private static List<Path> pages() {
        return Stream.of("docs", "examples")
                .flatMap(
                        folder -> Repository.filesBelow(
                                Repository.ROOT.resolve(folder),
                                file -> Repository.nameOf(file).endsWith(".md"))
                                .stream())
                .collect(Collectors.toList());
    }
}
