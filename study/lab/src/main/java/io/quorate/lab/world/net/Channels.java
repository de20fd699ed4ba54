// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world.net;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** The channels of every ordered pair of nodes: an array in a small cluster, in a large one only those with frames. */
public final class Channels {
    private static final int ARRAY_NODES_MAX = 256;

    private final int nodes;
    private final Channel[] all;
    private final TreeMap<Long, Channel> filled = new TreeMap<>();
    private int framesInFlight;

    public Channels(int nodes) {
        this.nodes = nodes;
        this.all = new Channel[nodes <= ARRAY_NODES_MAX ? nodes * nodes : 0];
        Arrays.fill(all, Channel.EMPTY);
    }

    private boolean isArray() {
        return all.length > 0;
    }

    long pair(int from, int to) {
        return (long) from * nodes + to;
    }

    public int from(long pair) {
        return (int) (pair / nodes);
    }

    public int to(long pair) {
        return (int) (pair % nodes);
    }

    public Channel get(int from, int to) {
        if (isArray()) {
            return all[from * nodes + to];
        }
        return filled.getOrDefault(pair(from, to), Channel.EMPTY);
    }

    public void set(int from, int to, Channel channel) {
        framesInFlight += channel.size() - get(from, to).size();
        if (isArray()) {
            all[from * nodes + to] = channel;
        } else if (channel.isEmpty()) {
            filled.remove(pair(from, to));
        } else {
            filled.put(pair(from, to), channel);
        }
    }

    /** The first pair, this or a later one, whose channel is not empty; -1 if there is none. */
    public long nextFilled(long start) {
        if (isArray()) {
            for (int pair = (int) start; pair < all.length; pair++) {
                if (!all[pair].isEmpty()) {
                    return pair;
                }
            }
            return -1;
        }
        Long next = filled.ceilingKey(start);
        return next == null ? -1 : next;
    }

    /** The timers that wait until some frame has arrived. */
    public long awaited() {
        long awaited = 0;
        for (long pair = nextFilled(0); pair >= 0; pair = nextFilled(pair + 1)) {
            awaited |= get(from(pair), to(pair)).awaited();
        }
        return awaited;
    }

    public int framesInFlight() {
        return framesInFlight;
    }

    public void copyFrom(Channels other) {
        framesInFlight = other.framesInFlight;
        System.arraycopy(other.all, 0, all, 0, all.length);
        if (!isArray()) {
            filled.clear();
            for (Map.Entry<Long, Channel> entry : other.filled.entrySet()) {
                filled.put(entry.getKey(), entry.getValue());
            }
        }
    }
}
