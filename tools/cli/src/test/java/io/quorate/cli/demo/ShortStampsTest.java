// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ShortStampsTest {
    @Test
    void countersAreNumberedInTheirOrderAndNothingElseChanges() {
        assertThat(ShortStamps.in(List.of(
                        "1700000000000 n1 send n2 Grant 216968565312098.n1 #1 above 216968565312001.n3",
                        "5 n2 send n1 Request 216968565400000.n2")))
                .containsExactly("1700000000000 n1 send n2 Grant 2.n1 #1 above 1.n3", "5 n2 send n1 Request 3.n2");
    }
}
