package io.quorate.node.net.tcp;

import io.quorate.api.TlsMaterial;
import io.quorate.core.wire.MalformedFrameException;
import io.quorate.node.net.Roster;
import io.quorate.node.net.TransportException;
import io.quorate.node.net.link.LinkSupervisor;
import io.quorate.node.net.link.Packet;
import io.quorate.node.net.link.PeerConnection;
import io.quorate.node.net.link.Refusal;
import io.quorate.node.net.link.Wire;
import io.quorate.node.net.link.WireSource;
import io.quorate.node.net.tls.NodeTls;
import io.quorate.node.net.tls.TlsLayer;
import io.quorate.node.net.tls.TlsRefusals;
import java.io.DataInput;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.function.Function;
import javax.net.ssl.SSLException;
import org.jgroups.Address;
import org.jgroups.blocks.cs.Connection;
import org.jgroups.blocks.cs.TcpServer;
import org.jgroups.logging.NoopLogImpl;
import org.jgroups.stack.IpAddress;
import org.jgroups.util.DefaultSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * JGroups' server of TCP connections: it accepts, connects, cuts the stream into packets and reads each connection by a
 * thread of its own. Here its packets are read within their stated length and handed to the {@link PeerConnection} of the
 * connection; who belongs to which peer is decided by hellos, not by addresses, so its own table of connections by address
 * stays empty.
 */
public final class LinkServer extends TcpServer implements WireSource {
    /** A host that does not answer holds up a connecting thread for so long at most. */
    private static final int CONNECT_MAX_MILLIS = 500;

    /** Asked for on both sides; the window of a {@link PeerConnection} fits into the half of what a usual system grants. */
    private static final int SOCKET_BUFFER_BYTES = 1 << 20;

    private static final int STREAM_BUFFER_BYTES = 16 * 1024;

    /** The two first bytes of a TLS connection, which a node without TLS reads as half of a length. */
    private static final int TLS_OPENING = (TlsLayer.HANDSHAKE_RECORD << Byte.SIZE) | 3;

    private final ConnectionThreads connectionThreads;
    private final LinkSupervisor events;
    private final @Nullable NodeTls tls;

    private LinkServer(
            ConnectionThreads threads, LinkSupervisor events, InetAddress address, int port, @Nullable NodeTls tls)
            throws Exception {
        super(threads, new DefaultSocketFactory(), address, port, port, null, 0, SOCKET_BUFFER_BYTES);
        this.connectionThreads = threads;
        this.events = events;
        this.tls = tls;
        this.acceptor = threads.newThread(new LinkAcceptor(), "acceptor"); // instead of JGroups' own, never started
        usePeerConnections(false); // no handshake of JGroups: it would make the accepting thread wait for strangers
        tcpNodelay(true);
        sendBufferSize(SOCKET_BUFFER_BYTES);
        receiveBufferSize(SOCKET_BUFFER_BYTES);
        socketConnectionTimeout(CONNECT_MAX_MILLIS);
        deferClientBinding(true); // the system knows best from which address a peer is reached
        setBufferedInputStreamSize(STREAM_BUFFER_BYTES);
        setBufferedOutputStreamSize(STREAM_BUFFER_BYTES);
        log(new NoopLogImpl()); // we say ourselves what there is to say
    }

    /**
     * Listens and accepts from now on; a {@link TransportException} says why not. Who wants nobody to call listens where only
     * this machine could, at a port that nobody knows.
     */
    public static LinkServer start(
            String name, LinkSupervisor events, Roster.@Nullable Member at, @Nullable TlsMaterial material) {
        ConnectionThreads threads = new ConnectionThreads("quorate-net-" + name + "-");
        NodeTls tls = material == null ? null : new NodeTls(material, name);
        if (at == null) {
            return startUnknown(threads, events, tls);
        }
        try {
            LinkServer server = new LinkServer(threads, events, InetAddress.getByName(at.host()), at.port(), tls);
            server.start();
            return server;
        } catch (Exception failure) {
            throw cannotListen(at, failure);
        }
    }

    private static LinkServer startUnknown(ConnectionThreads threads, LinkSupervisor events, @Nullable NodeTls tls) {
        try {
            LinkServer server = new LinkServer(threads, events, InetAddress.getLoopbackAddress(), 0, tls);
            server.start();
            return server;
        } catch (Exception failure) {
            throw new TransportException(
                    "cannot open a socket at this machine (" + failure + "): see whether it has too many open",
                    failure);
        }
    }

    /** Says why nobody can listen there, and what to do. */
    static TransportException cannotListen(Roster.Member at, Throwable failure) {
        if (failure instanceof UnknownHostException) {
            return new TransportException(
                    "the host " + at.host() + " of this node is unknown here: mend the roster or the name service, or "
                            + "give an address to listen at",
                    failure);
        }
        if (failure instanceof BindException) {
            return new TransportException(whyNotBound(at), failure);
        }
        return new TransportException(
                "cannot listen at " + at.address() + " (" + failure + "): choose another address", failure);
    }

