package io.quorate.node;

import io.quorate.api.LocksConfig.TransportKind;

/** As {@link JGroupsLockTest}, over a channel of JGroups. */
class JChannelLockTest extends JGroupsLockTest {
    @Override
    TransportKind transport() {
        return TransportKind.CHANNEL;
    }
}
