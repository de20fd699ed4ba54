// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net;

import java.util.concurrent.atomic.LongAdder;

/** The counters of a transport while it runs: written by many threads, read now and then. */
public final class TransportMeter {
    public final LongAdder framesDropped = new LongAdder();
    public final LongAdder framesMalformed = new LongAdder();
    final LongAdder linkResets = new LongAdder();
    public final LongAdder peersRefused = new LongAdder();
    public final LongAdder peerRestarts = new LongAdder();
    final LongAdder receiverFailures = new LongAdder();
    public final LongAdder strangersTurnedAway = new LongAdder();
    private final LongAdder framesSent = new LongAdder();
    private final LongAdder bytesSent = new LongAdder();
    private final LongAdder framesReceived = new LongAdder();
    private final LongAdder bytesReceived = new LongAdder();

    /** Counts dropped frames. */
    public void dropped(int frames) {
        framesDropped.add(frames);
    }

    public void sent(int bytes) {
        framesSent.increment();
        bytesSent.add(bytes);
    }

    void received(int bytes) {
        framesReceived.increment();
        bytesReceived.add(bytes);
    }

    public TransportCounters counters() {
        return new TransportCounters(
                framesSent.sum(),
                bytesSent.sum(),
                framesReceived.sum(),
                bytesReceived.sum(),
                framesDropped.sum(),
                framesMalformed.sum(),
                linkResets.sum(),
                peersRefused.sum(),
                peerRestarts.sum(),
                strangersTurnedAway.sum(),
                receiverFailures.sum());
    }
}
