// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate.chance;

/** When claims come. */
public sealed interface Arrivals {
    /**
     * Reads {@code alone}, {@code burst:3}, {@code bursts:20:50ms}, {@code poisson:0.5}, or {@code closed:exponential:1ms:2}: the think
     * time and how many clients a node has.
     */
    static Arrivals parse(String text) {
        String[] words = text.split(":", 2);
        String rest = words.length > 1 ? words[1] : "";
        int last = rest.lastIndexOf(':');
        return switch (words[0]) {
            case "alone" -> new Alone();
            case "burst" -> new Burst(Numbers.count(rest));
            case "bursts" -> bursts(rest);
            case "poisson" -> new Poisson(Numbers.decimal(rest));
            case "closed" ->
                new ClosedLoop(
                        RandomDuration.parse(rest.substring(0, Math.max(0, last))),
                        Numbers.count(rest.substring(last + 1)));
            default ->
                throw new IllegalArgumentException("Claims do not come \"" + text
                        + "\". They come: alone, burst:3, bursts:20:50ms, poisson:0.5, or closed:exponential:1ms:2.");
        };
    }

    private static Bursts bursts(String text) {
        String[] countAndEvery = text.split(":", 2);
        if (countAndEvery.length < 2) {
            throw new IllegalArgumentException("\"bursts:" + text + "\" does not say how far apart bursts are."
                    + " Write bursts:20:50ms, or bursts:20:exponential:50ms.");
        }
        return new Bursts(Numbers.count(countAndEvery[0]), RandomDuration.parse(countAndEvery[1]));
    }

    /** The text that {@link #parse} reads. */
    default String text() {
        if (this instanceof Burst burst) {
            return "burst:" + burst.claimsPerNode;
        } else if (this instanceof Bursts bursts) {
            return "bursts:" + bursts.claims + ":" + bursts.every.text();
        } else if (this instanceof ClosedLoop loop) {
            return "closed:" + loop.think.text() + ":" + loop.clientsPerNode;
        } else if (this instanceof Poisson poisson) {
            return "poisson:" + poisson.load;
        }
        return "alone";
    }

    /** One at a time, the nodes in turn: the next only when nothing is left of the one before. Nobody ever contends. */
    record Alone() implements Arrivals {}

    /** Every node at about the same time, so often each: as much contention as can be. */
    record Burst(int claimsPerNode) implements Arrivals {
        public Burst {
            if (claimsPerNode < 1) {
                throw new IllegalArgumentException("each node claims at least once, not " + claimsPerNode + " times");
            }
        }
    }

    /**
     * Bursts of a number of claims at about the same time, from any node, with a time from the beginning of one burst to that of the next.
     */
    record Bursts(int claims, RandomDuration every) implements Arrivals {
        public Bursts {
            if (claims < 1) {
                throw new IllegalArgumentException("a burst is made of at least one claim, not of " + claims);
            }
        }
    }

    /** Each node has a number of clients; each thinks, claims, holds, releases, and begins again. */
    record ClosedLoop(RandomDuration think, int clientsPerNode) implements Arrivals {
        public ClosedLoop {
            if (clientsPerNode < 1) {
                throw new IllegalArgumentException("a node has at least one client, not " + clientsPerNode);
            }
        }
    }

    /**
     * From anywhere at any time (Poisson). The load is the share of its time that each lock is busy: held, or on its way from one
     * holder to the next, which takes two messages.
     */
    record Poisson(double load) implements Arrivals {
        public Poisson {
            if (!(load > 0 && load <= 1)) {
                throw new IllegalArgumentException("a load lies above 0 and is at most 1, not " + load);
            }
        }
    }
}
