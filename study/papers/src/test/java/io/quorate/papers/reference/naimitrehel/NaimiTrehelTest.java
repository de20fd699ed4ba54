// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.reference.naimitrehel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.RecordingOutbox;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.papers.reference.StaticTree;
import io.quorate.papers.reference.naimitrehel.NaimiTrehelMessage.Request;
import io.quorate.papers.reference.naimitrehel.NaimiTrehelMessage.Token;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** One call at a time, at n2 of five; n1 is elected, and has the token at first. */
class NaimiTrehelTest {
    private static final NodeId ELECTED = NodeId.of(0);
    private static final NodeId OTHER = NodeId.of(2);
    private static final NodeId THIRD = NodeId.of(3);

    private final MachineContext context = context(1);
    private final RecordingOutbox<NaimiTrehelMessage> out = new RecordingOutbox<>();
    private final LockMachine<NaimiTrehelMessage> machine = new NaimiTrehel().newMachine(context);

    private static MachineContext context(int index) {
        return new MachineContext(NodeId.of(index), 0, Placement.byName(new NaimiTrehel().usualQuorums(5)));
    }

    private void request(NodeId asker) {
        machine.receive(ELECTED, new Request(asker), out);
    }

    private void token() {
        machine.receive(OTHER, new Token(), out);
    }

    @Test
    void atTheElectedNodeTheTokenIsThereAtFirst() {
        LockMachine<NaimiTrehelMessage> elected = new NaimiTrehel().newMachine(context(0));
        elected.acquire(Mode.EXCLUSIVE, out);
        assertThat(out.take()).containsExactly("entered");
        elected.release(out);
        assertThat(elected.isQuiescent()).isTrue();
        elected.receive(OTHER, new Request(OTHER), out);
        assertThat(out.take()).containsExactly("n3 <- Token");
        assertThat(elected.isQuiescent()).isFalse();
    }

    @Test
    void f_whoHandsARequestOnTakesTheAskerForItsFather() {
        request(OTHER);
        assertThat(out.take()).containsExactly("n1 <- Request n3");
        request(THIRD);
        assertThat(out.take()).containsExactly("n3 <- Request n4");
        machine.acquire(Mode.SHARED, out);
        assertThat(out.take()).containsExactly("n4 <- Request n2");
    }

    @Test
    void n_theRootKeepsOneAskerAndHandsTheOthersOnToIt() {
        machine.acquire(Mode.EXCLUSIVE, out);
        request(OTHER);
        request(THIRD);
        assertThat(out.take()).containsExactly("n1 <- Request n2", "n3 <- Request n4");
        assertThat(machine.isContended()).isTrue();
        token();
        machine.release(out);
        assertThat(out.take()).containsExactly("entered", "n3 <- Token");
        assertThat(machine.isContended()).isFalse();
    }

    @Test
    void w_whoHasGivenUpPassesTheTokenOn() {
        machine.acquire(Mode.EXCLUSIVE, out);
        machine.abandon(out);
        assertThat(machine.phase()).isEqualTo(Phase.IDLE);
        request(OTHER);
        out.take();
        token();
        assertThat(out.take()).containsExactly("n3 <- Token");
    }

    @Test
    void w_whoHasGivenUpAndAsksAgainWaitsForWhatIsOnItsWay() {
        machine.acquire(Mode.EXCLUSIVE, out);
        machine.abandon(out);
        out.take();
        machine.acquire(Mode.EXCLUSIVE, out);
        assertThat(machine.phase()).isEqualTo(Phase.WAITING);
        token();
        assertThat(out.take()).containsExactly("entered");
    }

    @Test
    void whatNobodySaysWhoFollowsTheRulesIsRefused() {
        request(NodeId.of(1));
        token();
        assertThat(machine.isQuiescent()).isTrue();
        machine.acquire(Mode.EXCLUSIVE, out);
        token();
        token();
        assertThat(context.forgedCount()).isEqualTo(3);
        assertThat(out.take()).containsExactly("n1 <- Request n2", "entered");
    }

    @Test
    void theElectedNodeDiffersFromLockToLockAndIsTheSameAtAllNodes() {
        assertThat(IntStream.range(0, 50)
                        .mapToObj(lock -> LockName.of("job-" + lock))
                        .map(lock -> {
                            NodeId root = StaticTree.root(context.forLock(lock));
                            assertThat(IntStream.range(0, 7)
                                            .mapToObj(node -> StaticTree.root(
                                                    context(node).forLock(lock))))
                                    .containsOnly(root);
                            return root;
                        })
                        .distinct())
                .hasSize(5);
    }

    @Test
    void isRefusedWithoutATree() {
        assertThatThrownBy(() -> new NaimiTrehel().requireUsable(new Majority(5)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("naimi-trehel needs a tree over the nodes");
    }
}
