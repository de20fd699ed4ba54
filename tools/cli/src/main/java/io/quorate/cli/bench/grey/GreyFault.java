// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench.grey;

/** A fault of the grey voter: it is neither healthy nor gone. */
enum GreyFault {
    FROZEN("frozen (SIGSTOP)", false),
    SILENT("silent (all packets lost)", true),
    SLOW("200 ms slow, each way", true),
    LOSING("losing 30 % of packets", true),
    PAUSING("stopped 1.2 s of every 2 s", false);

    private final String words;
    private final boolean needsNetwork;

    GreyFault(String words, boolean needsNetwork) {
        this.words = words;
        this.needsNetwork = needsNetwork;
    }

    String words() {
        return words;
    }

    /** Whether it takes a network with faults; the others are signals. */
    boolean needsNetwork() {
        return needsNetwork;
    }
}
