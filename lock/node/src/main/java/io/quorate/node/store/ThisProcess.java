// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.store;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** The host and process id of this process, for people. */
public final class ThisProcess {
    public static final long PID = ProcessHandle.current().pid();

    public static final String HOST = host();

    private ThisProcess() {}

    /** Process and machine, for people. */
    public static String inWords() {
        return "process " + PID + " on " + HOST;
    }

    private static String host() {
        String named = System.getenv("HOSTNAME");
        if (named != null && !named.isBlank()) {
            return named;
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return "unknown host";
        }
    }
}
