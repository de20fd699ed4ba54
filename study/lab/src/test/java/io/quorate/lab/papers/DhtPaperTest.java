// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.papers;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.check.CheckReport;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.check.ModelChecker;
import io.quorate.lab.check.Progress;
import io.quorate.lab.check.Verdict;
import io.quorate.lab.scenario.Scenario;
import io.quorate.lab.scenario.ScenarioRunner;
import io.quorate.lab.world.event.Wish;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Muhammad, Cheema and Gupta 2005, section by section: what it says, where it is right, and where it is not. What section VI claims is
 * measured: see docs/study/protocols/dht-experiments.md.
 */
class DhtPaperTest {
    /** A ring n1, n4, n5, n6, n2, n3 whose nodes send to the next on each side; the only replica is at n2. */
    private static final String RING = "  nodes 6  quorums all  voters 1  network fifo  clocks true  overlay fixed:1";

    /** Three replicas, at n2, n3 and n6; everybody sends to everybody. */
    private static final String THREE_REPLICAS = "  nodes 6  quorums majority  voters 3  network fifo  clocks true";

    /** What is said and done, line by line, with one space between words, and requests called by their nodes. */
    private static List<String> played(String text) {
        return ScenarioRunner.play(Scenario.parse(text))
                .text()
                .lines()
                .map(line -> line.replaceAll(" +", " ").replaceAll("\\b\\d+\\.(n\\d)", "$1"))
                .toList();
    }

    private static List<String> played(String setup, String... script) {
        return played(setup.strip() + "\n\n" + String.join("\n", script) + "\n----\n");
    }

    private static List<String> playedFile(String file) throws IOException {
        return played(Files.readString(Path.of("..", "..", "scenarios", file)));
    }

    /** The nodes in the order in which they enter. */
    private static List<String> entries(List<String> lines) {
        return lines.stream()
                .filter(line -> line.matches("n\\d+ holds"))
                .map(line -> line.substring(0, line.indexOf(' ')))
                .toList();
    }

    private static long count(List<String> lines, String kind) {
        return lines.stream()
                .filter(line -> line.matches("n\\d+ -> n\\d+ " + kind + " .*"))
                .count();
    }

    @Nested
    class Section2SystemModel {
        /** The section says "if and only if each responsible replica grants access", section IV a majority. */
        @ParameterizedTest
        @ValueSource(strings = {"sigma", "endtoend", "nonendtoend"})
        void aMajorityOfTheReplicasIsEnough(String protocol) {
            List<String> lines = played(
                    "protocol " + protocol + THREE_REPLICAS,
                    "acquire n1",
                    "settle but n1->n6",
                    "expect n1 holding",
                    "settle but n1->n6",
                    "acquire n4",
                    "settle but n1->n6",
                    "expect n4 waiting");
            assertThat(entries(lines)).containsExactly("n1");
        }

        /** "Their internal states may be randomly reset due to a crash-recovery failure. They rejoin the network with the same nodeId." */
        @ParameterizedTest
        @ValueSource(strings = {"sigma", "endtoend", "nonendtoend"})
        void aReplicaThatComesBackEmptyLetsNobodyInWhileAnotherIsInside(String protocol) {
            List<String> lines = played(
                    "protocol " + protocol + RING,
                    "acquire n1",
                    "settle",
                    "crash n2",
                    "restart n2",
                    "acquire n4",
                    "settle",
                    "expect n1 holding",
                    "expect n4 waiting");
            assertThat(entries(lines)).containsExactly("n1");
        }

        /** "Messages can be replicated." */
        @ParameterizedTest
        @ValueSource(strings = {"sigma", "endtoend", "nonendtoend"})
        void oneCopyMoreOfAnyMessageDoesNoHarm(String protocol) {
            assertHolds(protocol, "network unordered", asking().withDuplicates(1));
        }

        /** "Lost": what a link carries, at any time. */
        @ParameterizedTest
        @ValueSource(strings = {"sigma", "endtoend", "nonendtoend"})
        void noMoreDoesTheLossOfWhatALinkCarries(String protocol) {
            assertHolds(protocol, "network fifo", asking().withResets(1));
        }

        private void assertHolds(String protocol, String network, Limits limits) {
            Setup setup = Setup.parse("nodes 3  protocol " + protocol + "  quorums all  voters 1  " + network);
            CheckReport report = ModelChecker.check(new CheckSystem("paper", setup, limits), Progress.NONE);
            assertThat(report.verdict()).as(report::toText).isEqualTo(Verdict.VALID);
        }

        private Limits asking() {
            return Limits.of(List.of(List.of(Wish.EXCLUSIVE), List.of(), List.of(Wish.EXCLUSIVE)));
        }
    }

    /** Sigma "adopts queuing and cooperation between clients and replicas". */
    @Nested
    class Section3RelatedWork {
        @Test
        void sigmasQueueIsAtTheReplica() {
            List<String> lines = played(
                    "protocol sigma" + RING,
                    "acquire n1",
                    "settle",
                    "acquire n3",
                    "acquire n4",
                    "settle",
                    "release n1",
                    "settle",
                    "release n3",
                    "settle");
            assertThat(entries(lines)).containsExactly("n1", "n3", "n4");
            assertThat(lines).as("the replica itself lets the next in").contains("n2 -> n3 Response n3 vote #1 at r1");
        }

