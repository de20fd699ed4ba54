// SPDX-License-Identifier: Apache-2.0
package io.quorate.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MarkdownPageTest {
    @TempDir
    private Path folder;

    @Test
    void linksAreFoundOutsideOfCodeOnly() throws IOException {
        MarkdownPage page = page("""
                See [one](a.md), ![two](b.png "a picture") and [three][3]; not [this](https://example.org/x).
                Code `[no](c.md)` does not link.
                ```
                [neither](d.md)
                ```
                [3]: e.md#part
                """);

        assertThat(page.relativeLinks()).containsExactly("a.md", "b.png", "e.md#part");
    }

    @Test
    void anchorsFollowTheHeadings() throws IOException {
        MarkdownPage page = page("# What it *does*, and not\n## Again\n## Again\n<a id=\"here\"></a>\n");

        assertThat(page.anchors()).containsExactlyInAnyOrder("what-it-does-and-not", "again", "again-1", "here");
    }

    @Test
    void aColumnIsReadFromEveryTableThatHasIt() throws IOException {
        MarkdownPage page = page("| Paper | Code |\n|---|---|\n| site | `NodeId` |\n\n| Other |\n|---|\n| x |\n");

        assertThat(page.column("Code")).containsExactly("---", "`NodeId`");
    }

    private MarkdownPage page(String text) throws IOException {
        return MarkdownPage.read(Files.writeString(folder.resolve("page.md"), text));
    }
}
