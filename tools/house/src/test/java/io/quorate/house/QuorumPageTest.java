// SPDX-License-Identifier: Apache-2.0
package io.quorate.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Explicit;
import io.quorate.core.quorum.Quorums;
import io.quorate.core.quorum.systems.Tree;
import io.quorate.lab.draw.QuorumPicture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The pictures and tables of docs/understand/quorums.md are what the code gives now; with -Dpictures=rewrite they are written again
 * (then look at them).
 */
final class QuorumPageTest {
    private static final Path PAGE = Repository.ROOT.resolve("docs/understand/quorums.md");
    private static final Path IMAGES = Repository.ROOT.resolve("docs/images");
    private static final boolean REWRITE = System.getProperty("pictures", "").equals("rewrite");
    private static final String AGAIN = "if the new one is right, run with -Dpictures=rewrite";

    private static final NodeId N6 = NodeId.of(5);

    /** Maekawa's example for five nodes (section 7): a plane of seven with two points replaced. */
    private static final String FIVE_NODES = "1,2,3/2,4/3,4,5/1,4,5/2,5";

    private static Map<String, String> pictures() {
        Map<String, String> pictures = new LinkedHashMap<>();
        pictures.put("majority", of("majority", 5));
        pictures.put("weighted", of("weighted:3,1,1,1,0", 5));
        pictures.put("hierarchical", of("hierarchical:3x3", 9));
        pictures.put("plane", of("plane", 7));
        pictures.put("plane-13", of("plane", 13));
        pictures.put("degenerate-plane", of("degenerate-plane", 10));
        pictures.put("plane-on-subset", of("plane-on-subset", 10));
        pictures.put("cyclic-cover", of("cyclic-cover", 10));
        pictures.put("grid", QuorumPicture.svgOf(Quorums.named("grid", 14), N6));
        pictures.put("tree", QuorumPicture.svgOf(new Tree(9), N6, NodeSet.ofIndexes(0, 1, 2, 7)));
        pictures.put("intersection-only", of("intersection-only:7", 21));
        pictures.put("sets", QuorumPicture.svgOf(Explicit.ofSets(FIVE_NODES, 5)));
        return pictures;
    }

    private static String of(String name, int voters) {
        return QuorumPicture.svgOf(Quorums.named(name, voters));
    }

    @TestFactory
    Stream<DynamicTest> everyPictureIsDrawnAgainExactly() {
        return pictures().entrySet().stream()
                .map(picture -> DynamicTest.dynamicTest(
                        picture.getKey(),
                        () -> compare(IMAGES.resolve("quorums-" + picture.getKey() + ".svg"), picture.getValue())));
    }

    private static void compare(Path file, String now) throws IOException {
        if (REWRITE) {
            Files.writeString(file, now);
        }
        assertThat(file).as(AGAIN).hasContent(now);
    }

    @Test
    void thePageShowsEveryPictureAndEveryConstruction() throws IOException {
        String page = Files.readString(PAGE);
        assertThat(pictures().keySet()).allMatch(name -> page.contains("(../images/quorums-" + name + ".svg)"));
        assertThat(Repository.filesBelow(IMAGES, file -> Repository.nameOf(file).startsWith("quorums-")))
                .hasSameSizeAs(pictures().keySet());
        assertThat(Quorums.names()).allMatch(name -> page.contains("`" + name + "`"));
    }

    @TestFactory
    Stream<DynamicTest> everyTableIsWhatTheQuorumsGive() {
        return QuorumTables.all().entrySet().stream()
                .map(table ->
                        DynamicTest.dynamicTest(table.getKey(), () -> compareTable(table.getKey(), table.getValue())));
    }

    /** Tables stand between comments, so that they can be found and written again. */
    private static void compareTable(String name, List<String> rows) throws IOException {
        String page = Files.readString(PAGE);
        Matcher place = Pattern.compile(
                        "(?s)(<!-- computed: " + name + " -->\\n)(.*?)(<!-- end of what is computed -->)")
                .matcher(page);
        assertThat(place.find())
                .as("the page has a place for the table " + name)
                .isTrue();
        String now = String.join("\n", rows) + "\n";
        if (REWRITE) {
            Files.writeString(PAGE, page.substring(0, place.start(2)) + now + page.substring(place.end(2)));
        } else {
            assertThat(place.group(2)).as(AGAIN).isEqualTo(now);
        }
    }
}
