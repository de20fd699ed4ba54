// SPDX-License-Identifier: Apache-2.0
package io.quorate.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.reproduce.Paper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The documentation tells the truth about the repository, as far as a machine can see. */
final class DocsTest {
    private static final Path DOCS = Repository.ROOT.resolve("docs");
    private static final Set<String> READERS = Set.of("use", "operate", "understand", "study");
    private static final Path MAP = DOCS.resolve("README.md");

    private static final Pattern OPENING = Pattern.compile("# [^\\n]+\\n\\nAfter (?:reading )?this page ");
    private static final int README_LINES_MAX = 150;

    /** A path below docs in any text: a comment, a message, a command. */
    private static final Pattern PATH_BELOW_DOCS =
            Pattern.compile("(?<![\\w-]|\\w/)docs/[\\w./-]*\\w\\.(?:md|svg|png)\\b");

    private static final Pattern TYPE = Pattern.compile("\\b(?:class|interface|record|enum)\\s+([A-Z]\\w*)");
    private static final Pattern WORD = Pattern.compile("[A-Za-z_]\\w*");
    private static final Pattern IN_BACKTICKS = Pattern.compile("`([^`]+)`");

    /** In pieces, so that this file itself is clean. */
    private static final Pattern PATH_OF_SOME_MACHINE =
            Pattern.compile("(?<![\\w.~}/-])/(?:" + "work|root|home/\\w+|Users/\\w+" + ")/|(?<![\\w.])/tmp" + "/h\\b");

    @Test
    void everyRelativeLinkLeadsToAFileAndEveryAnchorToAHeading() {
        List<String> broken = new ArrayList<>();
        for (Path page : pages()) {
            for (String link : MarkdownPage.read(page).relativeLinks()) {
                problemWith(page, link).ifPresent(problem -> broken.add(shown(page) + ": " + link + " " + problem));
            }
        }
        assertThat(broken).as("broken links").isEmpty();
    }

    @Test
    void everyPageBelowDocsThatAFileNamesExists() {
        List<String> missing = new ArrayList<>();
        for (Path file : Repository.filesBelow(Repository.ROOT, DocsTest::isWritten)) {
            Repository.read(file)
                    .ifPresent(text -> matches(PATH_BELOW_DOCS, text, 0).stream()
                            .filter(path -> !Files.exists(Repository.ROOT.resolve(path)))
                            .forEach(path -> missing.add(shown(file) + ": " + path)));
        }
        assertThat(missing)
                .as("pages and pictures that are named and do not exist")
                .isEmpty();
    }

    @Test
    void everyPaperHasThePageThatItsReportNames() {
        assertThat(Paper.values())
                .extracting(paper -> Repository.ROOT.resolve(paper.page()))
                .allMatch(Files::exists);
    }

    @Test
    void theMapLeadsToEveryPage() {
        Set<Path> mapped = MarkdownPage.read(MAP).relativeLinks().stream()
                .map(link -> DOCS.resolve(link.replaceFirst("#.*", "")).normalize())
                .collect(Collectors.toCollection(TreeSet::new));
        List<String> unmapped = pagesBelowDocs().stream()
                .filter(page -> !page.equals(MAP) && !mapped.contains(page) && !isDecision(page))
                .map(DocsTest::shown)
                .toList();
        assertThat(unmapped).as("pages that docs/README.md does not link").isEmpty();
    }

    @Test
    void everyPageIsInTheFolderOfAReader() {
        List<String> astray = pagesBelowDocs().stream()
                .filter(page -> !page.equals(MAP) && !isDecision(page))
                .filter(page ->
                        !READERS.contains(DOCS.relativize(page).getName(0).toString()))
                .map(DocsTest::shown)
                .toList();
        assertThat(astray).as("pages outside of docs/%s", READERS).isEmpty();
    }

    @Test
    void everyPageOpensWithWhatItsReaderWillBeAbleToDo() {
        List<String> others = pagesBelowDocs().stream()
                .filter(page -> !page.equals(MAP) && !isDecision(page))
                .filter(page ->
                        !OPENING.matcher(Repository.read(page).orElse("")).lookingAt())
                .map(DocsTest::shown)
                .toList();
        assertThat(others)
                .as(
                        "pages whose first sentence does not begin with \"After this page you can\", or \"you know\", or \"your\"")
                .isEmpty();
    }

    @Test
    void theReadmeIsShort() {
        assertThat(Repository.read(Repository.ROOT.resolve("README.md"))
                        .orElseThrow()
                        .lines())
                .hasSizeLessThanOrEqualTo(README_LINES_MAX);
    }

