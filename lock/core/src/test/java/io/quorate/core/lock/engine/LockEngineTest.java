// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock.engine;

import static io.quorate.core.lock.engine.TestClaim.exclusive;
import static io.quorate.core.lock.engine.TestClaim.shared;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.LossReason;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Message;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.ProtocolTraits;
import io.quorate.core.lock.ProtocolTraits.Crashes;
import io.quorate.core.lock.ProtocolTraits.Delivery;
import io.quorate.core.lock.ProtocolTraits.Fairness;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.lock.TimerName;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.Codec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** How claims of one node share one machine. The machine here does what the test tells it by messages. */
class LockEngineTest {
    /** What the test says to the machine. */
    enum Word implements Message {
        GRANT,
        GRANT_CONTENDED,
        OTHERS_WAIT,
        LOSE
    }

    enum Clockwork implements TimerName {
        TICK
    }

    /** A machine on strings: it says what it was told, and obeys. */
    private static final class Puppet implements LockMachine<Word> {
        private Phase phase = Phase.IDLE;
        private boolean contended;

        @Override
        public void acquire(Mode mode, Outbox<Word> out) {
            phase = Phase.WAITING;
            contended = false;
            out.startTimer(Clockwork.TICK, Duration.ofMillis(mode == Mode.SHARED ? 1 : 2), Duration.ZERO);
        }

        @Override
        public void release(Outbox<Word> out) {
            phase = Phase.IDLE;
            out.send(NodeId.of(1), Word.LOSE);
        }

        @Override
        public void abandon(Outbox<Word> out) {
            phase = Phase.IDLE;
            out.stopTimer(Clockwork.TICK);
        }

        @Override
        public void receive(NodeId from, Word message, Outbox<Word> out) {
            if (message == Word.LOSE) {
                phase = Phase.IDLE;
                out.lost(LossReason.QUORUM_LOST);
            } else if (message == Word.OTHERS_WAIT) {
                contended = true;
            } else {
                phase = Phase.HOLDING;
                contended = message == Word.GRANT_CONTENDED;
                out.entered();
            }
        }

        @Override
        public void timerFired(TimerName timer, Outbox<Word> out) {
            out.send(NodeId.of(0), Word.GRANT);
        }

        @Override
        public Phase phase() {
            return phase;
        }

        @Override
        public boolean isContended() {
            return contended;
        }

        @Override
        public boolean isQuiescent() {
            return phase == Phase.IDLE;
        }

        @Override
        public LockMachine<Word> copy(MachineContext context) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void describeTo(StateWriter writer) {
            writer.word("phase", phase);
        }
    }

    private static final class Puppets implements Protocol<Word>, Codec<Word> {
        @Override
        public String name() {
            return "puppets";
        }

        @Override
        public String summary() {
            return "for this test";
        }

        @Override
        public ProtocolTraits traits() {
            return new ProtocolTraits(Delivery.FIFO, false, false, false, Crashes.NONE, Fairness.ARRIVAL);
        }

        @Override
        public LockMachine<Word> newMachine(MachineContext context) {
            return new Puppet();
        }

        @Override
        public Codec<Word> codec() {
            return this;
        }

        @Override
        public QuorumSystem usualQuorums(int nodes) {
            return new Majority(nodes);
        }

        @Override
        public void write(Word message, ByteSink sink) {
            throw new UnsupportedOperationException("an engine writes nothing");
        }

        @Override
        public Word read(ByteSource source) {
            throw new UnsupportedOperationException("an engine reads nothing");
        }
    }

    private static final class Recorder implements EngineEffects<Word> {
        private final List<String> lines = new ArrayList<>();

        @Override
        public void send(NodeId to, LockName lock, Word message) {
            lines.add("send " + lock + " to " + to);
        }

        @Override
        public void startTimer(LockName lock, TimerName timer, Duration delay, Duration jitter) {
            lines.add((delay.toMillis() == 1 ? "ask shared " : "ask ") + lock);
        }

        @Override
        public void stopTimer(LockName lock, TimerName timer) {
            lines.add("give up " + lock);
        }

