// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.draw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Explicit;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.Quorums;
import io.quorate.core.quorum.systems.Grid;
import io.quorate.core.quorum.systems.Hierarchical;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.quorum.systems.ProjectivePlane;
import io.quorate.core.quorum.systems.Tree;
import io.quorate.core.quorum.systems.WeightedVoting;
import io.quorate.papers.quorum.CyclicCover;
import io.quorate.papers.quorum.IntersectionOnly;
import io.quorate.papers.quorum.PlaneOnSubset;
import io.quorate.trace.svg.Labels;
import io.quorate.trace.svg.Rectangle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

class QuorumPictureTest {
    private static final NodeId N1 = NodeId.of(0);
    private static final NodeId N6 = NodeId.of(5);

    /** A letter is about so wide, as a part of its height. */
    private static final double LETTER = 0.55;

    private static final int BYTES_MAX = 200_000;

    /** Systems whose pictures have a place for every voter. */
    private static Stream<QuorumSystem> drawnVoterByVoter() {
        return Stream.of(
                new Majority(5),
                new Majority(60),
                new ProjectivePlane(3),
                new ProjectivePlane(7),
                new ProjectivePlane(13),
                new ProjectivePlane(57),
                new CyclicCover(10),
                IntersectionOnly.made(21, 7),
                IntersectionOnly.made(16, 4, 4),
                new Grid(14),
                new Grid(16),
                new Grid(100),
                new WeightedVoting(3, 1, 1, 1, 0),
                new Hierarchical(27),
                Hierarchical.parse("5,4,4", 13),
                new PlaneOnSubset(18),
                new PlaneOnSubset(25));
    }

    @Test
    void everyVoterIsDrawnOnceAndThoseThatStandOutAreTheQuorums() throws Exception {
        for (QuorumSystem system : drawnVoterByVoter().toList()) {
            for (int requester : new int[] {0, system.size() / 2, system.size() - 1}) {
                assertEveryVoterIsDrawnOnce(system, NodeId.of(requester));
            }
        }
    }

    private static void assertEveryVoterIsDrawnOnce(QuorumSystem system, NodeId requester) throws Exception {
        SvgDocument picture = SvgDocument.parse(QuorumPicture.svgOf(system, requester));
        Map<Integer, String> roles = roles(picture.elements("g", "node"));
        assertThat(roles.keySet())
                .as(system.name())
                .containsExactlyElementsOf(
                        IntStream.range(0, system.size()).boxed().toList());
        assertThat(withRole(roles, "first", "both")).as(system.name()).isEqualTo(system.quorumOf(requester));
        NodeSet second = withRole(roles, "second", "both");
        assertThat(system.isQuorum(second)).as("%s: %s", system.name(), second).isTrue();
        assertThat(withRole(roles, "both").isEmpty()).as(system.name()).isFalse();
    }

    @Test
    void onlyWhatAVoterAsksCanBeShown() {
        assertThatThrownBy(() -> QuorumPicture.svgOf(new Majority(3), NodeId.of(3)))
                .hasMessageContaining("places for the nodes n1 to n3 only")
                .hasMessageContaining("what n4 asks");
        assertThatThrownBy(() -> QuorumPicture.svgOf(new Tree(3), NodeId.of(3), NodeSet.EMPTY))
                .hasMessageContaining("choose one of them");
    }

    private static Map<Integer, String> roles(List<Element> nodes) {
        Map<Integer, String> roles = new TreeMap<>();
        for (Element node : nodes) {
            String before =
                    roles.put(NodeId.parse(node.getAttribute("data-node")).index(), node.getAttribute("data-role"));
            assertThat(before)
                    .as(node.getAttribute("data-node") + " drawn before")
                    .isNull();
        }
        return roles;
    }

    private static NodeSet withRole(Map<Integer, String> roles, String... wanted) {
        NodeSet nodes = NodeSet.EMPTY;
        for (Map.Entry<Integer, String> role : roles.entrySet()) {
            if (List.of(wanted).contains(role.getValue())) {
                nodes = nodes.with(NodeId.of(role.getKey()));
            }
        }
        return nodes;
    }

