// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.reference.raymond;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.RecordingOutbox;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.Quorums;
import io.quorate.papers.reference.raymond.RaymondMessage.Privilege;
import io.quorate.papers.reference.raymond.RaymondMessage.Request;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One call at a time, at n2 in the binary tree of seven: above it is n1, the root, and below it are n4 and n5. */
class RaymondTest {
    private static final NodeId ABOVE = NodeId.of(0);
    private static final NodeId LEFT = NodeId.of(3);
    private static final NodeId RIGHT = NodeId.of(4);

    private final MachineContext context = context(1);
    private final RecordingOutbox<RaymondMessage> out = new RecordingOutbox<>();
    private final LockMachine<RaymondMessage> machine = new Raymond().newMachine(context);

    private static MachineContext context(int index) {
        return new MachineContext(NodeId.of(index), 0, Placement.asNumbered(new Raymond().usualQuorums(7)));
    }

    private void request(NodeId from) {
        machine.receive(from, new Request(), out);
    }

    private void privilege(NodeId from) {
        machine.receive(from, new Privilege(), out);
    }

    @Test
    void atTheRootThePrivilegeIsThereAtFirst() {
        LockMachine<RaymondMessage> root = new Raymond().newMachine(context(0));
        root.acquire(Mode.EXCLUSIVE, out);
        assertThat(out.take()).containsExactly("entered");
        root.release(out);
        assertThat(out.take()).isEmpty();
        assertThat(root.isQuiescent()).isTrue();
    }

    @Test
    void makeRequest_asksOnceForAllBehindIt() {
        request(LEFT);
        assertThat(out.take()).containsExactly("n1 <- Request");
        request(RIGHT);
        machine.acquire(Mode.SHARED, out);
        assertThat(out.take()).isEmpty();
        assertThat(machine.phase()).isEqualTo(Phase.WAITING);
    }

    @Test
    void assignPrivilege_servesInOrderOfArrivalAndAsksForTheRest() {
        request(LEFT);
        machine.acquire(Mode.EXCLUSIVE, out);
        request(ABOVE); // overtakes the PRIVILEGE that was sent before it
        out.take();
        privilege(ABOVE);
        assertThat(out.take()).containsExactly("n4 <- Privilege", "n4 <- Request");
        privilege(LEFT);
        assertThat(out.take()).containsExactly("entered");
        assertThat(machine.isContended()).isTrue();
        machine.release(out);
        assertThat(out.take()).containsExactly("n1 <- Privilege");
        assertThat(machine.isQuiescent()).isTrue();
    }

    @Test
    void thePrivilegeStaysWhereItWasUsedLast() {
        machine.acquire(Mode.EXCLUSIVE, out);
        privilege(ABOVE);
        machine.release(out);
        assertThat(out.take()).containsExactly("n1 <- Request", "entered");
        assertThat(machine.isQuiescent()).isFalse();
        machine.acquire(Mode.EXCLUSIVE, out);
        assertThat(out.take()).containsExactly("entered");
    }

    @Test
    void w1_whoGivesUpPassesThePrivilegeOnAndAsksForItOnlyOnce() {
        machine.acquire(Mode.EXCLUSIVE, out);
        request(RIGHT);
        machine.abandon(out);
        assertThat(machine.phase()).isEqualTo(Phase.IDLE);
        assertThat(machine.isQuiescent()).isFalse();
        machine.acquire(Mode.EXCLUSIVE, out);
        assertThat(out.take()).containsExactly("n1 <- Request");
        machine.abandon(out);
        privilege(ABOVE);
        assertThat(out.take()).containsExactly("n5 <- Privilege");
    }

    @Test
    void w1_whatNobodyWantsAnyMoreStays() {
        machine.acquire(Mode.EXCLUSIVE, out);
        machine.abandon(out);
        privilege(ABOVE);
        assertThat(out.take()).containsExactly("n1 <- Request");
        request(ABOVE);
        assertThat(out.take()).containsExactly("n1 <- Privilege");
        assertThat(machine.isQuiescent()).isTrue();
    }

    @Test
    void whatNoNeighbourThatFollowsTheRulesSaysIsRefused() {
        request(NodeId.of(2));
        privilege(NodeId.of(6));
        privilege(LEFT);
        assertThat(out.take()).isEmpty();
        assertThat(machine.isQuiescent()).isTrue();
        request(LEFT);
        request(LEFT);
        assertThat(context.forgedCount()).isEqualTo(4);
        assertThat(out.take()).containsExactly("n1 <- Request");
    }

    @ParameterizedTest
    @ValueSource(strings = {"majority", "all", "plane", "grid", "singleton"})
    void isRefusedWithoutATree(String quorums) {
        QuorumSystem system = Quorums.named(quorums, 7);
        assertThatThrownBy(() -> new Raymond().requireUsable(system))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("raymond needs a tree over the nodes")
                .hasMessageContaining("tree:3");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tree", "tree:3", "tree:6"})
    void worksOnATreeOfAnyDegree(String quorums) {
        new Raymond().requireUsable(Quorums.named(quorums, 7));
    }
}
