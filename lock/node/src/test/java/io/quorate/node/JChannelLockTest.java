package io.quorate.node;

import io.quorate.api.LocksConfig.TransportKind;
import org.junit.jupiter.api.Tag;

/** As {@link JGroupsLockTest}, over a channel of JGroups. */
@Tag("long")
class JChannelLockTest extends JGroupsLockTest {
    @Override
    TransportKind transport() {
        return TransportKind.CHANNEL;
    }
}