    @Test
    void theTreeOfThePaperShowsWhichNodesFailedAndWhoReplacesThem() throws Exception {
        Tree tree = new Tree(9);
        NodeSet failed = NodeSet.ofIndexes(0, 1, 2, 7);
        List<Element> nodes =
                SvgDocument.parse(QuorumPicture.svgOf(tree, N6, failed)).elements("g", "node");
        assertThat(nodes).hasSize(18);
        List<Map<Integer, String>> trees = List.of(new TreeMap<>(), new TreeMap<>());
        for (Element node : nodes) {
            int index = NodeId.parse(node.getAttribute("data-node")).index();
            trees.get(trees.get(0).containsKey(index) ? 1 : 0).put(index, node.getAttribute("data-role"));
        }
        assertThat(withRole(trees.get(0), "first", "both")).isEqualTo(NodeSet.ofIndexes(0, 2, 5));
        assertThat(withRole(trees.get(1), "failed")).isEqualTo(failed);
        assertThat(withRole(trees.get(1), "second", "both")).isEqualTo(NodeSet.ofIndexes(3, 4, 5, 6, 8));
        assertThat(withRole(trees.get(1), "both")).isEqualTo(NodeSet.of(N6));
    }

    @Test
    void whoHasFailedIsNotTheOneWhoAsks() throws Exception {
        String picture = QuorumPicture.svgOf(new Tree(13));
        assertThat(picture).contains("n7 asks these 3").doesNotContain("n1 asks");
        assertThat(SvgDocument.parse(picture).elements("g", "node"))
                .filteredOn(node -> node.getAttribute("data-role").equals("failed"))
                .extracting(node -> node.getAttribute("data-node"))
                .containsExactly("n1");
    }

    @Test
    void twoWhoAskTheSameWouldShowNothing() throws Exception {
        SvgDocument picture = SvgDocument.parse(QuorumPicture.svgOf(new Grid(21))); // n21 asks the same as n1
        assertThat(picture.elements("g", "node"))
                .extracting(node -> node.getAttribute("data-role"))
                .contains("first", "second", "both", "aside");
        assertThat(QuorumPicture.svgOf(new Majority(1))).contains("data-role=\"first\"", "decides alone");
    }

    @Test
    void aTreeWithoutAnyQuorumLeftSaysSo() throws Exception {
        NodeSet failed = NodeSet.ofIndexes(0, 1, 2);
        SvgDocument picture = SvgDocument.parse(QuorumPicture.svgOf(new Tree(3), N1, failed));
        assertThat(picture.title()).contains("no quorum is left");
    }

    @Test
    void ofALargeTreeNoNodeIsForgotten() throws Exception {
        for (int degree : new int[] {2, 3, 30}) {
            SvgDocument picture = SvgDocument.parse(QuorumPicture.svgOf(new Tree(1000, degree), N1, NodeSet.EMPTY));
            int bunches = picture.elements("path", "voter").stream()
                    .mapToInt(bunch -> Integer.parseInt(bunch.getAttribute("data-bunch")))
                    .sum();
            int nodes = (int) picture.elements("g", "node").stream()
                    .map(node -> node.getAttribute("data-node"))
                    .distinct()
                    .count();
            assertThat(nodes + bunches).isEqualTo(1000);
        }
    }

    @Test
    void aGridSaysWhoStandsInForMissingCells() throws Exception {
        SvgDocument picture = SvgDocument.parse(QuorumPicture.svgOf(new Grid(14)));
        assertThat(picture.elements("rect", "box"))
                .extracting(cell -> cell.getAttribute("data-stands-in"))
                .containsExactly("n3", "n4");
    }

    @Test
    void aListOfQuorumsThatIsAPlaneIsDrawnAsAPlane() throws Exception {
        Explicit listed = Explicit.ofSets("1,2,3/2,4,6/3,5,6/1,4,5/2,5,7/1,6,7/3,4,7", 7);
        assertThat(SvgDocument.parse(QuorumPicture.svgOf(listed)).title()).contains("any two lines meet");
        Explicit noPlane = Explicit.ofSets("1,2,3/2,3,4/1,3,5/1,3,4/2,3,6/3,6,7/3,4,7", 7);
        assertThat(SvgDocument.parse(QuorumPicture.svgOf(noPlane)).title()).doesNotContain("lines");
    }

