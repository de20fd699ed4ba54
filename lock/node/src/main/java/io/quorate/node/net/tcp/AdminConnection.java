// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.tcp;

import io.quorate.api.TlsMaterial;
import io.quorate.core.model.NodeId;
import io.quorate.core.wire.MalformedFrameException;
import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.net.TransportException;
import io.quorate.node.net.link.AdminHello;
import io.quorate.node.net.link.Hello;
import io.quorate.node.net.link.Packet;
import io.quorate.node.net.link.PeerConnection;
import io.quorate.node.net.link.Refusal;
import io.quorate.node.net.roles.CertificateNames;
import io.quorate.node.net.tls.NodeTls;
import io.quorate.node.net.tls.TlsRefusals;
import io.quorate.node.net.tls.TlsSession;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * The connection of an admin client to one node: from outside of the cluster, to ask questions and nothing else. Used by one thread at a
 * time; other threads wait for a bounded time.
 */
public final class AdminConnection implements AutoCloseable {
    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;
    private final Packet packet = new Packet();
    private final Hello host;
    private long framesSent;
    private long bytesReceived;

    private AdminConnection(Socket socket, DataInputStream in, OutputStream out, AdminHello client) throws IOException {
        this.socket = socket;
        this.in = in;
        this.out = out;
        byte[] hello = client.toBytes();
        send(Packet.Kind.ADMIN, 0, hello, hello.length);
        packet.read(in);
        this.host = switch (packet.kind()) {
            case HELLO -> Hello.read(packet.content());
            case REFUSED ->
                throw new TransportException(Refusal.read(packet.content()).text());
            default -> throw new MalformedFrameException("an answer that is none");
        };
    }

    /**
     * Calls a node. A {@link TransportException} says why that came to nothing.
     *
     * @param client what the client is called; over TLS its certificate must name it
     * @param who the person and process behind it, in words
     */
    public static AdminConnection call(
            InetSocketAddress address,
            String cluster,
            String client,
            String who,
            @Nullable TlsMaterial tls,
            Duration timeout) {
        // Read first: a connected client has little time for its hello.
        NodeTls secrets = tls == null ? null : new NodeTls(tls, client);
        Socket socket = new Socket();
        String place = address.getHostString() + ":" + address.getPort();
        try {
            socket.connect(
                    address.isUnresolved()
                            ? new InetSocketAddress(address.getHostString(), address.getPort())
                            : address,
                    (int) timeout.toMillis());
            socket.setSoTimeout((int) timeout.toMillis());
            socket.setTcpNoDelay(true);
            Socket line = secrets == null ? socket : secured(socket, secrets, address);
            AdminConnection visit = new AdminConnection(
                    socket,
                    new DataInputStream(new BufferedInputStream(line.getInputStream())),
                    line.getOutputStream(),
                    new AdminHello(cluster, client, who));
            if (line instanceof SSLSocket tlsLine) {
                requireName(tlsLine, visit.memberId());
            }
            return visit;
        } catch (IOException | CertificateException | MalformedFrameException | TransportException failure) {
            closeQuietly(socket);
            throw new TransportException("the node at " + place + " cannot be asked: " + inWords(failure), failure);
        }
    }

    private static SSLSocket secured(Socket socket, NodeTls secrets, InetSocketAddress to) throws IOException {
        SSLSocket line = (SSLSocket) secrets.identity()
                .context()
                .getSocketFactory()
                .createSocket(socket, to.getHostString(), to.getPort(), true);
        line.setEnabledProtocols(new String[] {TlsSession.PROTOCOL});
        line.startHandshake();
        return line;
    }

    private static void requireName(SSLSocket line, String memberId) throws IOException, CertificateException {
        X509Certificate shown = (X509Certificate) line.getSession().getPeerCertificates()[0];
        String objection = CertificateNames.objection(CertificateNames.of(shown), memberId);
        if (objection != null) {
            throw new TransportException(objection);
        }
    }

    private static String inWords(Exception failure) {
        String tls = failure instanceof IOException broken ? TlsRefusals.inWords(broken) : null;
        if (tls != null) {
            return tls;
        }
        if (failure instanceof SocketTimeoutException) {
            return "it does not answer in time";
        }
        if (failure instanceof MalformedFrameException) {
            return "the program that answers there is not a Quorate node, or has another version ("
                    + failure.getMessage() + ")";
        }
        if (failure instanceof ConnectException) {
            return "nothing answers there (" + failure.getMessage() + ")";
        }
        if (failure instanceof UnknownHostException) {
            return "its host name is unknown";
        }
        return failure instanceof IOException ? failure + "; is it running?" : String.valueOf(failure.getMessage());
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException alreadyClosed) {
            EventLog.of(AdminConnection.class).sayWith(LogEvent.CLOSING_FAILED, alreadyClosed);
        }
    }

    /** The node that answers. */
    public String memberId() {
        return host.memberId();
    }

    /** The members of its cluster, each as {@code id=host:port}; empty of a node without a roster. */
    public List<String> roster() {
        return host.reachedAt() == null ? List.copyOf(host.roster()) : List.of();
    }

    /** The number of the node that answers, if it has no roster; null if it has one. */
    public @Nullable NodeId numberedNode() {
        return host.numberedNode();
    }

    /** The cluster settings of the node that answers. */
    public String clusterSettings() {
        return host.clusterSettings();
    }

    /** Where this machine is, as seen from there. */
    public String localHost() {
        return socket.getLocalAddress().getHostAddress();
    }

    /** Sends the first {@code length} bytes as one frame. */
    public void send(byte[] frame, int length) {
        try {
            send(Packet.Kind.FRAME, ++framesSent, frame, length);
        } catch (IOException broken) {
            throw new TransportException(
                    "the connection with node " + memberId() + " broke (" + broken + "): ask again", broken);
        }
    }

    private void send(Packet.Kind kind, long number, byte[] content, int length) throws IOException {
        packet.write(kind, number, bytesReceived, content, length);
        out.write(packet.bytes(), 0, packet.length());
        out.flush();
    }

    /** The next frame; waits for it, as long as was said when calling. */
    public byte[] receive() {
        try {
            do {
                packet.read(in);
            } while (packet.kind() != Packet.Kind.FRAME);
            byte[] content = packet.content();
            bytesReceived += PeerConnection.cost(content.length);
            send(Packet.Kind.BEAT, framesSent, content, 0); // makes room for more
            return content;
        } catch (IOException | MalformedFrameException failure) {
            throw new TransportException("node " + memberId() + " has not answered: " + inWords(failure), failure);
        }
    }

    @Override
    public void close() {
        closeQuietly(socket);
    }
}
