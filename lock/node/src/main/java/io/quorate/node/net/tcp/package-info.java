/**
 * Sockets by {@code java.nio}: listening, calling, reading and writing without waiting. Start with {@link
 * io.quorate.node.net.tcp.TcpTransport}; {@link io.quorate.node.net.tcp.AdminConnection} is the client of admin commands.
 */
@NullMarked
package io.quorate.node.net.tcp;

import org.jspecify.annotations.NullMarked;
