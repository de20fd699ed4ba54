// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.ricartagrawala;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.RecordingOutbox;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.Stamp;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.systems.All;
import io.quorate.papers.ricartagrawala.RicartAgrawalaMessage.Reply;
import io.quorate.papers.ricartagrawala.RicartAgrawalaMessage.Request;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Node 2 of three, one call at a time. */
class RicartAgrawalaMachineTest {
    private static final int NODES = 3;

    private final RecordingOutbox<RicartAgrawalaMessage> out = new RecordingOutbox<>();
    private MachineContext context = context(2);
    private LockMachine<RicartAgrawalaMessage> machine = new RicartAgrawala().newMachine(context);

    /** As the report numbers them, from 1. */
    private static NodeId node(int number) {
        return NodeId.of(number - 1);
    }

    private static MachineContext context(int node) {
        return new MachineContext(node(node), 0, Placement.asNumbered(new All(NODES)));
    }

    private static Stamp stamp(long number, int node) {
        return new Stamp(number, node(node), 0);
    }

    private void by(String rules) {
        context = context(2);
        machine = RicartAgrawala.with(rules).newMachine(context);
    }

    private void request(long number, int from) {
        machine.receive(node(from), new Request(stamp(number, from), Mode.EXCLUSIVE), out);
    }

    private void reply(long number, int from) {
        machine.receive(node(from), new Reply(stamp(number, 2)), out);
    }

    private void enter(long number) {
        machine.acquire(Mode.EXCLUSIVE, out);
        reply(number, 1);
        reply(number, 3);
        assertThat(machine.phase()).isEqualTo(Phase.HOLDING);
        out.take();
    }

    /** The columns of the table in section 2.2. */
    @Nested
    class DecisionTableOfSection22 {
        @ParameterizedTest(name = "rule {0}: requesting {1} with number {2}, asked with {3} by node {4}: REPLY {5}")
        @CsvSource({
            "1, false, 0, 7, 1, true",
            "1, false, 0, 7, 3, true",
            "2, true, 5, 4, 1, true",
            "2, true, 5, 4, 3, true",
            "3, true, 5, 6, 1, false",
            "3, true, 5, 6, 3, false",
            "4, true, 5, 5, 1, true",
            "5, true, 5, 5, 3, false"
        })
        void saysWhetherToReplyOrToDefer(int rule, boolean requesting, long own, long k, int j, boolean replies) {
            by("counted");
            if (requesting) {
                request(own - 1, 1);
                machine.acquire(Mode.EXCLUSIVE, out);
                assertThat(out.take()).endsWith("n3 <- Request " + own + ".n2");
            }
            request(k, j);
            String reply = "n" + j + " <- Reply " + k + ".n" + j;
            assertThat(out.take()).isEqualTo(replies ? List.of(reply) : List.of());
            if (!replies) {
                machine.abandon(out);
                assertThat(out.take()).as("what was deferred is answered later").containsExactly(reply);
            }
        }
    }

    @Nested
    class Messages {
        @Test
        void areNotSentInTheNameOfAnother() {
            machine.receive(node(1), new Request(stamp(1, 3), Mode.EXCLUSIVE), out);
            assertThat(out.take()).isEmpty();
            assertThat(context.forgedCount()).isEqualTo(1);
        }

        @Test
        void replyToTheRequestOfNowOrMeanNothing() {
            machine.acquire(Mode.EXCLUSIVE, out);
            reply(1, 1);
            reply(1, 1);
            reply(9, 3);
            assertThat(machine.phase()).isEqualTo(Phase.WAITING);
            reply(1, 3);
            assertThat(machine.phase()).isEqualTo(Phase.HOLDING);
        }

        @Test
        void areRepeatedAfterALinkResetToWhomHasNotAnswered() {
            machine.acquire(Mode.EXCLUSIVE, out);
            reply(1, 1);
            out.take();
            machine.linkReset(node(1), out);
            machine.linkReset(node(3), out);
            assertThat(out.take()).containsExactly("n3 <- Request 1.n2");
        }