        @Test
        void whoHasTooFewVotesYieldsToTheOlder() throws IOException {
            List<String> lines = playedFile("sigma/the-younger-yields.scn");
            assertThat(count(lines, "Yield")).isEqualTo(1);
            assertThat(entries(lines)).containsExactly("n1", "n4");
        }
    }

    /** The numbers are those of the steps. */
    @Nested
    class Section4AEndToEnd {
        private static final String E2E = "protocol endtoend" + RING;

        @Test
        void step1_aRequestGoesToEveryReplica() {
            List<String> lines = played("protocol endtoend" + THREE_REPLICAS, "acquire n1");
            assertThat(lines.stream().filter(line -> line.matches("n1 -> n[236] Request .*")))
                    .hasSize(3);
        }

        /** n1 is inside; n4, n5 and n6 are its quorum set. What n5 wants goes no further. */
        @Test
        void step2_aNodeThatKnowsTheOwnerSendsAnEnqueueThereAndTheReplicaHearsNothing() {
            List<String> lines = after("acquire n1", "settle", "acquire n5", "settle");
            assertThat(lines).containsExactly("n5 -> n1 Enqueue n5 at n1", "n1 -> n5 Enqueued n5 #1 at n1");
        }

        /** What happens at the end of the script, after its first two lines have been played. */
        private List<String> after(String... script) {
            List<String> first = played(E2E, script[0], script[1]);
            List<String> all = played(E2E, script);
            return all.subList(first.size() + script.length - 2, all.size());
        }

        @Test
        void step3_theResponseTellsWhoHasTheVote() {
            List<String> lines = after("acquire n1", "settle", "acquire n3", "settle");
            assertThat(lines)
                    .containsSubsequence(
                            "n2 -> n3 Response n3 owner n1 at r1",
                            "n3 -> n1 Enqueue n3 at n1",
                            "n1 -> n3 Enqueued n3 #1 at n1");
        }

        @Test
        void step4_theWinnerSaysSoAlongTheWay() {
            List<String> lines = played(E2E, "acquire n1", "settle");
            assertThat(lines)
                    .containsSubsequence(
                            "n1 -> n4 IAmWinner n1 at r1 to 7ab3",
                            "n4 -> n5 IAmWinner n1 at r1 to 7ab3",
                            "n5 -> n6 IAmWinner n1 at r1 to 7ab3");
            assertThat(count(lines, "IAmWinner")).as("the replica knows").isEqualTo(3);
        }

        @Test
        void step6_withoutAQueueTheOwnerReleasesTheReplicaAndCleansUpAlongTheNextPointers() {
            List<String> lines = after("acquire n1", "settle", "release n1", "settle", "expect nothing remains");
            assertThat(lines)
                    .containsExactlyInAnyOrder(
                            "n1 releases",
                            "n1 -> n4 Cleared n1 at r1",
                            "n1 -> n2 Release n1 at r1",
                            "n4 -> n5 Cleared n1 at r1",
                            "n5 -> n6 Cleared n1 at r1");
        }

        /** Figure 1: Req1 is n4, Req2 is n3, Req3 is n1, whose request is intercepted by its quorum set. */
        @Test
        void figure1_step7_theTokenGoesToTheNextInLineWithTheRestOfTheQueue() {
            List<String> lines = played(
                    E2E,
                    "acquire n4",
                    "settle",
                    "acquire n3",
                    "settle",
                    "acquire n1",
                    "settle",
                    "release n4",
                    "settle",
                    "release n3",
                    "settle");
            assertThat(entries(lines)).containsExactly("n4", "n3", "n1");
            assertThat(count(lines, "Token")).isEqualTo(2);
            assertThat(lines).anyMatch(line -> line.matches("n4 -> n3 Token of n4 then \\[n1]"));
            assertThat(lines)
                    .as("the replica hears nothing of n1's request")
                    .noneMatch(line -> line.matches("n\\d -> n2 Request n1 .*"));
            assertThat(count(lines, "Release"))
                    .as("the vote is moved, not freed")
                    .isZero();
        }

        @ParameterizedTest
        @CsvSource({"as-printed-two-inside, n1 n4 n3", "as-printed-yield-lets-two-in, n5 n6"})
        void asPrintedTwoAreInside(String scenario, String order) throws IOException {
            List<String> lines = playedFile("endtoend/" + scenario + ".scn");
            assertThat(entries(lines)).containsExactly(order.split(" "));
            assertThat(lines).last().asString().startsWith("BROKEN: two hold the lock L at once");
        }

        @ParameterizedTest
        @ValueSource(strings = {"as-printed-a-loser-is-never-queued", "as-printed-enqueue-comes-too-late"})
        void asPrintedSomebodyWaitsForEver(String scenario) throws IOException {
            List<String> lines = playedFile("endtoend/" + scenario + ".scn");
            assertThat(entries(lines)).containsExactly("n1");
            assertThat(lines).contains("n1 releases").anyMatch(line -> line.matches("expect n\\d waiting"));
        }

