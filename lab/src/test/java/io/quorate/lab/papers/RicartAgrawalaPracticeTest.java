package io.quorate.lab.papers;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.model.NodeId;
import io.quorate.core.protocol.ricartagrawala.RicartAgrawala;
import io.quorate.lab.world.Choice;
import io.quorate.lab.world.Cluster;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.Limits;
import io.quorate.lab.world.NodeClaim;
import io.quorate.lab.world.Packet;
import io.quorate.lab.world.Setup;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Section 7 of the report, sentence by sentence. */
class RicartAgrawalaPracticeTest {
    /** Nodes over a network that keeps the order of frames, with all that is sent, and who holds. */
    private static final class World implements ClusterObserver {
        final Cluster cluster;
        final List<String> sent = new ArrayList<>();
        final List<String> holders = new ArrayList<>();

        World(String rules, int nodes) {
            cluster = Cluster.of(Setup.usual(RicartAgrawala.with(rules), nodes), this);
        }

        World(int nodes) {
            this("practical", nodes);
        }

        @Override
        public void sent(NodeId from, NodeId to, Packet packet) {
            packet.contents().forEach(content -> sent.add(from + "->" + to + " " + content.message()));
        }

        @Override
        public void granted(NodeClaim claim) {
            holders.add(claim.node().toString());
        }

        @Override
        public void released(NodeClaim claim) {
            holders.remove(claim.node().toString());
        }

        List<String> does(String... choices) {
            sent.clear();
            for (String choice : choices) {
                cluster.apply(Choice.parse(choice));
            }
            return List.copyOf(sent);
        }

        /** Delivers everything. */
        World settle() {
            while (cluster.framesInFlight() > 0) {
                cluster.apply(cluster.enabled(Limits.contenders(0, 0)).stream()
                        .filter(Choice.Deliver.class::isInstance)
                        .findFirst()
                        .orElseThrow());
            }
            return this;
        }

        void entersAndLeaves(String node) {
            does("acquire " + node);
            settle();
            assertThat(holders).containsExactly(node);
            does("release " + node);
            settle();
        }

        List<String> kinds() {
            return sent.stream().map(line -> line.split(" ", 3)[1]).distinct().toList();
        }
    }

    @Nested
    class Section7Dot1 {
        @Test
        void onlyThoseInNamesAreAsked() {
            World world = new World(4);
            world.entersAndLeaves("n2");
            world.does("leave n2");
            world.settle();
            assertThat(world.does("acquire n3")).containsExactly("n3->n1 Request 2.n3", "n3->n4 Request 2.n3");
        }

        @Test
        void nodeNumbersAreComparedByTheirValuesWhateverTheirPlaceInNames() {
            World world = new World(4);
            world.entersAndLeaves("n1");
            world.does("leave n1");
            world.settle();
            world.does("acquire n4", "acquire n2", "deliver n4->n2", "deliver n2->n4");
            world.settle();
            assertThat(world.holders).containsExactly("n2");
        }

        @Test
        void anEntryCosts2Times1LessThanTheMembers() {
            World world = new World(5);
            world.entersAndLeaves("n5");
            world.does("leave n5");
            world.settle();
            world.does("acquire n1");
            world.settle();
            assertThat(world.sent).hasSize(2 * 3);
        }
    }

    @Nested
    class Section7Dot2Dot1 {
        @Test
        void aNodeThatRestartsFirstNotifiesTheOthersThatItFailedAndThenWaits() {
            World world = new World(3);
            world.entersAndLeaves("n1");
            world.does("acquire n2", "crash n3", "restart n3");
            world.settle();
            assertThat(world.does("acquire n3"))
                    .containsExactly("n3->n1 NodeFailed n3 term 0.last", "n3->n2 NodeFailed n3 term 0.last");
            world.settle();
            assertThat(world.does("fire n3 RESTART_INTERVAL")).containsExactly("n3->n1 Join term 1.0");
        }
    }

    @Nested
    class Section7Dot2Dot2 {
        private World outside() {
            World world = new World(3);
            world.entersAndLeaves("n1");
            world.does("leave n1");
            world.settle();
            return world;
        }

        @Test
        void theSponsorInvokesMutualExclusionAddsTheNodeWaitsForAllAndTellsItTheParticipants() {
            World world = outside();
            world.does("acquire n1");
            world.settle();
            assertThat(world.kinds())
                    .containsExactly("Join", "WillSponsor", "Request", "Reply", "Add", "AddAck", "Participants");
            assertThat(world.holders).containsExactly("n1");
        }

        @Test
        void theSponsorWaitsForWhoeverIsInside() {
            World world = outside();
            world.does("acquire n3");
            world.settle();
            world.does("acquire n1");
            world.settle();
            assertThat(world.holders).containsExactly("n3");
            world.does("release n3");
            world.settle();
            assertThat(world.holders).containsExactly("n1");
        }

        @Test
        void aSponsorThatCrashesIsReplaced() {
            World world = outside();
            world.does("acquire n1", "deliver n1->n2", "deliver n2->n1", "crash n2", "fire n1 LIST_LATE");
            world.settle();
            world.does("fire n1 NO_ANSWER");
            world.settle();
            assertThat(world.sent).contains("n1->n3 Join term 1");
            world.does("fire n3 REPLY_LATE", "fire n3 NO_ANSWER");
            world.settle();
            assertThat(world.holders).containsExactly("n1");
        }

        @Test
        void theNewNodeIsAskedFromThenOn() {
            World world = outside();
            world.entersAndLeaves("n1");
            assertThat(world.does("acquire n3")).hasSize(2);
        }
    }

