// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.model.NodeId;
import java.util.List;
import org.junit.jupiter.api.Test;

class RosterTest {
    private static Roster.Member member(String id, int port) {
        return new Roster.Member(id, "localhost", port);
    }

    private static Roster roster(Roster.Member... members) {
        return new Roster("test", List.of(members));
    }

    @Test
    void everyNodeNumbersTheMembersAlikeWhateverOrderTheyWereListedIn() {
        Roster one = roster(member("b", 2), member("a", 1), member("c", 3));
        Roster other = roster(member("c", 3), member("b", 2), member("a", 1));
        assertThat(one).isEqualTo(other);
        assertThat(one.node("a")).isEqualTo(NodeId.of(0));
        assertThat(one.member(NodeId.of(2)).id()).isEqualTo("c");
        assertThat(one.describe()).isEqualTo("a=localhost:1, b=localhost:2, c=localhost:3");
    }

    @Test
    void anAddressOfTheSixthVersionIsWrittenInBrackets() {
        assertThat(new Roster.Member("a", "::1", 7400).address()).isEqualTo("[::1]:7400");
    }

    @Test
    void whatIsWrongIsSaidWithWhatToDo() {
        assertRefused(() -> roster(), "the roster is empty", "list at least one member");
        assertRefused(() -> roster(member("a", 1), member("a", 2)), "have the id \"a\"", "give one another id");
        assertRefused(
                () -> roster(member("a", 1), member("b", 1)), "both have the address localhost:1", "another port");
        assertRefused(() -> member("a", 0), "member a has port 0", "between 1 and 65535");
        assertRefused(() -> member("a", 65_536), "member a has port 65536", "between 1 and 65535");
        assertRefused(() -> member("", 1), "the id of a member", "choose another");
        assertRefused(() -> member("a b", 1), "no blanks", "choose another");
        assertRefused(() -> new Roster.Member("a", " ", 1), "no usable host", "a=localhost:7400");
        assertRefused(() -> new Roster("", List.of(member("a", 1))), "the name of a cluster", "choose another");
        assertRefused(() -> roster(member("a", 1)).node("x"), "\"x\" is not in the roster", "a=localhost:1");
        assertRefused(() -> roster(member("a", 1)).member(NodeId.of(1)), "n2 is not in the roster", "a=localhost:1");
    }

    private static void assertRefused(org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String... parts) {
        assertThatThrownBy(call).isInstanceOf(TransportException.class).hasMessageContainingAll(parts);
    }
}
