// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net;

import io.quorate.api.TlsMaterial;
import io.quorate.node.net.roles.Roles;
import io.quorate.node.net.tcp.TcpTransport;
import io.quorate.node.net.tls.NodeTls;
import java.net.InetAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a {@link TcpTransport} listens and when it gives a peer up. All nodes of a cluster should have the same times.
 *
 * @param listenAddress where to listen, as host and port; null to listen where the roster says. Differs from the roster
 *     inside a container, for example
 * @param beat how often each side of a link says that it is there. A peer whose process ends is noticed at once, without it
 * @param silenceMax a peer that has not been heard for so long is suspected, and its connection is given up. Several beats
 * @param tls the certificate and key of this node for TLS; null for plain text
 * @param roles what the owners of other certificates may do at this node; without meaning in plain text
 * @param insecure whether this node talks with other machines in plain text
 * @param clockWindow for how long the clocks of peers are compared with that of this node before anything is said of them
 * @param driftPerMille by how much clocks may be off, in thousandths; 0 if that does not matter
 * @param waitsForPeers whether opening waits a moment until every peer was called, so that it can tell that one has the id of this node
 */
public record LinkSettings(
        Roster.@Nullable Member listenAddress,
        Duration beat,
        Duration silenceMax,
        @Nullable TlsMaterial tls,
        Roles roles,
        boolean insecure,
        Duration clockWindow,
        int driftPerMille,
        boolean waitsForPeers) {
    private static final Duration BEAT_MIN = Duration.ofMillis(10);

    public LinkSettings {
        if (beat.compareTo(BEAT_MIN) < 0) {
            throw new TransportException(
                    "a beat of " + beat.toMillis() + " ms is too fast: choose at least " + BEAT_MIN.toMillis() + " ms");
        }
        if (silenceMax.compareTo(beat.multipliedBy(3)) < 0) {
            throw new TransportException("a silence of " + silenceMax.toMillis() + " ms is too short for a beat of "
                    + beat.toMillis() + " ms: allow at least three beats");
        }
    }

    /** A beat twice a second, and three seconds of silence until a peer is suspected. */
    public static LinkSettings usual() {
        return new LinkSettings(
                null,
                Duration.ofMillis(500),
                Duration.ofSeconds(3),
                null,
                new Roles(name -> true, null),
                false,
                Duration.ZERO,
                0,
                true);
    }

    /** The same, but listening at this address instead of the one in the roster. */
    public LinkSettings listeningAt(String host, int port) {
        return new LinkSettings(
                new Roster.Member("listen", host, port),
                beat,
                silenceMax,
                tls,
                roles,
                insecure,
                clockWindow,
                driftPerMille,
                waitsForPeers);
    }

    /** The same with other times. */
    public LinkSettings withTimes(Duration newBeat, Duration newSilenceMax) {
        return new LinkSettings(
                listenAddress, newBeat, newSilenceMax, tls, roles, insecure, clockWindow, driftPerMille, waitsForPeers);
    }

    /** The same, but over TLS. */
    public LinkSettings withTls(TlsMaterial material) {
        return new LinkSettings(
                listenAddress, beat, silenceMax, material, roles, insecure, clockWindow, driftPerMille, waitsForPeers);
    }

    /** The same, but others may do what these say. */
    public LinkSettings withRoles(Roles newRoles) {
        return new LinkSettings(
                listenAddress, beat, silenceMax, tls, newRoles, insecure, clockWindow, driftPerMille, waitsForPeers);
    }

    /** The same, but without TLS with other machines too. */
    public LinkSettings withoutSecurity() {
        return new LinkSettings(
                listenAddress, beat, silenceMax, tls, roles, true, clockWindow, driftPerMille, waitsForPeers);
    }

    /** The same, but peers whose clocks are off by more than this are not counted. */
    public LinkSettings withClocks(Duration window, int perMille) {
        return new LinkSettings(listenAddress, beat, silenceMax, tls, roles, insecure, window, perMille, waitsForPeers);
    }

    /** The same, but opening waits for nobody. */
    public LinkSettings withoutWaiting() {
        return new LinkSettings(
                listenAddress, beat, silenceMax, tls, roles, insecure, clockWindow, driftPerMille, false);
    }

    /** Whether this node may talk in plain text with somebody at this address, or listen there. */
    public boolean permits(InetAddress address) {
        return tls != null || insecure || address.isLoopbackAddress();
    }

    /** The identity of the node that is called so; null for plain text. Reads its files. */
    public @Nullable NodeTls nodeTls(String name) {
        return tls == null ? null : new NodeTls(tls, name, roles);
    }
}
