// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.Protocols;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of all that the papers state names nothing that is not there, and leaves nothing out that is. */
final class CoverageTest {
    private static final Path ROOT = Path.of("../..");

    /** Protocols of the five papers, to be named in every set of their rules. */
    private static final Set<String> OF_PAPERS = Set.of(
            "maekawa",
            "sequential",
            "cyclic",
            "thiare-fall",
            "tree",
            "ricart-agrawala",
            "sigma",
            "endtoend",
            "nonendtoend");

    /** Ours, which no paper has. */
    private static final Set<String> OURS = Set.of("ricart-agrawala:standing-replies");

    private static Stream<Coverage.Row> rows() {
        return Coverage.chapters().stream().flatMap(chapter -> chapter.rows().stream());
    }

    /** All source files below these folders, by the names of their classes. */
    private static Map<String, List<Path>> sources(String kind) throws IOException {
        Map<String, List<Path>> files = new TreeMap<>();
        for (String group : List.of("lock", "study", "tools")) {
            try (Stream<Path> found = Files.walk(ROOT.resolve(group))) {
                files.putAll(found.filter(file -> file.toString().endsWith(".java")
                                && file.toString().contains(kind))
                        .collect(Collectors.groupingBy(
                                file -> file.getFileName().toString().replace(".java", ""))));
            }
        }
        return files;
    }

    @Test
    void everyClassAndMethodIsThere() throws IOException {
        Map<String, List<Path>> main = sources("/src/main/java/");
        for (Coverage.Row row : rows().toList()) {
            for (String name : row.code()) {
                String[] parts = name.split("#");
                assertThat(main).as(row.place() + ": " + name).containsKey(parts[0]);
                if (parts.length > 1) {
                    assertThat(main.get(parts[0]))
                            .as(row.place() + ": " + name)
                            .anySatisfy(
                                    file -> assertThat(Files.readString(file)).contains(" " + parts[1] + "("));
                }
            }
        }
    }

    @Test
    void everyScenarioAndTestIsThere() throws IOException {
        Map<String, List<Path>> tests = sources("/src/test/java/");
        for (Coverage.Row row : rows().toList()) {
            for (String name : row.shownBy()) {
                if (name.contains("/")) {
                    assertThat(ROOT.resolve("scenarios").resolve(name + ".scn")).exists();
                } else {
                    assertThat(tests).as(row.place() + ": " + name).containsKey(name);
                }
            }
        }
    }

    @Test
    void everyItemIsNamedAndEveryNameIsAnItem() {
        Set<String> named = rows().flatMap(row -> row.items().stream()).collect(Collectors.toCollection(TreeSet::new));
        assertThat(named)
                .containsExactlyElementsOf(
                        Items.all().stream().map(Item::name).sorted().toList());
    }

    @Test
    void everySetOfRulesOfAPaperIsNamed() {
        Set<String> named = rows().map(Coverage.Row::protocol).collect(Collectors.toSet());
        for (Protocol<?> protocol : Protocols.all()) {
            if (OF_PAPERS.contains(protocol.name())) {
                protocol.ruleSets().stream()
                        .map(Protocol::fullName)
                        .filter(name -> !OURS.contains(name))
                        .forEach(name -> assertThat(named).contains(name));
            }
        }
    }

    @Test
    void everyPaperIsThereAndEveryRowSaysHowItIsShownOrWhyNot() {
        assertThat(Coverage.chapters().stream().map(Coverage.Chapter::paper).toList())
                .containsExactlyElementsOf(Arrays.asList(Paper.values()));
        assertThat(rows().map(row -> row.place() + row.states()).toList()).doesNotHaveDuplicates();
        assertThat(rows())
                .allSatisfy(
                        row -> assertThat(row.items().isEmpty() && row.remark().isEmpty())
                                .as("%s needs an item or a remark", row.place())
                                .isFalse());
    }

    /** With -Dpictures=rewrite the tables are written anew (then look at them). */
    @Test
    void thePageOfEachPaperSaysWhereItsSectionsAre() throws IOException {
        for (Paper paper : Paper.values()) {
            Path page = ROOT.resolve("docs/study/papers").resolve(paper.word() + ".md");
            String text = Files.readString(page);
            String mark = "<!-- computed: sections -->\n";
            int begin = text.indexOf(mark) + mark.length();
            int end = text.indexOf("<!-- end of what is computed -->");
            assertThat(begin).as("the mark in %s", page).isGreaterThan(mark.length());
            if (System.getProperty("pictures", "").equals("rewrite")) {
                Files.writeString(page, text.substring(0, begin) + Coverage.sections(paper) + text.substring(end));
            } else {
                assertThat(text.substring(begin, end))
                        .as("if the new one is right, run with -Dpictures=rewrite")
                        .isEqualTo(Coverage.sections(paper));
            }
        }
    }
}
