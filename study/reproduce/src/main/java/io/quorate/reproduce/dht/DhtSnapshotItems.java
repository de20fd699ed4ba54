package io.quorate.reproduce.dht;

import io.quorate.lab.scenario.Scenario;
import io.quorate.lab.scenario.ScenarioRunner;
import io.quorate.reproduce.Comparison;
import io.quorate.reproduce.Finding;
import io.quorate.reproduce.Item;
import io.quorate.reproduce.Paper;
import io.quorate.trace.SpaceTime;
import io.quorate.trace.svg.SvgDrawing;
import java.util.List;

/** Figures 1 and 2 of Muhammad, Cheema and Gupta: who waits where, while another is inside. */
final class DhtSnapshotItems {
    private DhtSnapshotItems() {}

    static List<Item> all() {
        return List.of(
                new Item(
                        "dht-figure-1",
                        Paper.DHT,
                        "Figure 1",
                        "E2E: the queue is at the node that is inside",
                        new Item.Effort(0.5, 0.5),
                        (scale, progress) -> endToEnd()),
                new Item(
                        "dht-figure-2",
                        Paper.DHT,
                        "Figure 2",
                        "Non-E2E: the queue is in parts, on the way to the replicas",
                        new Item.Effort(0.5, 0.5),
                        (scale, progress) -> nonEndToEnd()));
    }

    private static Finding endToEnd() {
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
                .compare(Comparison.differs(
                        "a request that reaches the replica",
                        "the replica tells the owner (RESPONSE), and nobody is queued",
                        "n3 -> n1  Enqueue  1.n3 at 1.n1",
                        text.contains("n3 -> n1  Enqueue  1.n3 at 1.n1"),
                        "As printed a request that no node on the way stops is never queued. Here whoever learns from a"
                                + " replica who is inside asks that node to be queued."))
                .compare(
                        Comparison.differs(
                                "before the next may enter",
                                "it has the TOKEN",
                                "n4 -> n2  Transfer 1.n1 to 3.n4 at r1",
                                text.contains("n4 -> n2  Transfer 1.n1 to 3.n4 at r1"),
                                "As printed a TOKEN races with RELEASE, and two can be inside (scenario"
                                        + " endtoend/as-printed-two-inside). Here the votes are moved to the next before it enters."))
                .draw(drawn(played, "Figure 1: n1 is inside, n4 and n3 wait in its queue"))
                .found();
    }

    private static Finding nonEndToEnd() {
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
