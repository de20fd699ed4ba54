package io.quorate.lab.simulate;

/** When claims come. */
public sealed interface Arrivals {
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

    /** Each node has so many clients; each thinks, claims, holds, releases, and begins again. */
    record ClosedLoop(Lapse think, int clientsPerNode) implements Arrivals {
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
