/**
 * How frames travel between nodes. Start with {@link io.quorate.node.net.Transport}, the contract. {@link
 * io.quorate.node.net.Roster} says who the nodes are. {@link io.quorate.node.net.tcp.JGroupsTransport} carries frames over TCP;
 * {@link io.quorate.node.net.tcp.JChannelTransport} over a JGroups channel, our own or the application's. The
 * module quorate-testing has one more, inside one process, with links that tests can cut.
 *
 * <p>Inside these two, from the outside in ({@code net.link}, {@code net.tls}, {@code net.tcp}): {@code LinkSupervisor} (calls, beats, gives up), {@code Handshakes} and
 * {@code Hello} (who belongs here), {@code Link} (one peer), {@code PeerConnection} (one wire: numbers, window), {@code
 * Packet} (bytes), {@code TlsLayer} (if they are to be kept secret), {@code Wire} and where it comes from: {@code LinkServer} (a connection each) or {@code ChannelWires} (many
 * in one channel).
 *
 * <p>Classes for transports of other libraries are public: {@code LinkedTransport}, {@code Peers}, {@code Link}, {@code PeerConnection},
 * {@code Hello}, {@code Refusal}. Applications do not need them.
 *
 * <p>No safety rule rests on what a transport believes about who is there: suspicion is a hint. What counts is
 * that no loss goes unnoticed.
 */
@NullMarked
package io.quorate.node.net;

import org.jspecify.annotations.NullMarked;
