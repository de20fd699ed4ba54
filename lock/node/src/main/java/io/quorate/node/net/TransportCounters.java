// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net;

/**
 * The traffic of a transport.
 *
 * @param framesDropped offered but not sent, or come over a link that was not (or no longer) accepted
 * @param framesMalformed come but refused: no frame, too long, or without its header
 * @param linkResets how often the receiver was told of one
 * @param peersRefused hellos that did not fit: another cluster, roster, protocol, version, or an id already taken; and
 *     callers without a certificate that is trusted, or without TLS
 * @param peerRestarts how often another process was seen under the id of a member
 * @param strangersTurnedAway connections that were rejected, because of too many pending handshakes
 * @param receiverFailures how often the receiver threw
 */
public record TransportCounters(
        long framesSent,
        long bytesSent,
        long framesReceived,
        long bytesReceived,
        long framesDropped,
        long framesMalformed,
        long linkResets,
        long peersRefused,
        long peerRestarts,
        long strangersTurnedAway,
        long receiverFailures) {}