    @Test
    void everyDecisionHasContextDecisionAndConsequences() {
        List<String> incomplete = new ArrayList<>();
        for (Path decision : Repository.filesBelow(DOCS.resolve("adr"), DocsTest::isDecision)) {
            List<String> headings = MarkdownPage.read(decision).headings();
            for (String needed : List.of("Context", "Decision", "Consequences")) {
                if (!headings.contains(needed)) {
                    incomplete.add(shown(decision) + " lacks the heading " + needed);
                }
            }
        }
        assertThat(incomplete).as("decisions").isEmpty();
    }

    /** A word with a capital must be a type; any other must at least occur in the sources. */
    @Test
    void everyCodeWordOfTheGlossaryExistsInTheCode() {
        Path glossary = DOCS.resolve("understand/glossary.md");
        List<String> cells = MarkdownPage.read(glossary).column("Code");
        assertThat(cells).as("cells of the column Code").hasSizeGreaterThan(5);
        String sources = mainSources();
        Set<String> types = matches(TYPE, sources, 1);
        Set<String> words = matches(WORD, sources, 0);
        List<String> unknown = new ArrayList<>();
        for (String cell : cells) {
            for (String code : matches(IN_BACKTICKS, cell, 1)) {
                var first = WORD.matcher(code);
                if (first.lookingAt()) {
                    String word = first.group();
                    Set<String> known = Character.isUpperCase(word.charAt(0)) ? types : words;
                    if (!known.contains(word)) {
                        unknown.add(code);
                    }
                }
            }
        }
        assertThat(unknown)
                .as("words in the column Code of docs/understand/glossary.md that the code does not know")
                .isEmpty();
    }

    @Test
    void noFileNamesAFolderOfSomebodysMachine() {
        List<String> found = new ArrayList<>();
        for (Path file : Repository.filesBelow(Repository.ROOT, DocsTest::isWritten)) {
            Repository.read(file)
                    .ifPresent(text -> text.lines()
                            .filter(line -> PATH_OF_SOME_MACHINE.matcher(line).find())
                            .forEach(line -> found.add(shown(file) + ": " + line.strip())));
        }
        assertThat(found).as("absolute paths").isEmpty();
    }

    private static Optional<String> problemWith(Path page, String link) {
        int hash = link.indexOf('#');
        String path = hash < 0 ? link : link.substring(0, hash);
        Path folder = path.startsWith("/") ? Repository.ROOT : page.resolveSibling("");
        Path target = path.isEmpty()
                ? page
                : folder.resolve(path.replaceFirst("^/", "").replace("%20", " "))
                        .normalize();
        if (!target.startsWith(Repository.ROOT)) {
            return Optional.of("leads out of the repository");
        }
        if (!Files.exists(target)) {
            return Optional.of("leads nowhere");
        }
        if (hash < 0 || !target.toString().endsWith(".md")) {
            return Optional.empty();
        }
        return MarkdownPage.read(target).anchors().contains(link.substring(hash + 1))
                ? Optional.empty()
                : Optional.of("has no such heading");
    }

    private static List<Path> pages() {
        Stream<Path> top = Stream.of(
                        "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "CODE_OF_CONDUCT.md")
                .map(Repository.ROOT::resolve)
                .filter(Files::exists);
        List<Path> examples = Repository.filesBelow(
                Repository.ROOT.resolve("examples"),
                file -> Repository.nameOf(file).endsWith(".md"));
        return Stream.of(top, pagesBelowDocs().stream(), examples.stream())
                .flatMap(Function.identity())
                .toList();
    }

    private static List<Path> pagesBelowDocs() {
        return Repository.filesBelow(DOCS, file -> Repository.nameOf(file).endsWith(".md"));
    }

    private static boolean isDecision(Path file) {
        return Repository.nameOf(file).matches("\\d.*\\.md");
    }

    private static boolean isWritten(Path file) {
        return !Repository.nameOf(file).matches(".*\\.(log|jsa|class|jar|png|gif|jpg|pdf|ico|jfr|hprof)");
    }

    private static String mainSources() {
        return Repository.modules().stream()
                .flatMap(module -> Repository.javaFiles(Repository.mainSources(module)).stream())
                .map(file -> Repository.read(file).orElse(""))
                .collect(Collectors.joining("\n"));
    }

    private static Set<String> matches(Pattern pattern, String text, int group) {
        return pattern.matcher(text)
                .results()
                .map(match -> match.group(group))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String shown(Path file) {
        return Repository.ROOT.relativize(file).toString();
    }
}
