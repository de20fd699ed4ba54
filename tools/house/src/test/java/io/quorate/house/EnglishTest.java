// SPDX-License-Identifier: Apache-2.0
package io.quorate.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The worst habits of our language do not come back to what has been cleaned: config/english has the words and the folders. */
final class EnglishTest {
    private static final Path RULES = Repository.ROOT.resolve("config/english");
    private static final int WORDS_MAX = 40;

    private record Rule(Pattern pattern, boolean begins, String reason) {
        boolean isBroken(String sentence) {
            return begins
                    ? isWholeSentence(sentence)
                            && pattern.matcher(Prose.bare(sentence)).lookingAt()
                    : pattern.matcher(sentence).find();
        }

        /** Headings, labels in tables and questions may begin with a question word. */
        private static boolean isWholeSentence(String sentence) {
            return sentence.matches("(?s)[^#].*[.:;]");
        }
    }

    @Test
    void noCleanedTextHasAWordOfTheList() {
        List<Rule> rules = rules();
        assertThat(rules).as("words in %s", RULES).hasSizeGreaterThan(20);
        Pattern anyRule = Pattern.compile(
                rules.stream().map(rule -> rule.pattern().pattern()).collect(Collectors.joining("|")),
                Pattern.CASE_INSENSITIVE); // one look at most sentences
        List<String> broken = new ArrayList<>();
        for (Path file : checkedFiles()) {
            List<Pattern> names = namesIn(file);
            for (String sentence : Prose.sentencesOf(file)) {
                if (!anyRule.matcher(sentence).find()) {
                    continue;
                }
                rules.stream()
                        .filter(rule -> rule.isBroken(withoutNames(sentence, names)))
                        .forEach(rule -> broken.add(
                                Repository.ROOT.relativize(file) + ": \"" + sentence + "\": " + rule.reason()));
            }
        }
        assertThat(broken)
                .as(
                        "readers had to read these words twice; config/english has the list. File, sentence, what to write instead")
                .isEmpty();
    }

    @Test
    void noSentenceForUsersAndOperatorsIsTooLong() {
        List<String> broken = new ArrayList<>();
        for (Path page : files("short")) {
            Prose.sentencesOf(page).stream()
                    .filter(sentence -> Prose.wordsIn(sentence) > WORDS_MAX)
                    .forEach(sentence -> broken.add(
                            Repository.ROOT.relativize(page) + ": " + Prose.wordsIn(sentence) + " words: " + sentence));
        }
        assertThat(broken)
                .as("a reader who skims loses the thread after %d words: make two sentences, or a list", WORDS_MAX)
                .isEmpty();
    }

    @Test
    void everyFolderOfTheRuleExists() {
        Set<String> missing = new TreeSet<>();
        Stream.of(lines("folder"), lines("skip"), lines("short"), lines("name").map(line -> line.split(" ", 2)[0]))
                .flatMap(paths -> paths)
                .filter(path -> !Repository.ROOT.resolve(path).toFile().exists())
                .forEach(missing::add);
        assertThat(missing).as("paths in %s", RULES).isEmpty();
    }

    @Test
    void sentencesAreFoundInPagesAndSources() {
        assertThat(Prose.ofPage(
                        "# Title\n\nOne `a b c`. Two\nlines.\n\n```\ncode. Code.\n```\n| A | whoever |\n- [x](y.md) z"))
                .containsExactly("# Title", "One `a b c`.", "Two lines.", "A", "whoever", "- x z");
        assertThat(Prose.ofJava(
                        "/** One two.\n * Three. */\nint patience; // four\nString s = \"five \"\n    + \"six\";"))
                .containsExactly("One two.", "Three.", "four", "five six");
        assertThat(Prose.wordsIn("One `a b c`.")).isEqualTo(2);
    }

    private static List<Rule> rules() {
        return Stream.of("word", "start")
                .flatMap(kind -> lines(kind).map(line -> {
                    String[] parts = line.split(" = ", 2);
                    boolean begins = kind.equals("start");
                    return new Rule(
                            Pattern.compile(
                                    "\\b(?:" + parts[0].strip() + ")\\b", begins ? 0 : Pattern.CASE_INSENSITIVE),
                            begins,
                            parts[1].strip());
                }))
                .toList();
    }

    private static List<Path> checkedFiles() {
        List<Path> skipped = lines("skip").map(Repository.ROOT::resolve).toList();
        return files("folder").stream()
                .filter(file -> skipped.stream().noneMatch(file::startsWith))
                .toList();
    }

    /** Words that are names in the code of this file. */
    private static List<Pattern> namesIn(Path file) {
        return lines("name")
                .map(line -> line.split(" ", 2))
                .filter(pathAndWord -> file.startsWith(Repository.ROOT.resolve(pathAndWord[0])))
                .map(pathAndWord -> Pattern.compile("\\b(?:" + pathAndWord[1] + ")\\b"))
                .toList();
    }

    private static String withoutNames(String sentence, List<Pattern> names) {
        String rest = sentence;
        for (Pattern name : names) {
            rest = name.matcher(rest).replaceAll("NAME");
        }
        return rest;
    }

    private static List<Path> files(String kind) {
        return lines(kind)
                .map(Repository.ROOT::resolve)
                .flatMap(path -> path.toFile().isFile()
                        ? Stream.of(path)
                        : Repository.filesBelow(path, EnglishTest::isText).stream())
                .toList();
    }

    private static boolean isText(Path file) {
        String path = file.toString();
        return path.endsWith(".md") || (path.endsWith(".java") && path.contains("/src/main/"));
    }

    private static Stream<String> lines(String kind) {
        return Repository.read(RULES)
                .orElseThrow()
                .lines()
                .filter(line -> line.startsWith(kind + " "))
                .map(line -> line.substring(kind.length()).strip());
    }
}
