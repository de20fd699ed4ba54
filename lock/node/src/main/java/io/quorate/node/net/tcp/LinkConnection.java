package io.quorate.node.net.tcp;

import io.quorate.node.net.tls.TlsLayer;
import java.net.Socket;
import java.util.function.Function;
import org.jgroups.Address;
import org.jgroups.blocks.cs.TcpConnection;
import org.jgroups.stack.IpAddress;
import org.jspecify.annotations.Nullable;

/**
 * A connection of JGroups, over TLS or not. JGroups sees the plain socket only: it would have the one thread that accepts, or the
 * few that call, wait for the handshake, and close such sockets so that the last word gets lost.
 */
final class LinkConnection extends TcpConnection {
    /** What lies over the socket once it is connected; null for plain text. */
    private final @Nullable Function<Socket, TlsLayer> layer;

    private @Nullable TlsLayer line;

    /** Somebody has called. */
    LinkConnection(Socket accepted, LinkServer server, @Nullable Function<Socket, TlsLayer> layer) throws Exception {
        super(accepted, server);
        this.layer = layer;
        useLockToSend(false); // a connection has its own, for its numbers must go out in order
        putLayer();
    }

    /** To call somebody. */
    LinkConnection(IpAddress to, LinkServer server, @Nullable Function<Socket, TlsLayer> layer) throws Exception {
        super(to, server);
        this.layer = layer;
        useLockToSend(false);
    }

    @Override
    public void connect(Address to) throws Exception {
        super.connect(to);
        putLayer();
    }

    private void putLayer() {
        if (layer != null) {
            TlsLayer above = layer.apply(sock);
            line = above;
            in = createDataInputStream(above.input());
            out = createDataOutputStream(above.output());
        }
    }

    /** Why the other side cannot be this member; null if it can, or if nothing tells who is there. */
    @Nullable
    String objectionTo(String memberId) {
        return line == null ? null : line.objectionTo(memberId);
    }
}
