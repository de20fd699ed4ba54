// SPDX-License-Identifier: Apache-2.0
package io.quorate.house;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The sentences that people read in a file: the text of a page without its code, or the comments and texts of a Java source. */
final class Prose {
    private static final Pattern FENCED = Pattern.compile("(?ms)^\\s*(```|~~~).*?^\\s*\\1\\s*$");
    private static final Pattern TEXT_BLOCK = Pattern.compile("\"\"\"(?s)(.*?)\"\"\"");
    private static final Pattern COMMENT_OR_TEXT =
            Pattern.compile("(?s)/\\*(.*?)\\*/|//([^\\n]*)|\"((?:[^\"\\\\\\n]|\\\\.)*)\"|'(?:[^'\\\\]|\\\\.)+'");
    private static final Pattern JOINED_TEXT = Pattern.compile("\"\\s*\\n?\\s*\\+\\s*\"");
    private static final Pattern LINE_OF_COMMENT = Pattern.compile("(?m)^\\s*\\*+ ?");

    /** Where a block of text ends: an empty line, a row of a table, a heading, an item of a list, a tag or a new cell. */
    private static final Pattern BLOCK = Pattern.compile(
            "\\n\\s*\\n|\\n(?=\\s*(?:[-*+] |\\d+\\. |\\||#))|(?<!\\\\)\\||</?(?:p|li|ul|pre)>|(?m)^\\s*@\\w+");

    private static final Pattern SENTENCE_END = Pattern.compile("(?<=[.!?])[)*_\"”]*\\s+(?=[\\p{Lu}`*\\[\"(])");
    private static final Pattern LINK = Pattern.compile("\\[([^\\]]*)\\]\\([^)]*\\)");
    private static final Pattern HTML_COMMENT = Pattern.compile("(?s)<!--.*?-->");

    private Prose() {}

    static List<String> sentencesOf(Path file) {
        String text = Repository.read(file).orElse("");
        return file.toString().endsWith(".java") ? ofJava(text) : ofPage(text);
    }

    static List<String> ofPage(String page) {
        return sentences(
                HTML_COMMENT.matcher(FENCED.matcher(page).replaceAll("\n")).replaceAll(" "));
    }

    static List<String> ofJava(String source) {
        List<String> found = new ArrayList<>();
        TEXT_BLOCK.matcher(source).results().forEach(block -> found.addAll(sentences(block.group(1))));
        String rest = TEXT_BLOCK.matcher(source).replaceAll("\"\"");
        COMMENT_OR_TEXT
                .matcher(JOINED_TEXT.matcher(rest).replaceAll(""))
                .results()
                .forEach(match -> Stream.of(1, 2, 3)
                        .filter(group -> match.group(group) != null)
                        .map(match::group)
                        .forEach(text -> found.addAll(
                                sentences(LINE_OF_COMMENT.matcher(text).replaceAll("")))));
        return found;
    }

    private static List<String> sentences(String text) {
        return BLOCK.splitAsStream(text)
                .map(block -> LINK.matcher(block)
                        .replaceAll("$1")
                        .replaceAll("\\s+", " ")
                        .strip())
                .flatMap(block -> Arrays.stream(SENTENCE_END.split(block)))
                .map(String::strip)
                .filter(sentence -> !sentence.isEmpty())
                .toList();
    }

    /** Words of a sentence: what is in backticks is one. */
    static int wordsIn(String sentence) {
        String plain = sentence.replaceAll("`[^`]*`", "code").strip();
        return plain.isEmpty() ? 0 : plain.split("\\s+").length;
    }

    /** A sentence without the marks that precede its first word. */
    static String bare(String sentence) {
        return sentence.replaceFirst("^(?:[-*+>#]+\\s+|\\d+\\.\\s+|[*_`(\"]+)+", "");
    }
}
