package io.quorate.node.net.tcp;

import io.quorate.api.TlsMaterial;
import io.quorate.core.model.NodeId;
import io.quorate.core.wire.MalformedFrameException;
import io.quorate.node.net.Roster;
import io.quorate.node.net.TransportException;
import io.quorate.node.net.link.AdminHello;
import io.quorate.node.net.link.Hello;
import io.quorate.node.net.link.Packet;
import io.quorate.node.net.link.PeerConnection;
import io.quorate.node.net.link.Refusal;
import io.quorate.node.net.tls.NodeTls;
import io.quorate.node.net.tls.TlsLayer;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The connection of an admin client to one node: from outside of the cluster, to ask questions and nothing else. Used by one thread at a
 * time; whoever waits, waits a bounded time.
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
        receivePacket();
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
        // Read first: whoever has connected has little time to say hello.
        NodeTls secrets = tls == null ? null : new NodeTls(tls, client);
        Socket socket = new Socket();
        String place = address.getHostString() + ":" + address.getPort();
        List<String> why = new ArrayList<>();
        try {
            socket.connect(
                    address.isUnresolved()
                            ? new InetSocketAddress(address.getHostString(), address.getPort())
                            : address,
                    (int) timeout.toMillis());
            socket.setSoTimeout((int) timeout.toMillis());
            socket.setTcpNoDelay(true);
            InputStream in = socket.getInputStream();
            OutputStream out = socket.getOutputStream();
            TlsLayer line = null;
            if (secrets != null) {
                Roster.Member called = new Roster.Member("node", address.getHostString(), address.getPort());
                line = new TlsLayer(socket, secrets, called, why::add);
                in = line.input();
                out = line.output();
            }
            AdminConnection visit = new AdminConnection(
                    socket,
                    new DataInputStream(new BufferedInputStream(in)),
                    out,
                    new AdminHello(cluster, client, who));
            String objection = line == null ? null : line.objectionTo(visit.memberId());
            if (objection != null) {
                throw new TransportException(objection);
            }
            return visit;
        } catch (IOException | MalformedFrameException | TransportException failure) {
            closeQuietly(socket);
            String text = why.isEmpty() ? inWords(failure) : why.get(0);
            throw new TransportException("the node at " + place + " cannot be asked: " + text, failure);
        }
    }

    private static String inWords(Exception failure) {
        if (failure instanceof SocketTimeoutException) {
            return "it does not answer in time";
        }
        if (failure instanceof MalformedFrameException) {
            return "what answers there is no node of ours, or another version (" + failure.getMessage() + ")";
        }
        return failure instanceof IOException ? failure + "; is it running?" : String.valueOf(failure.getMessage());
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException alreadyClosed) {
            System.getLogger(AdminConnection.class.getName())
                    .log(System.Logger.Level.DEBUG, "while closing", alreadyClosed);
        }
    }

    /** Who answers. */
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

    /** Sends the first so many bytes as one frame. */
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
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        DataOutputStream sink = new DataOutputStream(whole);
        sink.writeInt(packet.length());
        sink.write(packet.bytes(), 0, packet.length());
        out.write(whole.toByteArray());
        out.flush();
    }

    private void receivePacket() throws IOException {
        int length = in.readInt();
        if (length < Packet.HEADER_LENGTH || length > Packet.LENGTH_MAX) {
            throw new MalformedFrameException("a packet of " + length + " bytes");
        }
        in.readFully(packet.bufferFor(length), 0, length);
        packet.check();
    }

    /** The next frame; waits for it, as long as was said when calling. */
    public byte[] receive() {
        try {
            do {
                receivePacket();
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
