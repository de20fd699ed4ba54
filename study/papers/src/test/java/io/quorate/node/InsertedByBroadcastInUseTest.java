// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import org.junit.jupiter.api.Tag;

/** The same with the alternative of section 7.2.2: nobody sponsors a node that comes back. */
@Tag("long")
@Tag("threads")
final class InsertedByBroadcastInUseTest extends PracticalInUseTest {
    @Override
    String rules() {
        return "practical+insert-by-broadcast";
    }
}
