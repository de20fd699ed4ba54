// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world;

import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Setup;
import java.util.Arrays;

/** The one order of a {@link Network#SEQUENCED} network: who has sent the frames under way to each node, the first first. */
public final class Inboxes {
    private static final int[] NOBODY = new int[0];

    /** By receiver. The arrays never change; in another network they stay empty. */
    private final int[][] senders;

    private final boolean isUsed;

    Inboxes(Setup setup) {
        this.isUsed = setup.network() == Network.SEQUENCED;
        this.senders = new int[isUsed ? setup.nodes() : 0][];
        Arrays.fill(senders, NOBODY);
    }

    void add(int from, int to) {
        if (isUsed) {
            int[] more = Arrays.copyOf(senders[to], senders[to].length + 1);
            more[more.length - 1] = from;
            senders[to] = more;
        }
    }

    /** A frame has arrived, or was lost. */
    void take(int from, int to) {
        if (isUsed) {
            int place = 0;
            while (senders[to][place] != from) {
                place++;
            }
            int[] fewer = Arrays.copyOf(senders[to], senders[to].length - 1);
            System.arraycopy(senders[to], place + 1, fewer, place, fewer.length - place);
            senders[to] = fewer;
        }
    }

    /** Whether the next frame that arrives at a node is one of this sender. */
    boolean isNext(int from, int to) {
        return !isUsed || (senders[to].length > 0 && senders[to][0] == from);
    }

    public int[] of(int to) {
        return senders[to];
    }

    public void set(int to, int[] order) {
        senders[to] = order;
    }

    void copyFrom(Inboxes other) {
        System.arraycopy(other.senders, 0, senders, 0, senders.length);
    }
}