    @Nested
    class Section7Dot2Dot3 {
        /** n1 has left; n2 and n3 have come to the number 4. */
        private World outside(String rules) {
            World world = new World(rules, 3);
            world.entersAndLeaves("n1");
            world.does("leave n1");
            world.settle();
            world.entersAndLeaves("n2");
            world.entersAndLeaves("n3");
            return world;
        }

        private void joins(World world) {
            world.does("acquire n1");
            world.settle();
        }

        @Test
        void aTheLargestOfAll() {
            World world = outside("practical");
            joins(world);
            assertThat(world.sent).contains("n1->n2 Request 5.n1", "n2->n1 Participants {n2,n3} for term 1 highest 4");
        }

        @Test
        void bOneRequestOfEachOtherNode() {
            World world = outside("practical+learn-from-each");
            joins(world);
            world.entersAndLeaves("n2");
            world.does("acquire n3");
            world.settle();
            assertThat(world.sent).contains("n1->n3 Reply 6.n3", "n1->n3 Request 7.n1");
        }

        @Test
        void cNumbersHaveIncreasedByNMinusOne() {
            World world = outside("practical+learn-from-growth");
            joins(world);
            world.entersAndLeaves("n2");
            world.entersAndLeaves("n2");
            world.does("acquire n2");
            world.settle();
            assertThat(world.sent).contains("n1->n2 Reply 7.n2", "n1->n2 Request 8.n1");
        }

        @Test
        void dAfterAllHaveHadTimeToEnterAndLeaveTheNumberOfANodeNearby() {
            World world = outside("practical+learn-by-waiting");
            joins(world);
            assertThat(world.does("fire n1 ALL_HAVE_BEEN_INSIDE")).contains("n1->n2 Request 5.n1");
        }

        @Test
        void eTheFourthRequestOfOneNode() {
            World world = outside("practical+learn-from-one");
            joins(world);
            for (int entry = 0; entry < 3; entry++) {
                world.entersAndLeaves("n3");
            }
            world.does("acquire n3");
            world.settle();
            assertThat(world.sent).contains("n1->n3 Reply 8.n3", "n1->n3 Request 9.n1");
        }

        @ParameterizedTest
        @ValueSource(strings = {"learn-from-each", "learn-from-growth", "learn-by-waiting", "learn-from-one"})
        void untilThenMutualExclusionIsNotRequestedAndRequestsAreProcessedNormally(String way) {
            World world = outside("practical+" + way);
            joins(world);
            assertThat(world.sent.stream().filter(line -> line.startsWith("n1->") && line.contains("Request")))
                    .isEmpty();
            world.does("acquire n2");
            assertThat(world.settle().sent).contains("n2->n1 Request 5.n2", "n1->n2 Reply 5.n2");
        }
    }

    @Nested
    class Section7Dot3 {
        @Test
        void theOthersAcknowledgeAndTheDepartingNodeGoesOnToReply() {
            World world = new World(3);
            world.entersAndLeaves("n1");
            world.does("acquire n2");
            assertThat(world.does("leave n3")).containsExactly("n3->n1 Leave term 0", "n3->n2 Leave term 0");
            world.settle();
            assertThat(world.sent).contains("n1->n3 LeaveAck term 0", "n2->n3 LeaveAck term 0", "n3->n2 Reply 2.n2");
        }

        @Test
        void whoAwaitsItsReplyPretendsThatItCame() {
            World world = new World(3);
            world.entersAndLeaves("n1");
            world.does("acquire n2", "deliver n2->n1", "deliver n1->n2", "leave n3", "deliver n3->n2");
            assertThat(world.holders).containsExactly("n2");
        }

        @Test
        void whileItsDepartureIsNotAcknowledgedItDoesNotAsk() {
            World world = new World(2);
            world.entersAndLeaves("n1");
            world.does("leave n1");
            assertThat(world.does("acquire n1")).isEmpty();
            assertThat(world.does("deliver n1->n2", "deliver n2->n1")).contains("n1->n2 Join term 1");
        }
    }

    @Nested
    class Section7Dot4 {
        @Test
        void theTimeOutDoesNotLimitTheCriticalSection() {
            World world = new World(2);
            world.does("acquire n1");
            world.settle();
            world.does("acquire n2");
            world.settle();
            for (int timeOut = 0; timeOut < 5; timeOut++) {
                assertThat(world.does("fire n2 REPLY_LATE")).containsExactly("n2->n1 AreYouThere 2.n2");
                assertThat(world.settle().sent).contains("n1->n2 YesIAmHere 2.n2");
            }
            assertThat(world.cluster.node(1).timers().toString()).doesNotContain("NO_ANSWER");
        }

        @Test
        void onlyThoseStillAwaitedAreProbed() {
            World world = new World(3);
            world.does("acquire n1", "deliver n1->n2", "deliver n2->n1");
            assertThat(world.does("fire n1 REPLY_LATE")).containsExactly("n1->n3 AreYouThere 1.n1");
        }

        @Test
        void aNodeThatHasFailedIsMadeKnownAndNobodyWaitsForIt() {
            World world = new World(3);
            world.does("crash n3", "acquire n1", "acquire n2");
            world.settle();
            world.does("fire n1 REPLY_LATE");
            assertThat(world.does("fire n1 NO_ANSWER")).containsExactly("n1->n2 NodeFailed n3 term 0");
            assertThat(world.holders).containsExactly("n1");
            world.settle();
            world.does("release n1");
            world.settle();
            assertThat(world.holders).as("n2 has had no time-out of its own").containsExactly("n2");
        }

        @Test
        void whoHoldsAndCrashesIsDoneWithout() {
            World world = new World(2);
            world.does("acquire n1");
            world.settle();
            world.does("acquire n2", "crash n1", "fire n2 REPLY_LATE", "fire n2 NO_ANSWER");
            assertThat(world.cluster.node(1).holding()).hasSize(1);
        }
    }
}
