// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock.engine;

import io.quorate.core.model.NodeId;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** For how many locks in use each peer answers, because its message came first; so that none of them takes all there are. */
final class SlotsOfPeers {
    /** Above this number of peers, those without slots are forgotten. */
    private static final int IDLE_PEERS_MAX = 1024;

    private final int limit;
    private final Map<NodeId, Share> shares = new LinkedHashMap<>();

    SlotsOfPeers(int limit) {
        this.limit = limit;
    }

    /** The slots that depend on one peer. */
    static final class Share {
        final NodeId peer;
        int count;

        private Share(NodeId peer) {
            this.peer = peer;
        }
    }

    /** The share of a peer; null if it may not have more. */
    @Nullable
    Share withRoom(NodeId peer) {
        Share share = of(peer);
        return share.count < limit ? share : null;
    }

    Share of(NodeId peer) {
        Share share = shares.get(peer);
        if (share == null) {
            if (shares.size() >= IDLE_PEERS_MAX) {
                shares.values().removeIf(other -> other.count == 0);
            }
            share = new Share(peer);
            shares.put(peer, share);
        }
        return share;
    }
}
