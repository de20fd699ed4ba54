// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.link;

import io.quorate.node.net.Roster;
import java.io.IOException;
import java.net.InetAddress;

/** Where wires come from: something that listens and connects. */
public interface WireSource {
    /** Makes one. */
    interface Starter {
        /** Listens from now on; the exception says why not, and what to do. */
        WireSource start(LinkSupervisor events);
    }

    /** A wire to this member at this address, without a word on it yet; fails after a bounded time. */
    Wire connect(Roster.Member member, InetAddress address) throws IOException;

    /** Looks whether the certificate and the authorities of this node have changed. Called about once a second. */
    default void look() {}

    /** Accepts nothing more. */
    void stop();

    /** Waits, for a bounded time, until all threads have ended. To be called last. */
    void awaitEnd();
}