        @Test
        void asPrintedWhoYieldsGetsTheSameVoteBack() throws IOException {
            List<String> lines = playedFile("endtoend/as-printed-yield-changes-nothing.scn");
            assertThat(lines.stream().filter("n2 -> n1 Response n1 vote #1 at r1"::equals))
                    .hasSize(3);
            assertThat(entries(lines)).isEmpty();
        }
    }

    /** The numbers are those of the steps. */
    @Nested
    class Section4BNonEndToEnd {
        private static final String NON_E2E = "protocol nonendtoend" + RING;

        /** Figure 2. */
        @Test
        void figure2_step4_partialQueuesAreMergedOnTheWayOfTheReleaseSortedByTime() throws IOException {
            List<String> lines = playedFile("nonendtoend/partial-queues.scn");
            assertThat(lines)
                    .containsSubsequence(
                            "n5 -> n6 Gather n4 with [n1] at r1", "n6 -> n2 Gather n4 with [n1, n6] at r1");
            assertThat(entries(lines)).containsExactly("n4", "n1", "n6");
        }

        @Test
        void step2_aNodeOnTheWayKeepsTheRequestAndTellsWhoHasTheVote() {
            List<String> lines = played(NON_E2E, "acquire n4", "settle", "acquire n1", "settle");
            assertThat(lines).last().isEqualTo("n4 -> n1 GrantReq n1 holder n4 at r1");
            assertThat(lines).noneMatch(line -> line.matches("n\\d -> n2 Request n1 .*"));
        }

        /** What comes from the other side meets nobody. */
        @Test
        void step3_theReplicaQueuesWhoReachesIt() {
            List<String> lines =
                    played(NON_E2E, "acquire n4", "settle", "acquire n3", "settle", "release n4", "settle");
            assertThat(lines).contains("n2 -> n3 Response n3 owner n4 at r1");
            assertThat(entries(lines)).containsExactly("n4", "n3");
        }

        /** Steps 5 and 6. The paper reshuffles at random; here the oldest gets the votes of the others. */
        @Test
        void step6_ifNobodyHasAMajorityTheYoungerYield() {
            List<String> lines = played(
                    "protocol nonendtoend" + THREE_REPLICAS,
                    "acquire n1",
                    "acquire n4",
                    "acquire n5",
                    "deliver n1->n2",
                    "deliver n4->n3",
                    "deliver n5->n6",
                    "settle",
                    "expect n1 holding",
                    "release n1",
                    "settle",
                    "expect n4 holding",
                    "release n4",
                    "settle");
            assertThat(entries(lines)).containsExactly("n1", "n4", "n5");
        }

        @ParameterizedTest
        @CsvSource({"as-printed-a-copied-request, n4 n1", "as-printed-a-copied-grantreq, n1 n4"})
        void asPrintedACopyLetsTwoIn(String scenario, String order) throws IOException {
            List<String> lines = playedFile("nonendtoend/" + scenario + ".scn");
            assertThat(entries(lines)).containsExactly(order.split(" "));
            assertThat(lines).last().asString().startsWith("BROKEN: two hold the lock L at once");
        }
    }

    /** "The types of failures that can occur": each as a scenario; who waited gets in. The paper refers to a report for what to do. */
    @Nested
    class Section5HandlingFailures {
        private void assertEntries(String scenario, String order) throws IOException {
            assertThat(entries(playedFile(scenario + ".scn"))).containsExactly(order.split(" "));
        }

        @ParameterizedTest
        @CsvSource({
            "sigma/the-holder-fails, n1 n4",
            "endtoend/section-5-the-owner-fails, n1 n4",
            "nonendtoend/the-holder-fails, n4 n5"
        })
        void ofTheNodeInTheCriticalSection(String scenario, String order) throws IOException {
            assertEntries(scenario, order);
        }

        /** With Sigma that is the replica, with End-to-End whoever has the lock, or is about to. */
        @ParameterizedTest
        @CsvSource({
            "sigma/a-replica-moves, n1 n4",
            "endtoend/section-5-the-owner-fails, n1 n4",
            "endtoend/section-5-the-next-fails, n1 n3",
            "nonendtoend/a-node-with-a-partial-queue-fails, n4 n1",
            "nonendtoend/a-waiter-with-a-partial-queue-fails, n3 n4"
        })
        void ofANodeThatKeepsAQueue(String scenario, String order) throws IOException {
            assertEntries(scenario, order);
        }

        @ParameterizedTest
        @CsvSource({
            "sigma/a-node-on-the-way-fails, n4",
            "endtoend/section-5-a-request-is-lost-on-the-way, n4",
            "endtoend/section-5-a-node-on-the-way-fails, n1 n3",
            "nonendtoend/a-node-on-the-way-fails, n4 n6"
        })
        void ofAnIntermediateNode(String scenario, String order) throws IOException {
            assertEntries(scenario, order);
        }
    }
}