        @Test
        void ofAnOlderRequestOfANodeDoNotTakeThePlaceOfTheNewest() {
            enter(1);
            request(4, 3);
            request(3, 3);
            machine.release(out);
            assertThat(out.take()).containsExactly("n3 <- Reply 4.n3");
        }
    }

    @Nested
    class NumbersModulo {
        @Test
        void goRoundAndTheSmallerIsTakenForLargerIfItIsFarBehind() {
            by("modulo");
            List<Long> chosen = new ArrayList<>();
            for (int turn = 0; turn < 7; turn++) {
                machine.acquire(Mode.EXCLUSIVE, out);
                Request asked = (Request) out.takeMessages().get(0).message();
                chosen.add(asked.stamp().counter());
                reply(asked.stamp().counter(), 1);
                reply(asked.stamp().counter(), 3);
                machine.release(out);
            }
            assertThat(chosen).as("M = 5").containsExactly(1L, 2L, 3L, 4L, 0L, 1L, 2L);
            request(4, 1);
            machine.acquire(Mode.EXCLUSIVE, out);
            assertThat(out.take()).as("4 is two ahead of 2").endsWith("n3 <- Request 0.n2");
        }

        @Test
        void thatThereAreNotAreRefused() {
            by("modulo");
            request(5, 1);
            assertThat(out.take()).isEmpty();
            assertThat(context.forgedCount()).isEqualTo(1);
        }

        @Test
        void keepARequestThatWasGivenUp() {
            by("modulo");
            machine.acquire(Mode.EXCLUSIVE, out);
            request(2, 3);
            out.take();
            machine.abandon(out);
            assertThat(machine.phase()).isEqualTo(Phase.IDLE);
            assertThat(machine.isQuiescent()).isFalse();
            reply(1, 1);
            assertThat(out.take()).isEmpty();
            reply(1, 3);
            assertThat(out.take()).as("granted, it is passed on").containsExactly("n3 <- Reply 2.n3");
        }

        @Test
        void takeItUpAgainForTheNextWhoAsks() {
            by("modulo");
            machine.acquire(Mode.EXCLUSIVE, out);
            reply(1, 1);
            machine.abandon(out);
            out.take();
            machine.acquire(Mode.EXCLUSIVE, out);
            assertThat(machine.phase()).isEqualTo(Phase.WAITING);
            reply(1, 3);
            assertThat(out.take()).containsExactly("entered");
        }
    }

    @Nested
    class LargerIncrements {
        @Test
        void areAsGoodAsRandomAndYetTheSameEveryTime() {
            List<Long> ofNode2 = stepsOf(2);
            assertThat(ofNode2).isEqualTo(stepsOf(2)).isNotEqualTo(stepsOf(3));
            assertThat(ofNode2).allSatisfy(step -> assertThat(step).isBetween(1L, 64L));
            assertThat(ofNode2.stream().distinct().count()).isGreaterThan(50);
            assertThat(ofNode2.stream().mapToLong(Long::longValue).average().orElseThrow())
                    .isBetween(28.0, 37.0);
        }

        private List<Long> stepsOf(int self) {
            LockMachine<RicartAgrawalaMessage> asking =
                    RicartAgrawala.with("random-increments").newMachine(context(self));
            List<Long> steps = new ArrayList<>();
            long before = 0;
            for (int turn = 0; turn < 1000; turn++) {
                asking.acquire(Mode.EXCLUSIVE, out);
                Request asked = (Request) out.takeMessages().get(0).message();
                steps.add(asked.stamp().counter() - before);
                before = asked.stamp().counter();
                asking.abandon(out);
            }
            return steps;
        }

        @ParameterizedTest
        @CsvSource({"1, 8", "2, 8", "3, 1"})
        void areForNodesThatStandBack(int self, int number) {
            machine = RicartAgrawala.with("priority").newMachine(context(self));
            machine.acquire(Mode.EXCLUSIVE, out);
            assertThat(out.take()).allMatch(line -> line.endsWith("Request " + number + ".n" + self));
        }
    }

