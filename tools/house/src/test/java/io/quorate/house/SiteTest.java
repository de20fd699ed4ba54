// SPDX-License-Identifier: Apache-2.0
package io.quorate.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The static site has every page, and can be built where MkDocs is installed. */
@Tag("threads")
final class SiteTest {
    private static final Path DOCS = Repository.ROOT.resolve("docs");
    private static final Path CONFIGURATION = Repository.ROOT.resolve("tools/site/mkdocs.yml");
    private static final Pattern ENTRY = Pattern.compile("(?m)^\\s+- (?:\\w[^:\\n]*: )?(\\S+\\.md)$");
    private static final Pattern LOCAL = Pattern.compile("(?:href|src)=\"(?!https?:|#|data:|mailto:)([^\"#?]+)");

    @TempDir
    private Path site;

    private static List<Path> pages() {
        return Repository.filesBelow(DOCS, file -> Repository.nameOf(file).endsWith(".md"));
    }

    @Test
    void theNavigationHasEveryPageOnce() {
        List<String> pages =
                pages().stream().map(page -> DOCS.relativize(page).toString()).toList();
        List<String> entries = ENTRY.matcher(Repository.read(CONFIGURATION).orElseThrow())
                .results()
                .map(entry -> entry.group(1))
                .toList();
        assertThat(entries)
                .as("pages in the navigation of tools/site/mkdocs.yml: add new pages there")
                .containsExactlyInAnyOrderElementsOf(pages);
    }

    @Tag("long")
    @Test
    void theSiteHasEveryPageAndASearchAndNoBrokenLinkWithinIt() throws Exception {
        boolean isInstalled = Arrays.stream(System.getenv("PATH").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "mkdocs")));
        assumeTrue(isInstalled, "NOT TESTED: MkDocs is missing (apt install mkdocs)");
        Process build = new ProcessBuilder("tools/site/build", "--site-dir", site.toString())
                .directory(Repository.ROOT.toFile())
                .inheritIO()
                .start();
        assertThat(build.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(build.exitValue()).isZero();
        List<String> broken = new ArrayList<>();
        for (Path page : pages()) {
            String path = DOCS.relativize(page).toString().replaceFirst("README\\.md$", "index.md");
            Path built = site.resolve(path.replaceFirst("\\.md$", ".html"));
            assertThat(built).exists();
            assertThat(Files.readString(built))
                    .as("it needs no server")
                    .doesNotContainPattern("<(?:script|link|img)[^>]*(?:src|href)=\"(?:https?:)?//");
            LOCAL.matcher(Files.readString(built))
                    .results()
                    .map(link -> built.resolveSibling(link.group(1)).normalize())
                    .filter(target -> target.startsWith(site) && !Files.exists(target))
                    .forEach(target -> broken.add(path + ": " + site.relativize(target)));
        }
        assertThat(broken).as("links within the site").isEmpty();
        assertThat(Files.readString(site.resolve("search/index.js"))).contains("fencing token");
        assertThat(Files.readString(site.resolve("search/main.js"))).contains("searchIndex");
    }
}
