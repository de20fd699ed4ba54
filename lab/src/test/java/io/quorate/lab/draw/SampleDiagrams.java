package io.quorate.lab.draw;

import io.quorate.lab.draw.SpaceTime.Activity;
import io.quorate.lab.draw.SpaceTime.Mark;
import io.quorate.lab.draw.SpaceTime.Message;
import io.quorate.lab.draw.SpaceTime.Scale;
import io.quorate.lab.draw.SpaceTime.Span;
import java.util.List;
import java.util.stream.IntStream;

/** Diagrams to test with. */
final class SampleDiagrams {
    private SampleDiagrams() {}

    /** Two nodes contend; a message is lost with its link, and said again. */
    static SpaceTime twoContend() {
        return SpaceTimeFile.read("""
                quorate-trace 1
                title two contend, and a link is reset
                scale steps
                nodes n1 n2 n3
                1 n1 wait 1
                1 n1 send n2 m1 Request 1.n1
                2 n2 wait 1
                2 n2 send n3 m2 Request 1.n2
                3 n3 receive m2
                3 n3 send n2 m3 Grant 1.n2 #1
                4 n1 mark n2 link reset
                4 n1 send n2 m4 Request 1.n1
                5 n2 receive m4
                5 n2 send n1 m5 Grant 1.n1 #1
                6 n1 receive m5
                6 n1 hold 1
                7 n2 receive m3
                8 n1 end 1
                8 n1 send n2 m6 Release 1.n1
                9 n2 receive m6
                9 n2 hold 1
                10 n2 end 1
                10 n2 send n3 m7 Release 1.n2
                11 n3 receive m7
                """.lines().toList());
    }

    /** Many nodes and messages, at times that say nothing. */
    static SpaceTime crowded(int nodes, int messages) {
        List<String> kinds = List.of("Request", "Grant", "Release", "Queued", "Inquire", "Relinquish", "Other");
        List<String> labels =
                IntStream.rangeClosed(1, nodes).mapToObj(node -> "n" + node).toList();
        SpaceTime.Builder diagram =
                SpaceTime.of(nodes + " nodes, " + messages + " messages", Scale.NANOSECONDS, labels);
        long at = 0;
        for (int number = 0; number < messages; number++) {
            int from = number * 7 % nodes;
            int to = (from + 1 + number * 3 % (nodes - 1)) % nodes;
            at += 40_000 + number * 7_919L % 90_000;
            long received = at + 60_000 + number * 104_729L % 400_000;
            String kind = kinds.get(number % kinds.size());
            diagram.message(new Message(from, to, at, received, kind, kind + " " + number + ".n" + (from + 1)));
            if (number % 9 == 0) {
                diagram.span(new Span(from, Activity.WAITING, at, at + 500_000, "L"));
                diagram.span(new Span(from, Activity.HOLDING, at + 500_000, at + 900_000, "L"));
            }
            if (number % 50 == 7) {
                diagram.mark(new Mark(from, to, at + 10_000, "link reset"));
            }
        }
        return diagram.build();
    }
}
