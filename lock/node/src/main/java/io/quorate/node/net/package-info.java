/**
 * How frames travel between nodes. Start with {@link io.quorate.node.net.Transport}, the contract, and {@link
 * io.quorate.node.net.Roster}, which says who the nodes are. {@link io.quorate.node.net.tcp.TcpTransport} carries frames over TCP. The
 * module quorate-testing has another transport inside one process, with links that tests can cut.
 *
 * <p>From the outside in: {@code LinkSupervisor} (calls, admits, heartbeats, gives up), {@code Handshakes} and {@code Hello} (who
 * belongs here), {@code Link} (one peer), {@code PeerConnection} (one connection: numbers, window), {@code Packet} (bytes), {@code
 * TcpWire} (one socket), {@code TlsSession} (encryption) and {@code IoLoop} (the thread that reads).
 *
 * <p>Safety never depends on what a transport believes about who is there: suspicion is a hint. Frames may be lost, but every loss is
 * detected.
 */
@NullMarked
package io.quorate.node.net;

import org.jspecify.annotations.NullMarked;
