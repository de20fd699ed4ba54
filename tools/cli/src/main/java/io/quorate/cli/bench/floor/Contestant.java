// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench.floor;

/**
 * The measured products.
 *
 * @param voters how many nodes of ours vote; 0 for the floor
 * @param build the name of another build of ours; empty for this one
 */
record Contestant(int voters, boolean tls, String build) {
    /** The client processes of each contestant; of ours the first voters are the clients. */
    static final int CLIENTS = 3;

    static Contestant floor(boolean tls) {
        return new Contestant(0, tls, "");
    }

    boolean isFloor() {
        return voters == 0;
    }

    String title() {
        return (isFloor() ? "floor" : "quorate-" + voters) + (tls ? "-tls" : "") + (build.isEmpty() ? "" : "@" + build);
    }
}