    @Nested
    class StandingReplies {
        @Test
        void spareTheMessagesOfWhoComesBackAlone() {
            by("standing-replies");
            enter(1);
            machine.release(out);
            machine.acquire(Mode.EXCLUSIVE, out);
            assertThat(out.take()).containsExactly("entered");
        }

        @Test
        void lapseWhenTheirSenderAsks() {
            by("standing-replies");
            enter(1);
            machine.release(out);
            request(2, 3);
            out.take();
            machine.acquire(Mode.EXCLUSIVE, out);
            assertThat(out.take()).containsExactly("n3 <- Request 3.n2");
        }

        @Test
        void areTakenForWhatTheyAreInsideToo() {
            by("counted+standing-replies");
            enter(1);
            machine.release(out);
            machine.acquire(Mode.EXCLUSIVE, out);
            out.take();
            request(1, 1);
            assertThat(out.take()).as("older, but node 2 is inside").isEmpty();
            machine.release(out);
            assertThat(out.take()).containsExactly("n1 <- Reply 1.n1");
        }
    }

    @Nested
    class WritersFirst {
        @Test
        void aReaderThatLetsAWriterPassCountsNoEarlierReplyOfIt() {
            by("writers-first");
            machine.acquire(Mode.SHARED, out);
            reply(1, 3);
            out.take();
            request(2, 3);
            assertThat(out.take()).containsExactly("n3 <- Reply 2.n3", "n3 <- Request 1.n2 shared again #1");
            reply(1, 1);
            reply(1, 3);
            assertThat(machine.phase()).isEqualTo(Phase.WAITING);
            machine.receive(node(3), new Reply(stamp(1, 2), 1), out);
            assertThat(machine.phase()).isEqualTo(Phase.HOLDING);
        }

        @Test
        void aReaderThatIsInsideLetsNoWriterPass() {
            by("writers-first");
            machine.acquire(Mode.SHARED, out);
            reply(1, 1);
            reply(1, 3);
            out.take();
            request(2, 3);
            assertThat(out.take()).isEmpty();
        }

        @Test
        void aWriterAnswersTheNewestAttempt() {
            by("writers-first");
            enter(1);
            machine.receive(node(3), new Request(stamp(2, 3), Mode.SHARED, 2), out);
            machine.receive(node(3), new Request(stamp(2, 3), Mode.SHARED, 1), out);
            machine.receive(node(3), new Request(stamp(1, 3), Mode.SHARED, 5), out);
            machine.release(out);
            assertThat(out.take()).containsExactly("n3 <- Reply 2.n3 again #2");
        }
    }

    @Nested
    class Combinations {
        @ParameterizedTest
        @CsvSource(
                delimiter = '|',
                value = {
                    "modulo+readers-writers | E-R5",
                    "modulo+writers-first | E-R5",
                    "modulo+standing-replies | E-R6",
                    "modulo+random-increments | both say how sequence numbers are chosen",
                    "modulo+counted | both say how sequence numbers are chosen",
                    "priority+random-increments | both say how sequence numbers are chosen",
                    "readers-writers+writers-first | both say who excludes whom",
                    "writers-first+standing-replies | comes back to write",
                    "writers-first+as-printed | its rule gives them none"
                })
        void thatBreakAreRefusedWithTheReason(String rules, String reason) {
            assertThatThrownBy(() -> RicartAgrawala.with(rules))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(reason);
        }

        @ParameterizedTest
        @ValueSource(
                strings = {
                    "counted+readers-writers",
                    "random-increments+writers-first",
                    "priority+standing-replies",
                    "modulo+as-printed"
                })
        void thatGoTogetherKeepTheirName(String rules) {
            assertThat(RicartAgrawala.with(rules).rules()).isEqualTo(rules);
        }
    }
}