    private static String whyNotBound(Roster.Member at) {
        try {
            InetAddress address = InetAddress.getByName(at.host());
            boolean here = address.isAnyLocalAddress()
                    || address.isLoopbackAddress()
                    || NetworkInterface.getByInetAddress(address) != null;
            if (!here) {
                return at.host() + " (" + address.getHostAddress() + ") is not an address of this machine: start this "
                        + "node where the roster says, or give an address to listen at";
            }
        } catch (IOException unknown) {
            return "cannot listen at " + at.address() + " (" + unknown + "): choose another address";
        }
        return at.port() < 1024
                ? "port " + at.port() + " on " + at.host() + " is in use or needs more rights: choose one above 1023"
                : "port " + at.port() + " on " + at.host()
                        + " is in use: stop the program that has it or choose another port";
    }

    /** Connects, without a word yet, to the first address of the host that answers; takes a bounded time for each. */
    @Override
    public Wire connect(Roster.Member member) throws Exception {
        Exception lastFailure = new UnknownHostException(member.host());
        for (InetAddress address : InetAddress.getAllByName(member.host())) { // asked anew: addresses change
            IpAddress destination = new IpAddress(address, member.port());
            LinkConnection connection = new LinkConnection(destination, this, layerTo(member));
            try {
                connection.connect(destination);
                return new TcpWire(connection);
            } catch (IOException unreachable) {
                lastFailure = unreachable;
            }
        }
        throw lastFailure;
    }

    @Override
    public boolean canReach(Roster.Member member) {
        return true; // the roster says where it listens; a call shows whether it does
    }

    @Override
    public void awaitEnd() {
        connectionThreads.awaitEnd();
    }

    /** What goes over the socket to a member that is called, or from one that calls: nothing, or TLS. */
    private @Nullable Function<Socket, TlsLayer> layerTo(Roster.@Nullable Member called) {
        NodeTls secrets = tls;
        return secrets == null ? null : socket -> new TlsLayer(socket, secrets, called, LinkServer.this::notTrusted);
    }

    private void notTrusted(String why) {
        events.notTrusted(((ConnectionThreads.Reader) Thread.currentThread()).connection, why);
    }

    /** Makes our own kind of connection. */
    private final class LinkAcceptor extends Acceptor {
        @Override
        protected void handleAccept(Socket socket) throws Exception {
            Wire wire = new TcpWire(new LinkConnection(socket, LinkServer.this, layerTo(null)));
            PeerConnection peerConnection = events.accepted(wire);
            if (peerConnection == null) {
                wire.close();
            } else {
                wire.startReading(peerConnection);
            }
        }
    }

    @Override
    public void receive(Address remote, DataInput in, int length) throws IOException {
        ConnectionThreads.Reader reader = (ConnectionThreads.Reader) Thread.currentThread();
        try {
            if (length >>> Short.SIZE == TLS_OPENING && tls == null) {
                refuseTls(reader.connection);
            }
            events.received(reader.connection, reader.read(in, length));
        } catch (MalformedFrameException malformed) {
            events.malformed(reader.connection.remote(), malformed);
            throw malformed; // so the connection is closed
        }
    }

    /** The answer is no TLS, and that is what the other side will say of it. */
    private void refuseTls(PeerConnection peerConnection) throws SSLException {
        String why = "it speaks TLS, this node plain text only: " + TlsRefusals.BOTH;
        peerConnection.sendWord(Packet.Kind.REFUSED, new Refusal(Refusal.Reason.DOES_NOT_FIT, why).toBytes());
        events.notTrusted(peerConnection, why);
        throw new SSLException(why);
    }

    @Override
    public void connectionClosed(Connection connection) {
        closeQuietly(connection);
        if (Thread.currentThread() instanceof ConnectionThreads.Reader reader) {
            events.closed(reader.connection);
        }
    }

    private static void closeQuietly(Connection connection) {
        try {
            connection.close(false); // JGroups' word of farewell could get into the middle of a packet
        } catch (IOException alreadyClosed) {
            System.getLogger(LinkServer.class.getName()).log(System.Logger.Level.DEBUG, "while closing", alreadyClosed);
        }
    }

    /** A connection of its own, read by a thread of its own. */
    private final class TcpWire implements Wire {
        private final LinkConnection connection;

        TcpWire(LinkConnection connection) {
            this.connection = connection;
        }

        @Override
        public void startReading(PeerConnection peerConnection) {
            connectionThreads.startReading(peerConnection, () -> {
                try {
                    connection.start();
                } catch (Exception failure) {
                    peerConnection.close();
                    events.closed(peerConnection);
                }
            });
        }

        @Override
        public void send(byte[] bytes, int offset, int length) throws Exception {
            connection.send(bytes, offset, length);
        }

        @Override
        public void close() {
            closeQuietly(connection);
        }

        @Override
        public @Nullable String objectionTo(String memberId) {
            return connection.objectionTo(memberId);
        }

        @Override
        public String remote() {
            return String.valueOf(connection.peerAddress());
        }
    }
}