        @Override
        public void granted(Claim claim, long fence) {
            lines.add("granted " + claim.id());
        }

        @Override
        public void lost(Claim claim, LossReason reason) {
            lines.add("lost " + claim.id());
        }

        List<String> take() {
            List<String> taken = List.copyOf(lines);
            lines.clear();
            return taken;
        }
    }

    private static final LockName L = LockName.of("L");
    private final Recorder recorder = new Recorder();
    private final LockEngine<Word> engine = new LockEngine<>(
            new Puppets(), new MachineContext(NodeId.of(0), 0, Placement.asNumbered(new Majority(3))), recorder);

    private void tell(Word word) {
        engine.receive(NodeId.of(1), L, word);
    }

    @Nested
    class OneRequestANode {
        @Test
        void manyClaimsMakeOneRequestAndFollowEachOtherWithoutAMessage() {
            engine.acquire(exclusive("L", 1));
            engine.acquire(exclusive("L", 2));
            assertThat(recorder.take()).containsExactly("ask L");
            tell(Word.GRANT);
            assertThat(recorder.take()).containsExactly("granted 1");
            assertThat(engine.release(exclusive("L", 1))).isTrue();
            assertThat(recorder.take()).containsExactly("granted 2");
            assertThat(engine.release(exclusive("L", 2))).isTrue();
            assertThat(recorder.take()).containsExactly("send L to n2");
            assertThat(engine.slots()).isEmpty();
        }

        @Test
        void onceOthersWaitTheHandOverIsBoundedAndTheRestAsksAnew() {
            for (int id = 1; id <= LocalClaims.HAND_OVERS_MAX + 1; id++) {
                engine.acquire(exclusive("L", id));
            }
            tell(Word.GRANT_CONTENDED);
            for (int id = 1; id <= LocalClaims.HAND_OVERS_MAX; id++) {
                engine.release(exclusive("L", id));
            }
            assertThat(recorder.take()).endsWith("granted " + LocalClaims.HAND_OVERS_MAX, "send L to n2", "ask L");
            tell(Word.GRANT);
            assertThat(recorder.take()).containsExactly("granted " + (LocalClaims.HAND_OVERS_MAX + 1));
        }

        @Test
        void whileNobodyElseWaitsHandOverGoesOn() {
            int many = LocalClaims.HAND_OVERS_MAX * 3;
            for (int id = 1; id <= many; id++) {
                engine.acquire(exclusive("L", id));
            }
            tell(Word.GRANT);
            for (int id = 1; id < many; id++) {
                engine.release(exclusive("L", id));
            }
            assertThat(recorder.take()).hasSize(many + 1).doesNotContain("send L to n2");
            tell(Word.OTHERS_WAIT);
            engine.acquire(exclusive("L", 100));
            engine.release(exclusive("L", many));
            assertThat(recorder.take()).containsExactly("send L to n2", "ask L");
        }
    }

    @Nested
    class SharedClaims {
        @Test
        void sharedClaimsOfANodeHoldTogether() {
            engine.acquire(shared("L", 1));
            engine.acquire(shared("L", 2));
            tell(Word.GRANT);
            engine.acquire(shared("L", 3));
            assertThat(recorder.take()).containsExactly("ask shared L", "granted 1", "granted 2", "granted 3");
        }

        @Test
        void anExclusiveClaimWaitsForThemAndAsksForMore() {
            engine.acquire(shared("L", 1));
            tell(Word.GRANT);
            engine.acquire(exclusive("L", 2));
            engine.acquire(shared("L", 3));
            assertThat(recorder.take()).containsExactly("ask shared L", "granted 1");
            engine.release(shared("L", 1));
            assertThat(recorder.take()).containsExactly("send L to n2", "ask L");
            tell(Word.GRANT);
            assertThat(recorder.take()).containsExactly("granted 2");
            engine.release(exclusive("L", 2));
            assertThat(recorder.take())
                    .as("under an exclusive hold the readers of other nodes could not read with it")
                    .containsExactly("send L to n2", "ask shared L");
            tell(Word.GRANT);
            assertThat(recorder.take()).containsExactly("granted 3");
        }
    }

