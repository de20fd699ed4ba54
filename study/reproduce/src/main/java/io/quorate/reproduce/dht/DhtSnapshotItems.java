// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.dht;

import io.quorate.lab.scenario.Scenario;
import io.quorate.lab.scenario.ScenarioRunner;
import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Finding;
import io.quorate.trace.SpaceTime;
import io.quorate.trace.svg.SvgDrawing;

/** Figures 1 and 2 of Muhammad, Cheema and Gupta: who waits where, while another is inside. */
final class DhtSnapshotItems {
    private DhtSnapshotItems() {}

    static Finding endToEnd() {
        ScenarioRunner.Outcome played = play("endtoend/a-lock-goes-on-with-its-queue");
        String text = played.text();
        return Finding.of(
                        "Scenario endtoend/a-lock-goes-on-with-its-queue: four nodes, the only replica at n2. n1 is inside;"
                                + " n4 is on the way from n1 to the replica; n3 is not.")
                .compare(said(
                        text,
                        "a node on the way knows who is inside",
                        "the request is stopped, and goes to the queue of the node that is inside (ENQUEUE)",
                        "n4 -> n1  Enqueue  2.n4 at 1.n1"))
                .compare(said(
                        text,
                        "who leaves hands the lock on",
                        "TOKEN, with the remainder of the queue",
                        "n1 -> n4  Token    of 1.n1 then [1.n3]"))
                .compare(
                        Comparison.differs(
                                "a request that reaches the replica",
                                "the replica tells the owner (RESPONSE), and nobody is queued",
                                "n3 -> n1  Enqueue  1.n3 at 1.n1",
                                text.contains("n3 -> n1  Enqueue  1.n3 at 1.n1"),
                                "As printed a request that no node on the way stops is never queued. Here a node that learns from a replica who is inside asks that node to be queued."))
                .compare(
                        Comparison.differs(
                                "before the next may enter",
                                "it has the TOKEN",
                                "n4 -> n2  Transfer 1.n1 to 3.n4 at r1",
                                text.contains("n4 -> n2  Transfer 1.n1 to 3.n4 at r1"),
                                "As printed a TOKEN races with RELEASE, and two can be inside (scenario"
                                        + " endtoend/as-printed-two-inside). Here the votes are moved to the next before it enters."))
                .compare(said(
                        play("endtoend/figure-1-three-replicas").text(),
                        "with three replicas: Req3 meets a node of a quorum set before the replica",
                        "ENQUEUE to Req1, which adds Req3 to its queue",
                        "n16 -> n1   Enqueue  31.n12 at 2.n1"))
                .compare(said(
                        play("endtoend/figure-1-three-replicas").text(),
                        "with three replicas: TOKEN to Req2",
                        "it contains the remainder of the queue",
                        "n1 -> n5  Token    of 2.n1 then [31.n12]"))
                .draw(drawn(played, "Figure 1: n1 is inside, n4 and n3 wait in its queue"))
                .found();
    }

    static Finding nonEndToEnd() {
        ScenarioRunner.Outcome played = play("nonendtoend/partial-queues");
        String text = played.text();
        return Finding.of(
                        "Scenario nonendtoend/partial-queues: a ring n1, n4, n5, n6, n2, n3, with the only replica at n2."
                                + " n4 is inside; n1 and n6 want the lock.")
                .compare(said(
                        text,
                        "a request meets a node of the quorum set on its way",
                        "it is queued there, and GRANTREQ names the holder",
                        "n4 -> n1  GrantReq 9.n1 holder 2.n4 at r1"))
                .compare(said(
                        text,
                        "when the lock is given back",
                        "all nodes on the way add what waits there, sorted by timestamp",
                        "n6 -> n2  Gather   2.n4 with [9.n1, 10.n6] at r1"))
                .compare(said(
                        text, "who is next", "the first of the merged queue", "n2 -> n1  Response 9.n1 vote #1 at r1"))
                .compare(said(
                        play("nonendtoend/as-printed-figure-2-three-replicas").text(),
                        "with three replicas whose own queues are not empty, as printed",
                        "merged with the local queue, and the next owner is chosen then",
                        "n2 -> n5   GrantReq 15.n5 holder 15.n5 at r1"))
                .compare(Comparison.differs(
                        "the same, corrected",
                        "the oldest of the merged queue is next",
                        "n8, the oldest at the replica, and then n5, which is older",
                        play("nonendtoend/figure-2-three-replicas")
                                .text()
                                .contains("n2 -> n8   Response 25.n8 vote #1 at r1"),
                        "A replica votes when the Release reaches it; what waits on the way arrives later, because a release must"
                                + " not be lost there. A request that waits on the way is passed once at most."))
                .draw(drawn(played, "Figure 2: n4 is inside, n1 waits at n4 and n6 at itself"))
                .found();
    }

    private static ScenarioRunner.Outcome play(String name) {
        return ScenarioRunner.play(Scenario.named(name));
    }

    private static Comparison said(String text, String what, String paper, String line) {
        return Comparison.holds(what, paper, line, text.contains(line));
    }

    private static String drawn(ScenarioRunner.Outcome played, String title) {
        return SvgDrawing.draw(played.diagram().until(SpaceTime.NEVER, title));
    }
}
