// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.gallery;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.kit.Kits;
import io.quorate.lab.scenario.Scenarios;
import io.quorate.reproduce.Paper;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is in the files of the gallery; that they work in a browser is tested where there is one. */
@Tag("slow")
class GalleryTest {
    /** A page of the gallery is a little text: all of it must stay small enough to publish. */
    private static final long BYTES_MAX = 8_000_000;

    private static final Gallery GALLERY = Gallery.ofAllScenarios();
    private static final Map<String, String> FILES = GALLERY.files();

    private static Stream<String> addresses(String page) {
        return Pattern.compile("(?:href|src)=\"([^\"]*)\"")
                .matcher(page)
                .results()
                .map((MatchResult found) -> found.group(1));
    }

    @Test
    void everyScenarioHasAPageAndALinkInTheIndex() {
        List<String> names = Kits.all().stream()
                .flatMap(kit -> Scenarios.of(kit).keySet().stream())
                .toList();
        assertThat(names).hasSizeGreaterThan(200);
        assertThat(addresses(text(Gallery.INDEX)).toList())
                .containsAll(names.stream().map(name -> name + ".html").toList());
        assertThat(FILES).hasSize(names.size() + 5);
    }

    @Test
    void everyAddressLeadsToAFileOfTheGallery() {
        FILES.forEach((path, text) -> {
            String folder = path.contains("/") ? path.substring(0, path.indexOf('/') + 1) : "";
            if (path.endsWith(".html")) {
                assertThat(addresses(text).filter(address -> !address.startsWith("#")))
                        .isNotEmpty()
                        .allSatisfy(address -> assertThat(FILES)
                                .as(path + " leads to " + address)
                                .containsKey((folder + address)
                                        .replaceFirst("^[^/]+/\\.\\./", "")
                                        .replaceFirst("#.*", "")));
            }
        });
    }

    @Test
    void allRunsOfAPaperHaveTheirPlaceInIt() {
        assertThat(GALLERY.exhibits().stream()
                        .filter(each -> each.hall().paper().isPresent())
                        .filter(each -> each.place().equals(Place.NONE))
                        .map(Exhibit::name))
                .as("say the section in the comment of the scenario, or in exhibits.tsv")
                .isEmpty();
        for (Paper paper : Paper.values()) {
            assertThat(text(Gallery.INDEX)).contains("id=\"" + paper.word() + "\"");
        }
    }

    @Test
    void sectionsStandInTheOrderOfThePaper() {
        assertThat(Stream.of(
                                "Section 10",
                                "Appendix",
                                "",
                                "Section 6.2.1",
                                "Section 6.2",
                                "Section IV-A, E2E",
                                "Section V")
                        .map(Place::new)
                        .sorted()
                        .map(Place::text))
                .containsExactly(
                        "Section IV-A, E2E", "Section V", "Section 6.2", "Section 6.2.1", "Section 10", "Appendix", "");
    }

    @Test
    void theIndexSaysWhatIsAFaultOfThePaperAndWhatIsNot() {
        Map<String, Shows> known = Map.of(
                "maekawa/as-printed-deadlock", Shows.FAULT,
                "nonendtoend/as-printed-the-oldest-is-next", Shows.WORKS,
                "nonendtoend/as-printed-release-overtakes-request", Shows.FAULT,
                "tree/wrong-suspicion", Shows.CORRECTED,
                "quorumlock/duplicated-relinquish-without-A3", Shows.WITHOUT_RULE,
                "lamport/acknowledge-overtakes-request-unordered", Shows.ASSUMPTION,
                "quorumlock/alone", Shows.WORKS);
        known.forEach((name, shows) -> assertThat(
                        Exhibit.of(name, Scenarios.text(name)).shows())
                .as(name)
                .isEqualTo(shows));
    }

    @Test
    void rulesAndErrataAreFoundInTheComment() {
        String name = "ricart-agrawala/lost-update-of-the-highest-number";
        assertThat(Exhibit.of(name, Scenarios.text(name)).rules()).containsExactly("E-R12", "N2");
        assertThat(Exhibit.of("quorumlock/alone", Scenarios.text("quorumlock/alone"))
                        .rules())
                .containsExactly("A1", "R1", "R7", "R9");
    }

    @Test
    void styleAndScriptAreThereOnceAndTheWholeIsSmall() {
        long bytes = FILES.values().stream()
                .mapToLong(text -> text.getBytes(StandardCharsets.UTF_8).length)
                .sum();
        assertThat(bytes).isBetween(1_000_000L, BYTES_MAX);
        FILES.forEach((path, text) -> {
            if (path.endsWith(".html")) {
                assertThat(text).as(path).doesNotContain("<style", "http://localhost", "https://");
            }
        });
    }

    private static String text(String path) {
        return FILES.getOrDefault(path, "");
    }
}
