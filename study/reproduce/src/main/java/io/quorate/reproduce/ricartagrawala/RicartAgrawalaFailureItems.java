// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.ricartagrawala;

import static io.quorate.reproduce.ricartagrawala.RicartAgrawalaItems.says;
import static io.quorate.reproduce.ricartagrawala.RicartAgrawalaPracticeItems.compareStandard;
import static io.quorate.reproduce.ricartagrawala.RicartAgrawalaPracticeItems.stage;

import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Finding;
import io.quorate.reproduce.Scale;
import io.quorate.reproduce.measure.PlayedScenario;
import io.quorate.reproduce.ricartagrawala.run.RicartAgrawalaStage;
import java.util.List;

/** Sections 7.3 and 7.4: nodes that leave, and nodes that fail. */
final class RicartAgrawalaFailureItems {
    private RicartAgrawalaFailureItems() {}

    private static String sent(RicartAgrawalaStage stage) {
        return stage.sent().isEmpty() ? "nothing" : String.join(", ", stage.sent());
    }

    static Finding removal(Scale scale) {
        RicartAgrawalaStage leaving = stage("n3 leaves while n2 asks", 3)
                .visit("n1")
                .does("acquire n2")
                .does("leave n3");
        String told = sent(leaving);
        leaving.settle();
        boolean goesOn = leaving.sent().contains("n3->n2 Reply 2.n2");
        RicartAgrawalaStage eager = stage("n1 leaves and wants to come back", 2).visit("n1");
        eager.does("leave n1").does("acquire n1");
        String meanwhile = sent(eager);
        eager.does("deliver n1->n2", "deliver n2->n1");
        Finding.Builder finding = Finding.of(
                        "Two and three nodes of which one leaves, messages in order; complete searches.")
                .compare(says(
                        "a node that wishes to leave",
                        "notifies all other nodes",
                        "n3->n1 Leave term 0, n3->n2 Leave term 0",
                        told))
                .compare(
                        Comparison.equal("acknowledgements of the others, N = 3: N-1", 2L, leaving.countOf("LeaveAck")))
                .compare(Comparison.holds(
                        "meanwhile", "it must continue to send REPLYs", goesOn ? "n3->n2 Reply" : "no REPLY", goesOn))
                .compare(says("meanwhile", "it may not request mutual exclusion", "nothing", meanwhile))
                .compare(Comparison.holds(
                        "when it is acknowledged",
                        "it is outside, and may be inserted",
                        sent(eager),
                        eager.sent().contains("n1->n2 Join term 1")));
        compareTheOthers(finding);
        compareStandard(
                "a node leaves, and may come back",
                scale.choose(
                        List.of("practical-2x2-leave"),
                        List.of("practical-2x2-leave", "practical-3x1-leave", "practical-3-2x2-leave")),
                finding);
        return finding.draw(leaving.drawing()).found();
    }

    private static void compareTheOthers(Finding.Builder finding) {
        RicartAgrawalaStage pretending = stage("the REPLY of n3 is pretended", 3)
                .visit("n1")
                .does("acquire n2", "deliver n2->n1", "deliver n1->n2", "leave n3", "deliver n3->n2");
        RicartAgrawalaStage fewer =
                stage("n3 has left", 3).visit("n3").leaves("n3").does("acquire n1");
        PlayedScenario counted = PlayedScenario.of("ricart-agrawala/practice-counted-replies");
        finding.compare(Comparison.equal(
                        "it is removed from NAMES and N is decremented: REQUESTs of n1", 1L, fewer.countOf("Request")))
                .compare(Comparison.equal(
                        "a node that awaits its REPLY pretends that it was received: inside",
                        "n2",
                        String.join(", ", pretending.inside())))
                .compare(Comparison.differs(
                        "a REPLY that is pretended, and the real one that comes later",
                        "both decrement Outstanding_Reply_Count",
                        counted.text(),
                        counted.isBroken(),
                        "E-R8: the spare REPLY counts for the next request; here REPLYs quote their request"));
    }

    static Finding failure(Scale scale) {
        Finding.Builder finding =
                Finding.of("Two and three nodes, of which some crash; the time-outs run out when the run"
                        + " says so. Complete searches with crashes.");
        timers(finding);
        probes(finding);
        afterwards(finding);
        errata(finding);
        compareStandard(
                "a node crashes",
                scale.choose(
                        List.of("practical-2x1-crash", "practical-3-2x1-crash"),
                        List.of("practical-2x1-crash", "practical-3-2x1-crash", "practical-3-3x1-crash")),
                finding);
        return finding.draw(PlayedScenario.of("ricart-agrawala/practice-failure")
                        .drawing("n3 fails, is found out by two time-outs, comes back and is inserted by n1"))
                .found();
    }

