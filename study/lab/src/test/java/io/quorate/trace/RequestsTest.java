// SPDX-License-Identifier: Apache-2.0
package io.quorate.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.draw.SampleDiagrams;
import io.quorate.trace.SpaceTime.Message;
import io.quorate.trace.SpaceTime.Scale;
import io.quorate.trace.SpaceTime.Span;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestsTest {
    @Test
    void stampsAreFoundInTheTextsOfMessages() {
        SpaceTime diagram = SpaceTime.of("", Scale.STEPS, List.of("n1", "n12"))
                .message(new Message(0, 1, 1, 2, "Grant", "Grant 1.n12'3 #1 above 16.n1"))
                .message(new Message(0, 1, 3, 4, "Other", "Other 1.n13 x2.n1y 3.n12"))
                .build();
        Requests requests = new Requests(diagram);
        assertThat(requests.in(diagram.messages().get(0))).containsExactly("1.n12'3", "16.n1");
        assertThat(requests.in(diagram.messages().get(1))).containsExactly("3.n12");
        assertThat(requests.all()).containsExactly("1.n12'3", "16.n1", "3.n12");
    }

    @Test
    void aWaitAndTheHoldAfterItBelongToTheRequestThatTheNodeMade() {
        SpaceTime diagram = SampleDiagrams.twoContend();
        Requests requests = new Requests(diagram);
        for (Span span : diagram.spans()) {
            assertThat(requests.of(span)).isEqualTo("1." + diagram.nodes().get(span.node()));
        }
    }
}