    @Nested
    class ReadersAndAWriterOfAnotherNode {
        @Test
        void aReaderThatComesLaterWaitsUntilTheHoldIsOver() {
            engine.acquire(shared("L", 1));
            engine.acquire(shared("L", 2));
            tell(Word.GRANT);
            tell(Word.OTHERS_WAIT);
            engine.acquire(shared("L", 3));
            assertThat(recorder.take()).containsExactly("ask shared L", "granted 1", "granted 2");
            engine.release(shared("L", 1));
            assertThat(recorder.take()).isEmpty();
            engine.release(shared("L", 2));
            assertThat(recorder.take())
                    .as("behind the writer, for its request is younger")
                    .containsExactly("send L to n2", "ask shared L");
            tell(Word.GRANT);
            assertThat(recorder.take()).containsExactly("granted 3");
        }

        @Test
        void thoseThatWaitedWhenTheHoldBeganReadTogether() {
            for (int id = 1; id <= 4; id++) {
                engine.acquire(shared("L", id));
            }
            engine.abandon(shared("L", 2));
            tell(Word.GRANT_CONTENDED);
            engine.acquire(shared("L", 5));
            assertThat(recorder.take()).containsExactly("ask shared L", "granted 1", "granted 3", "granted 4");
        }

        @Test
        void aWriterOfTheNodeThatGivesUpLeavesNoPlaceForAReader() {
            engine.acquire(shared("L", 1));
            engine.acquire(exclusive("L", 2));
            tell(Word.GRANT);
            engine.abandon(exclusive("L", 2));
            tell(Word.OTHERS_WAIT);
            engine.acquire(shared("L", 3));
            assertThat(recorder.take()).containsExactly("ask shared L", "granted 1");
        }
    }

    @Nested
    class GivingUp {
        @Test
        void theLastWaiterThatLeavesAbandonsTheRequest() {
            engine.acquire(exclusive("L", 1));
            engine.acquire(exclusive("L", 2));
            recorder.take();
            assertThat(engine.abandon(exclusive("L", 1))).isTrue();
            assertThat(recorder.take()).isEmpty();
            assertThat(engine.abandon(exclusive("L", 2))).isTrue();
            assertThat(recorder.take()).containsExactly("give up L");
            assertThat(engine.slots()).isEmpty();
        }

        @Test
        void whoeverDoesNotHoldOrWaitChangesNothing() {
            assertThat(engine.release(exclusive("L", 1))).isFalse();
            assertThat(engine.abandon(exclusive("L", 1))).isFalse();
            engine.acquire(exclusive("L", 1));
            assertThat(engine.release(exclusive("L", 1))).isFalse();
            tell(Word.GRANT);
            assertThat(engine.abandon(exclusive("L", 1)))
                    .as("too late: it holds")
                    .isFalse();
            assertThat(engine.find(L)).isNotNull();
        }

        @Test
        void aLostHoldIsToldToItsClaimsAndTheNextOneAsksAnew() {
            engine.acquire(exclusive("L", 1));
            engine.acquire(exclusive("L", 2));
            tell(Word.GRANT);
            recorder.take();
            tell(Word.LOSE);
            assertThat(recorder.take()).containsExactly("lost 1", "ask L");
            assertThat(engine.release(exclusive("L", 1))).isFalse();
        }
    }

    @Test
    void timersReachTheirLockAndMessagesToTheNodeItselfComeInTheSameStep() {
        engine.acquire(exclusive("L", 1));
        recorder.take();
        engine.timerFired(L, Clockwork.TICK);
        assertThat(recorder.take()).containsExactly("granted 1");
        engine.timerFired(LockName.of("forgotten"), Clockwork.TICK);
        assertThat(recorder.take()).isEmpty();
    }

    @Test
    void tooManyClaimsForOneLockAreRefusedInWords() {
        for (int id = 0; id < LocalClaims.WAITING_MAX; id++) {
            engine.acquire(exclusive("L", id));
        }
        assertThatThrownBy(() -> engine.acquire(exclusive("L", -1)))
                .isInstanceOf(LimitReachedException.class)
                .hasMessageContaining("give up on some");
    }
}
