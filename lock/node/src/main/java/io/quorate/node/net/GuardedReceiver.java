// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net;

import io.quorate.core.model.NodeId;
import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.net.roles.PeerRights;
import io.quorate.node.watch.LastWords;
import io.quorate.node.watch.Pulse;
import org.jspecify.annotations.Nullable;

/**
 * Stands before the receiver of a transport: counts, and keeps what it throws from ending a link, and is silent after the end. An
 * error (no memory) on news about a link ends the node, because without them it would go on with a wrong picture of its peers.
 */
public final class GuardedReceiver implements Transport.Receiver {
    private static final EventLog LOG = EventLog.of(GuardedReceiver.class);

    private static final LastWords NEWS_LOST = LastWords.of("news about a link with another node got lost");

    private final Transport.Receiver receiver;
    private final TransportMeter meter;
    private volatile boolean closed;

    public GuardedReceiver(Transport.Receiver receiver, TransportMeter meter) {
        this.receiver = receiver;
        this.meter = meter;
    }

    /** Nothing more is told. */
    public void close() {
        closed = true;
    }

    @Override
    public void received(NodeId from, byte[] bytes, int offset, int length) {
        if (closed) {
            return;
        }
        meter.received(length);
        try {
            receiver.received(from, bytes, offset, length);
        } catch (RuntimeException failure) {
            report("a frame", from, failure);
            linkReset(from); // for the protocol, that frame is lost
        }
    }

    @Override
    public void linkReset(NodeId peer) {
        if (closed) {
            return;
        }
        meter.linkResets.increment();
        try {
            receiver.linkReset(peer);
        } catch (RuntimeException failure) {
            report("a link reset", peer, failure);
        } catch (Error failure) {
            failed(NEWS_LOST, failure);
        }
    }

    @Override
    public void peerSuspected(NodeId peer) {
        if (closed) {
            return;
        }
        try {
            receiver.peerSuspected(peer);
        } catch (RuntimeException failure) {
            report("a suspicion", peer, failure);
        } catch (Error failure) {
            failed(NEWS_LOST, failure);
        }
    }

    @Override
    public void peerRestored(NodeId peer) {
        if (closed) {
            return;
        }
        try {
            receiver.peerRestored(peer);
        } catch (RuntimeException failure) {
            report("new trust", peer, failure);
        } catch (Error failure) {
            failed(NEWS_LOST, failure);
        }
    }

    @Override
    public void peerAccepts(NodeId peer) {
        if (closed) {
            return;
        }
        try {
            receiver.peerAccepts(peer);
        } catch (RuntimeException failure) {
            report("the acceptance", peer, failure);
        } catch (Error failure) {
            failed(NEWS_LOST, failure);
        }
    }

    @Override
    public void guestCame(NodeId guest, String name, PeerRights rights) {
        if (!closed) {
            receiver.guestCame(guest, name, rights);
        }
    }

    @Override
    public void refused(String why) {
        if (!closed) {
            receiver.refused(why);
        }
    }

    @Override
    public void refusedBy(NodeId peer) {
        if (!closed) {
            receiver.refusedBy(peer);
        }
    }

    @Override
    public void addressWanted(NodeId peer) {
        if (!closed) {
            receiver.addressWanted(peer);
        }
    }

    @Override
    public void idTaken(String why) {
        if (!closed) {
            receiver.idTaken(why);
        }
    }

    @Override
    public void twinSeen(NodeId peer) {
        if (!closed) {
            receiver.twinSeen(peer);
        }
    }

    @Override
    public void failed(LastWords why, @Nullable Throwable failure) {
        if (!closed) {
            receiver.failed(why, failure);
        }
    }

    @Override
    public void watch(Pulse pulse) {
        receiver.watch(pulse);
    }

    @Override
    public void timePasses() {
        if (!closed) {
            receiver.timePasses();
        }
    }

    @Override
    public void adminRequested(Transport.AdminCaller client, byte[] bytes, int offset, int length) {
        if (!closed) {
            receiver.adminRequested(client, bytes, offset, length);
        }
    }

    private void report(String what, NodeId peer, RuntimeException failure) {
        meter.receiverFailures.increment();
        LOG.sayWith(LogEvent.RECEIVER_FAILED, failure, what, peer);
    }
}