    @Test
    void aTableHasARowForEachRequesterAndADotForEachMember() throws Exception {
        QuorumSystem system = Explicit.ofSets("1,2,3/2,3,4/1,3,5/1,3,4/2,3,6/3,6,7/3,4,7", 7);
        List<Element> rows = SvgDocument.parse(QuorumPicture.svgOf(system)).elements("path", "way dots");
        assertThat(rows).hasSize(7).allSatisfy(row -> {
            NodeSet quorum = system.quorumOf(NodeId.parse(row.getAttribute("data-node")));
            assertThat(row.getAttribute("d").split("M")).hasSize(1 + quorum.size());
        });
    }

    @Test
    void ofALargeSystemAPartIsDrawnAndThePictureSaysSo() throws Exception {
        QuorumSystem plane = new ProjectivePlane(993);
        for (NodeId requester : List.of(N1, NodeId.of(500), NodeId.of(992))) {
            SvgDocument picture = SvgDocument.parse(QuorumPicture.svgOf(plane, requester));
            assertThat(picture.title()).contains("Drawn are 200 of 993 voters");
            assertThat(picture.elements("path", "way dots"))
                    .hasSize(200)
                    .anyMatch(row -> row.getAttribute("data-node").equals(requester.toString()));
        }
    }

    @Test
    void aLargeRingIsABandWithoutGaps() throws Exception {
        List<Integer> covered = new ArrayList<>();
        for (Element piece :
                SvgDocument.parse(QuorumPicture.svgOf(new Majority(1000))).elements("path", "")) {
            if (piece.hasAttribute("data-from")) {
                int from = NodeId.parse(piece.getAttribute("data-from")).index();
                int to = NodeId.parse(piece.getAttribute("data-to")).index();
                IntStream.rangeClosed(from, to).forEach(covered::add);
            }
        }
        assertThat(covered)
                .containsExactlyElementsOf(IntStream.range(0, 1000).boxed().toList());
    }

    @Test
    void everySystemOfAnySizeHasAPictureOfModestSizeThatComesOutTheSameAgain() throws Exception {
        for (int voters : new int[] {1, 2, 3, 4, 5, 6, 7, 8, 10, 13, 21, 30, 57, 61, 100, 300, 1000}) {
            for (QuorumSystem system : Quorums.possibleFor(voters)) {
                String svg = QuorumPicture.svgOf(system);
                String what = system.name() + " " + voters;
                assertThat(SvgDocument.parse(svg).title()).as(what).startsWith(system.name());
                assertThat(svg.length()).as(what).isLessThan(BYTES_MAX);
                assertThat(QuorumPicture.svgOf(system)).as(what).isEqualTo(svg);
                assertTextsLieApart(SvgDocument.parse(svg), what);
            }
        }
    }

    /** As far as one can tell without knowing the letters. */
    private static void assertTextsLieApart(SvgDocument picture, String what) {
        double width = Double.parseDouble(picture.root().getAttribute("width"));
        double height = Double.parseDouble(picture.root().getAttribute("height"));
        Labels labels = new Labels();
        for (Element text : picture.elements("text", "")) {
            if (text.hasAttribute("transform")) {
                continue;
            }
            Rectangle room = room(text);
            String where = what + ": " + text.getTextContent();
            assertThat(room.centreX() - room.width() / 2).as(where).isNotNegative();
            assertThat(room.centreX() + room.width() / 2).as(where).isLessThan(width);
            assertThat(room.centreY()).as(where).isBetween(0.0, height);
            assertThat(labels.place(room)).as(where + " lies on another text").isTrue();
        }
    }

    private static Rectangle room(Element text) {
        double size = Double.parseDouble(text.getAttribute("font-size"));
        double length = text.getTextContent().length() * size * LETTER;
        double x = Double.parseDouble(text.getAttribute("x"));
        double y = Double.parseDouble(text.getAttribute("y")) - size * 0.35;
        return switch (text.getAttribute("text-anchor")) {
            case "middle" -> new Rectangle(x, y, length, size * 0.7, 0);
            case "end" -> new Rectangle(x - length / 2, y, length, size * 0.7, 0);
            default -> new Rectangle(x + length / 2, y, length, size * 0.7, 0);
        };
    }
}