    private static void timers(Finding.Builder finding) {
        RicartAgrawalaStage stage = stage("time-outs", 3).does("acquire n1");
        String begun = String.join(", ", stage.timers());
        stage.does("deliver n1->n2", "deliver n2->n1");
        String again = String.join(", ", stage.timers());
        stage.does("deliver n1->n3", "deliver n3->n1");
        boolean isCancelled = stage.cluster().node(0).timers().isEmpty();
        RicartAgrawalaStage late = stage("late", 2).does("acquire n1").does("fire n1 REPLY_LATE");
        String second = String.join(", ", late.timers());
        finding.compare(says("REQUESTs are sent", "the timer is started", "n1 REPLY_LATE 5 s", begun))
                .compare(says("a REPLY is received", "it is restarted", "n1 REPLY_LATE 5 s", again))
                .compare(Comparison.holds(
                        "critical section processing begins",
                        "it is cancelled",
                        isCancelled ? "no timer runs" : "a timer runs",
                        isCancelled))
                .compare(Comparison.differs(
                        "footnotes 4 and 5: the first time-out is longer than the second by the time that a node may be inside",
                        "first > second",
                        begun.replace("n1 ", "") + ", " + second.replace("n1 ", ""),
                        begun.endsWith(" 5 s") && second.equals("n1 NO_ANSWER 5 s"),
                        "nobody knows how long a holder stays; a first time-out that is too short only costs a question and"
                                + " an answer"));
    }

    private static void probes(Finding.Builder finding) {
        RicartAgrawalaStage awaiting = stage("n3 is awaited", 3)
                .does("acquire n1", "deliver n1->n2", "deliver n2->n1")
                .does("fire n1 REPLY_LATE");
        RicartAgrawalaStage slow =
                stage("n1 stays inside", 2).does("acquire n1").settle();
        slow.does("acquire n2").settle();
        int answers = 0;
        for (int timeOut = 0; timeOut < 5; timeOut++) {
            slow.does("fire n2 REPLY_LATE").settle();
            answers += slow.sent().equals(List.of("n2->n1 AreYouThere 2.n2", "n1->n2 YesIAmHere 2.n2")) ? 1 : 0;
        }
        boolean isFirstTimer = slow.cluster().node(1).timers().toString().contains("REPLY_LATE");
        finding.compare(says(
                        "the timer expires",
                        "those for which Awaiting_Reply is TRUE are asked ARE_YOU_THERE",
                        "n1->n3 AreYouThere 1.n1",
                        sent(awaiting)))
                .compare(Comparison.equal(
                        "who defers answers YES_I_AM_HERE, and a new time-out begins: of five time-outs", 5, answers))
                .compare(Comparison.holds(
                        "so that the time-out does not limit the critical section",
                        "a new time-out period",
                        isFirstTimer ? "the first timer runs again" : "not so",
                        isFirstTimer && slow.inside().equals(List.of("n1"))));
    }

    private static void afterwards(Finding.Builder finding) {
        RicartAgrawalaStage failed = stage("n3 has failed", 3)
                .does("crash n3", "acquire n1", "acquire n2")
                .settle()
                .does("fire n1 REPLY_LATE")
                .does("fire n1 NO_ANSWER");
        String news = sent(failed);
        String inside = String.join(", ", failed.inside());
        failed.settle().does("release n1").settle();
        PlayedScenario told = PlayedScenario.of("ricart-agrawala/practice-restart-yourself");
        boolean isTold = told.tells("n2 -> n1 RestartYourself 1.n1");
        finding.compare(says("a second time-out", "the failure is broadcast", "n1->n2 NodeFailed n3 term 0", news))
                .compare(Comparison.equal("its REPLY is pretended: inside", "n1", inside))
                .compare(Comparison.equal(
                        "by all who awaited it, without a time-out of their own: inside next",
                        "n2",
                        String.join(", ", failed.inside())))
                .compare(Comparison.holds(
                        "a failed node that does not know it and asks",
                        "is told to restart itself",
                        isTold ? "told, inserted; entries: " + told.text() : "not told",
                        isTold && told.text().equals("n2, n1")));
    }

    private static void errata(Finding.Builder finding) {
        PlayedScenario probe = PlayedScenario.of("ricart-agrawala/practice-probe-as-printed");
        PlayedScenario right = PlayedScenario.of("ricart-agrawala/practice-probe");
        PlayedScenario wrong = PlayedScenario.of("ricart-agrawala/practice-wrong-suspicion");
        finding.compare(Comparison.differs(
                        "ARE_YOU_THERE finds Reply_Deferred FALSE while the REQUEST is under way",
                        "the correct response is REPLY",
                        probe.text(),
                        probe.isBroken() && right.text().equals("n1, n2"),
                        "E-R7: two are inside; here the question is taken as the REQUEST, and the entries are "
                                + right.text()))
                .compare(
                        Comparison.differs(
                                "a node that lives but does not answer in time",
                                "has failed",
                                wrong.text(),
                                wrong.isBroken(),
                                "E-R13: two are inside if the bound on transmission times is wrong; the traits of the protocol say so"));
    }
}
