// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.draw;

import io.quorate.trace.SpaceTime;
import io.quorate.trace.SpaceTime.Activity;
import io.quorate.trace.SpaceTime.Mark;
import io.quorate.trace.SpaceTime.Message;
import io.quorate.trace.SpaceTime.Scale;
import io.quorate.trace.SpaceTime.Span;
import io.quorate.trace.SpaceTimeFile;
import java.util.List;
import java.util.stream.IntStream;

/** Diagrams to test with. */
public final class SampleDiagrams {
    private SampleDiagrams() {}

    /** Two nodes contend; a message is lost with its link, and said again. */
    public static SpaceTime twoContend() {
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

    /** A node crashes and comes back; two are cut off from the third, and one cannot even hear the other. */
    public static SpaceTime misfortunes() {
        return SpaceTimeFile.read("""
                quorate-trace 1
                title misfortunes
                scale steps
                nodes n1 n2 n3
                1 n1 wait 1
                1 n1 state clock=1 L(phase=WAITING stamp=1.n1)
                1 n1 send n2 m1 Request 1.n1
                2 n2 receive m1
                2 n2 send n1 m2 Grant 1.n1
                3 n1 receive m2
                3 n1 hold 1
                3 n1 state clock=2 L(phase=HOLDING stamp=1.n1)
                4 n1 cut n3
                4 n3 cut n1
                4 n2 cut n3
                4 n3 cut n2
                5 n1 end 1
                5 n1 down d1
                5 n1 state crashed
                6 n2 send n3 m3 Request 2.n2
                7 n1 mend n3
                7 n3 mend n1
                7 n2 mend n3
                7 n3 mend n2
                8 n1 end d1
                9 n2 cut n3
                9 n3 mark n3 suspects n2
                """.lines().toList());
    }

    /** Many nodes and messages, at times that say nothing. */
    public static SpaceTime crowded(int nodes, int messages) {
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
