// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.wire.MalformedFrameException;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class HelloTest {
    private static final Hello A = new Hello("orders", "quorum-lock/1", "a", 3, -7, 5, List.of("a=h:1", "b=h:2"));

    @Test
    void namesFromOutsideCannotForgeLinesOfOurLog() {
        Hello hello = new Hello("cluster\nWARNING: all is lost", "p", "a", 1, 2, 3, List.of("a=h:1"));
        assertThat(Hello.read(hello.toBytes()).cluster()).isEqualTo("cluster?WARNING: all is lost");
    }

    @Test
    void whatIsWrittenIsReadBack() {
        assertThat(Hello.read(A.toBytes())).isEqualTo(A);
        assertThat(Hello.versionObjection(A.toBytes())).isNull();
    }

    @Property
    void whateverComesIsReadOrRefusedWhole(@ForAll @Size(max = 200) byte[] bytes) {
        assertThatThrownBy(() -> Hello.read(bytes)).isInstanceOf(MalformedFrameException.class);
    }

    @Property
    void aHelloThatIsCutShortIsRefused(@ForAll int at) {
        byte[] whole = A.toBytes();
        byte[] part = Arrays.copyOf(whole, Math.floorMod(at, whole.length));
        assertThatThrownBy(() -> Hello.read(part)).isInstanceOf(MalformedFrameException.class);
    }

    @Test
    void anotherVersionIsNamed() {
        byte[] bytes = A.toBytes();
        bytes[4] = 9;
        assertThat(Hello.versionObjection(bytes)).contains("version 9").contains("run the same release at both");
    }

    @Test
    void whatDiffersIsNamedWithBothSidesAndWhatToDo() {
        Hello fits = new Hello("orders", "quorum-lock/1", "b", 1, 1, 1, A.roster());
        assertThat(A.objectionTo(fits)).isNull();
        assertThat(A.objectionTo(new Hello("billing", "quorum-lock/1", "b", 1, 1, 1, A.roster())))
                .contains("differ in the cluster name: a has \"orders\", b has \"billing\"")
                .contains("same cluster name");
        assertThat(A.objectionTo(new Hello("orders", "central/1", "b", 1, 1, 1, A.roster())))
                .contains(
                        "differ in the cluster settings (protocol, quorums, lease): a has quorum-lock/1, b has central/1")
                .contains("same protocol");
        assertThat(A.objectionTo(
                        new Hello("orders", "quorum-lock/1", "b", 1, 1, 1, List.of("a=h:1", "b=h:3", "c=h:4"))))
                .contains("only a lists b=h:2, only b lists b=h:3, c=h:4")
                .contains("start both with the same list");
    }

    /** The quorums of a cluster of two are others than those of three, but nobody has chosen them. */
    @Test
    void aMemberTooManyIsNamedAndNotTheQuorumsThatFollowFromIt() {
        assertThat(A.objectionTo(
                        new Hello("orders", "quorum-lock/3", "b", 1, 1, 1, List.of("a=h:1", "b=h:2", "c=h:3"))))
                .contains("have different rosters: a lists 2 members, b lists 3; only a lists none, only b lists c=h:3")
                .doesNotContain("quorums");
    }

    @Property
    void whatANewerReleaseAddsIsSkipped(@ForAll @Size(max = 40) byte[] more) {
        byte[] whole = A.toBytes();
        byte[] longer = Arrays.copyOf(whole, whole.length + more.length);
        System.arraycopy(more, 0, longer, whole.length, more.length);
        assertThat(Hello.read(longer)).isEqualTo(A);
    }

    @Test
    void aHelloTellsTheLevelOfItsRelease() {
        assertThat(Hello.levelOf(A.toBytes())).isEqualTo(WireLevel.OURS);
    }

    @Test
    void neighbouringLevelsTalkAndOthersAreToldWhatToDo() {
        WireLevel first = new WireLevel(1, 1);
        WireLevel second = new WireLevel(2, 1);
        WireLevel third = new WireLevel(3, 2);
        assertThat(first.objectionTo(second)).isNull();
        assertThat(second.objectionTo(first)).isNull();
        assertThat(third.objectionTo(second)).isNull();
        String objection = "one node speaks level 1 of the protocol between nodes, the other one speaks levels 2 to 3";
        assertThat(third.objectionTo(first)).startsWith(objection).contains("release in between");
        assertThat(first.objectionTo(third)).startsWith(objection);
    }

    @Test
    void aNodeOfALevelThatIsTooNewIsRefusedBeforeItsHelloIsRead() {
        byte[] bytes = A.toBytes();
        bytes[5] = 9; // its level
        bytes[6] = 8; // the oldest that it understands
        assertThat(Hello.versionObjection(bytes)).contains("speaks level 1").contains("speaks levels 8 to 9");
    }
}
