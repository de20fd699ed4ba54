// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench.load;

import java.util.SplittableRandom;

/** The clients' work while they are measured: they acquire and release a lock in a loop. */
public enum Workload {
    FRESH_NAMES('A', "uncontended, a new name each time", 1, 1),
    SAME_NAME('B', "uncontended, the same name again", 1, 1),
    CONTENDED('C', "three clients want the same lock", 3, 1),
    MANY('D', "three clients x 16 threads, 10,000 names", 3, 16),
    WIDE('W', "one client x 48 threads, a new name each time", 1, 48);

    public static final int NAMES = 10_000;

    private final char letter;
    private final String words;
    private final int clients;
    private final int threads;

    Workload(char letter, String words, int clients, int threads) {
        this.letter = letter;
        this.words = words;
        this.clients = clients;
        this.threads = threads;
    }

    public char letter() {
        return letter;
    }

    public String words() {
        return words;
    }

    /** How many of the client processes take part. */
    public int clients() {
        return clients;
    }

    /** How many threads in each of them. */
    public int threads() {
        return threads;
    }

    /** Whether locks are wanted by more than one client, so that the shared page can tell who had them before. */
    public boolean isShared() {
        return clients > 1;
    }

    /** The number of the next lock that a thread takes. */
    long next(SplittableRandom random, long turn, int thread) {
        return switch (this) {
            case FRESH_NAMES, WIDE -> turn * threads + thread;
            case SAME_NAME, CONTENDED -> 0;
            case MANY -> random.nextInt(NAMES);
        };
    }
}
