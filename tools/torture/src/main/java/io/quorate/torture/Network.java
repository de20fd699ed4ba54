// SPDX-License-Identifier: Apache-2.0
package io.quorate.torture;

import io.quorate.cli.cluster.FreePorts;
import io.quorate.node.net.Roster;
import java.io.IOException;
import java.util.List;

/** The network between the processes of a cluster, on one machine. */
interface Network extends AutoCloseable {
    /** The voters, each as {@code id=host:port}. */
    List<String> members();

    /** How this process is told who the others are. */
    default List<String> placeOf(String id) {
        return List.of("--roster", String.join(",", members()));
    }

    /** The words to put before a command so that it runs on this process's host. */
    List<String> commandPrefix(String id);

    /** Whether links can be cut here. */
    boolean canCut();

    /** From now on nothing that one sends reaches the other, and nobody is told. The way back stays open. */
    void cut(String from, String to) throws IOException, InterruptedException;

    /** Restores all cut links. */
    void heal() throws IOException, InterruptedException;

    @Override
    void close();

    /** All on loopback; no links to cut. */
    static Network loopback(int voters) throws IOException {
        List<String> members = FreePorts.roster("torture", voters).members().stream()
                .map(Roster.Member::toString)
                .toList();
        return new Loopback(members);
    }

    /** See {@link #loopback}. */
    record Loopback(List<String> members) implements OnLoopback {}

    /** A network of one machine, where every process reaches every other. */
    interface OnLoopback extends Network {
        @Override
        default List<String> commandPrefix(String id) {
            return List.of();
        }

        @Override
        default boolean canCut() {
            return false;
        }

        @Override
        default void cut(String from, String to) {
            throw new UnsupportedOperationException("Links on loopback cannot be cut: take Namespaces.");
        }

        @Override
        default void heal() {
            // nothing was cut
        }

        @Override
        default void close() {
            // nothing was made
        }
    }
}
