package io.quorate.node.net;

import org.junit.jupiter.api.Tag;

/** The same over a JGroups channel. */
@Tag("long")
class JChannelProcessFaultsTest extends ProcessFaultsTest {
    @Override
    boolean overChannel() {
        return true;
    }
}
