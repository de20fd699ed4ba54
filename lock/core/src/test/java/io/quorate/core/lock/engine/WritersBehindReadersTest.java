// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock.engine;

import static io.quorate.core.lock.engine.TestClaim.exclusive;
import static io.quorate.core.lock.engine.TestClaim.shared;
import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.MachineContext;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.core.quorumlock.QuorumLockMessage;
import io.quorate.core.session.Peers;
import org.junit.jupiter.api.Test;

/** Rule M inside a node whose vote alone decides, so that each call settles at once; n2 is a guest that reads. */
class WritersBehindReadersTest {
    private static final NodeId SELF = NodeId.of(0);
    private static final NodeId GUEST = NodeId.of(1);
    private static final LockName L = LockName.of("L");

    private final EngineRecorder recorder = new EngineRecorder();
    private final MachineContext context = new MachineContext(SELF, 0, Placement.asNumbered(new Majority(1)));
    private final Peers peers = new Peers(SELF, context.sessions());
    private final LockEngine<QuorumLockMessage> engine = new LockEngine<>(new QuorumLock(), context, recorder);

    private void guestReads(long counter) {
        peers.hear(GUEST);
        engine.receive(GUEST, L, new QuorumLockMessage.Request(new Stamp(counter, GUEST, 0), Mode.SHARED, false));
    }

    private void aReaderHoldsAndAWriterWaits() {
        engine.acquire(shared("L", 1));
        engine.acquire(exclusive("L", 2));
        assertThat(recorder.take()).containsExactly("granted 1");
    }

    @Test
    void aLaterReaderOfAnotherNodeReadsAfterTheWriter() {
        aReaderHoldsAndAWriterWaits();
        guestReads(9);
        assertThat(recorder.take()).containsExactly("n2 <- Queued 9.n2");
        engine.release(shared("L", 1));
        assertThat(recorder.take()).containsExactly("granted 2");
        engine.release(exclusive("L", 2));
        assertThat(recorder.take()).containsExactly("n2 <- Grant 9.n2 #1 above 2.n1");
    }

    @Test
    void withTheLastWriterThatGivesUpTheWaitEnds() {
        aReaderHoldsAndAWriterWaits();
        engine.acquire(exclusive("L", 3));
        guestReads(9);
        engine.abandon(exclusive("L", 2));
        assertThat(recorder.take()).as("another writer waits").containsExactly("n2 <- Queued 9.n2");
        engine.abandon(exclusive("L", 3));
        assertThat(recorder.take()).containsExactly("n2 <- Grant 9.n2 #1");
        engine.release(shared("L", 1));
        assertThat(recorder.take()).isEmpty();
    }

    @Test
    void aWriterBehindAWaitingReaderIsToldOfWhenThatOneReads() {
        engine.acquire(shared("L", 1));
        engine.acquire(exclusive("L", 2));
        engine.acquire(shared("L", 3));
        engine.acquire(exclusive("L", 4));
        engine.release(shared("L", 1));
        engine.release(exclusive("L", 2));
        assertThat(recorder.take()).containsExactly("granted 1", "granted 2", "granted 3");
        guestReads(9);
        engine.release(shared("L", 3));
        engine.release(exclusive("L", 4));
        assertThat(recorder.take()).containsExactly("n2 <- Queued 9.n2", "granted 4", "n2 <- Grant 9.n2 #1 above 4.n1");
    }

    @Test
    void readersThatAreThereAreToldAndTheWriterWaitsForThem() {
        guestReads(1);
        aReaderHoldsAndAWriterWaitsBeside();
        engine.release(shared("L", 1));
        assertThat(recorder.take()).isEmpty();
        peers.hear(GUEST);
        engine.receive(GUEST, L, new QuorumLockMessage.Release(new Stamp(1, GUEST, 0)));
        assertThat(recorder.take()).containsExactly("granted 2");
    }

    private void aReaderHoldsAndAWriterWaitsBeside() {
        recorder.take();
        engine.acquire(shared("L", 1));
        engine.acquire(exclusive("L", 2));
        assertThat(recorder.take()).containsExactly("granted 1", "n2 <- Inquire 1.n2 #1");
    }

    /** A message to this node that stays behind would reach the next lock that takes a step. */
    @Test
    void nothingThatIsSaidOfTheWriterReachesAnotherLock() {
        aReaderHoldsAndAWriterWaits();
        engine.acquire(exclusive("M", 3));
        engine.release(exclusive("M", 3));
        assertThat(recorder.take()).containsExactly("granted 3");
        assertThat(engine.slots()).hasSize(1);
    }
}
