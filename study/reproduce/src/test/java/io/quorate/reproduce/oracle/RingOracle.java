// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.oracle;

import java.math.BigInteger;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Section II of Muhammad, Cheema and Gupta, by way of Pastry: what has a key is at the node whose key is nearest on the ring of 128-bit numbers. */
final class RingOracle {
    private static final BigInteger RING = BigInteger.ONE.shiftLeft(128);

    private RingOracle() {}

    /** The place in the list of the node whose key, in hexadecimal digits, is nearest to this one. */
    static int nearest(String key, List<String> nodes) {
        BigInteger wanted = new BigInteger(key, 16);
        return IntStream.range(0, nodes.size())
                .boxed()
                .min(Comparator.comparing(place -> distance(wanted, new BigInteger(nodes.get(place), 16))))
                .orElseThrow();
    }

    private static BigInteger distance(BigInteger one, BigInteger other) {
        BigInteger up = one.subtract(other).mod(RING);
        return up.min(RING.subtract(up));
    }

    /** Section IV: a majority of the replicas. */
    static int majority(int replicas) {
        int votes = 0;
        while (2 * votes <= replicas) {
            votes++;
        }
        return votes;
    }
}
