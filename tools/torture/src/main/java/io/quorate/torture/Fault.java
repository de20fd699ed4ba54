// SPDX-License-Identifier: Apache-2.0
package io.quorate.torture;

import java.io.IOException;
import java.util.List;

/** A fault of a process, and how it ends. */
enum Fault {
    KILL("killed"),
    RESTART("restarted in order"),
    STOP("stopped"),
    CUT_OFF("cut off"),
    NOT_HEARD("not heard by the others"),
    NOT_HEARING("not hearing the others");

    private final String words;

    Fault(String words) {
        this.words = words;
    }

    /** As in: n1 is killed. */
    String words() {
        return words;
    }

    boolean isCut() {
        return this == CUT_OFF || this == NOT_HEARD || this == NOT_HEARING;
    }

    /** Whether the process is another one afterwards. */
    boolean endsProcess() {
        return this == KILL || this == RESTART;
    }

    void begin(TortureCluster cluster, Network network, String victim, List<String> voters)
            throws IOException, InterruptedException {
        switch (this) {
            case KILL -> cluster.kill(victim);
            case RESTART -> cluster.tellToEnd(victim);
            case STOP -> cluster.process(victim).signal("STOP");
            case CUT_OFF, NOT_HEARD, NOT_HEARING -> {
                for (String voter : voters) {
                    if (!voter.equals(victim) && this != NOT_HEARING) {
                        network.cut(victim, voter);
                    }
                    if (!voter.equals(victim) && this != NOT_HEARD) {
                        network.cut(voter, victim);
                    }
                }
            }
        }
    }

    /** Repairs faults that can be repaired at once; restarts of processes come after that, see {@link #endsProcess}. */
    void mend(TortureCluster cluster, Network network, String victim) throws IOException, InterruptedException {
        if (this == STOP) {
            cluster.process(victim).signal("CONT");
        } else if (isCut()) {
            network.heal();
        }
    }
}
