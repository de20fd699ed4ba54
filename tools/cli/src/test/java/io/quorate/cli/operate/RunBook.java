// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.operate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The run book as operators read it: what they copy from it, by the headings. */
record RunBook(Map<String, List<String>> blocks) {
    private static final Path PAGE = Path.of("../../docs/operate/runbook.md");

    static RunBook read() throws IOException {
        Map<String, List<String>> blocks = new LinkedHashMap<>();
        String heading = "";
        StringBuilder block = null;
        for (String line : Files.readAllLines(PAGE)) {
            if (line.equals("```") && block == null) {
                block = new StringBuilder();
            } else if (line.equals("```")) {
                blocks.computeIfAbsent(heading, key -> new ArrayList<>()).add(block.toString());
                block = null;
            } else if (block != null) {
                block.append(line).append('\n');
            } else if (line.startsWith("#")) {
                heading = line.replaceFirst("^#+ ", "");
            }
        }
        return new RunBook(blocks);
    }

    /** The one block below the heading with this text in it. */
    String block(String heading, String part) {
        List<String> found = blocks.getOrDefault(heading, List.of()).stream()
                .filter(block -> block.contains(part))
                .toList();
        if (found.size() != 1) {
            throw new AssertionError(
                    "the run book has " + found.size() + " blocks with \"" + part + "\" below \"" + heading + "\"");
        }
        return found.get(0);
    }
}
