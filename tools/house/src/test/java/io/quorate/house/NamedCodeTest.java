// SPDX-License-Identifier: Apache-2.0
package io.quorate.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the pages call {@code Class#method} exists under that name, and what they say is logged can be logged. */
final class NamedCodeTest {
    private static final Pattern METHOD = Pattern.compile("`([A-Z]\\w*)#([a-z]\\w*)`");

    @Test
    void everyMethodThatThePagesNameExists() {
        Map<String, String> sources = sourcesByClass();
        List<String> unknown = new ArrayList<>();
        for (Path page : Repository.filesBelow(
                Repository.ROOT, file -> Repository.nameOf(file).endsWith(".md"))) {
            METHOD.matcher(Repository.read(page).orElse("")).results().forEach(match -> {
                String source = sources.getOrDefault(match.group(1), "");
                if (!source.matches("(?s).*\\b" + match.group(2) + "\\(.*")) {
                    unknown.add(Repository.ROOT.relativize(page) + ": " + match.group());
                }
            });
        }
        assertThat(unknown)
                .as("methods that the pages name and the code does not have")
                .isEmpty();
    }

    /** The parts of a message between dots stand in the sources; a text that goes on in the next line is one text. */
    @Test
    void everyMessageThatOperatorsAreToldAboutIsSaidSomewhere() {
        List<Path> pages = Repository.filesBelow(
                Repository.ROOT.resolve("docs/operate"),
                file -> Repository.nameOf(file).endsWith(".md"));
        String texts = String.join("\n", sourcesByClass().values()).replaceAll("\"\\s*\\+\\s*\"", "");
        List<String> parts = pages.stream()
                .flatMap(page -> MarkdownPage.read(page).column("Message").stream())
                .flatMap(cell -> Stream.of(cell.replace("`", "").split("\\.\\.\\.")))
                .map(String::strip)
                .filter(part -> !part.isEmpty() && !part.matches("-+"))
                .toList();
        assertThat(parts).hasSizeGreaterThan(5).allMatch(texts::contains);
    }

    private static Map<String, String> sourcesByClass() {
        Map<String, String> sources = new LinkedHashMap<>();
        for (String module : Repository.modules()) {
            Path folder = Repository.ROOT.resolve(module);
            Stream.of("src/main/java", "src/test/java")
                    .flatMap(root -> Repository.javaFiles(folder.resolve(root)).stream())
                    .forEach(file -> sources.merge(
                            Repository.nameOf(file).replace(".java", ""),
                            Repository.read(file).orElse(""),
                            String::concat));
        }
        return sources;
    }
}
