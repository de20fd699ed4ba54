package io.quorate.node.net.tls;

import io.quorate.node.net.Roster;
import io.quorate.node.net.link.Packet;
import io.quorate.node.net.link.Refusal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.System.Logger.Level;
import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * TLS on a socket. The first read shakes hands: so only the thread that reads this connection ever waits for whoever is at its
 * other end, and what is sent before, which is the hello at most, waits here. Who closes the socket ends all of it.
 */
public final class TlsLayer {
    private static final System.Logger LOG = System.getLogger(TlsLayer.class.getName());

    /** Both sides show a certificate, and nothing older is spoken. */
    public static final String PROTOCOL = "TLSv1.3";

    /** The first byte of every TLS connection; of our own packets it would be a length of more than 350 MB. */
    public static final int HANDSHAKE_RECORD = 0x16;

    /** A hello, its header and its length. */
    private static final int WAITING_BYTES_MAX = Packet.LENGTH_MAX + Integer.BYTES;

    /** After a last word the other side has so long to hang up itself; the hello's deadline ends that too. */
    private static final int LAST_WORD_MILLIS = 300;

    private static final int LAST_WORD_BYTES = 16 * 1024;

    private final Socket socket;
    private final NodeTls tls;

    /** Whom this node has called; null if it was called. */
    private final Roster.@Nullable Member called;

    /** Told why this connection comes to nothing. */
    private final Consumer<String> refusal;

    private final ByteArrayOutputStream waiting = new ByteArrayOutputStream();
    private volatile @Nullable OutputStream sending;
    private volatile Set<String> peerNames = Set.of();
    private @Nullable InputStream receiving;
    private boolean anythingRead;

    public TlsLayer(Socket socket, NodeTls tls, Roster.@Nullable Member called, Consumer<String> refusal) {
        this.socket = socket;
        this.tls = tls;
        this.called = called;
        this.refusal = refusal;
    }

    /** Why the other side cannot be this member, by its certificate; null if it can. */
    @Nullable
    public String objectionTo(String memberId) {
        return peerNames.contains(memberId)
                ? null
                : "the certificate of the node that says it is \"" + memberId + "\" names "
                        + CertificateNames.inWords(peerNames) + ": give each node the certificate made for its id";
    }

    private InputStream shakeHands() throws IOException {
        SSLSocket secured = secured();
        secured.setEnabledProtocols(new String[] {PROTOCOL});
        secured.setNeedClientAuth(true);
        secured.startHandshake();
        X509Certificate certificate = (X509Certificate) secured.getSession().getPeerCertificates()[0];
        try {
            certificate.checkValidity(); // also when an earlier session is taken up again
            tls.requireOwnName(secured.getSession().getLocalCertificates());
            peerNames = CertificateNames.of(certificate);
        } catch (CertificateException useless) {
            throw new SSLException(useless);
        }
        begin(secured.getOutputStream());
        return secured.getInputStream();
    }

    private SSLSocket secured() throws IOException {
        SSLSocketFactory sockets = tls.identity().context().getSocketFactory();
        if (called != null) {
            return (SSLSocket) sockets.createSocket(socket, called.host(), called.port(), false);
        }
        int first = socket.getInputStream().read();
        if (first < 0) {
            throw new EOFException(); // somebody has only looked whether the port is open
        }
        if (first != HANDSHAKE_RECORD) {
            refusePlainText();
        }
        return (SSLSocket) sockets.createSocket(socket, new ByteArrayInputStream(new byte[] {(byte) first}), false);
    }

    /** A node of ours without TLS understands this answer. */
    private void refusePlainText() throws IOException {
        byte[] content = new Refusal(
                        Refusal.Reason.DOES_NOT_FIT,
                        "one node speaks plain text, the other TLS only: " + TlsRefusals.BOTH)
                .toBytes();
        Packet packet = new Packet();
        packet.write(Packet.Kind.REFUSED, 0, 0, content, content.length);
        byte[] bytes = new byte[Integer.BYTES + packet.length()];
        bytes[2] = (byte) (packet.length() >> Byte.SIZE); // it is far shorter than 64 KB
        bytes[3] = (byte) packet.length();
        System.arraycopy(packet.bytes(), 0, bytes, Integer.BYTES, packet.length());
        socket.getOutputStream().write(bytes);
        throw new SSLException(TlsRefusals.PLAIN_TEXT);
    }

    private synchronized void begin(OutputStream secured) throws IOException {
        waiting.writeTo(secured);
        waiting.reset();
        sending = secured;
    }

    private synchronized void keepOrSend(byte[] bytes, int offset, int length) throws IOException {
        OutputStream begun = sending;
        if (begun != null) {
            begun.write(bytes, offset, length);
        } else if (waiting.size() + length > WAITING_BYTES_MAX) {
            throw new IOException("too much was sent before hands were shaken");
        } else {
            waiting.write(bytes, offset, length);
        }
    }

    private IOException told(IOException failure) {
        String why = TlsRefusals.inWords(failure);
        if (why != null) {
            refusal.accept(why);
            letItBeHeard();
        }
        return failure;
    }

    /** The other side may still be sending; if this one hung up at once, the system would drop what it has said last. */
    private void letItBeHeard() {
        try {
            socket.shutdownOutput();
            socket.setSoTimeout(LAST_WORD_MILLIS);
            socket.getInputStream().readNBytes(new byte[LAST_WORD_BYTES], 0, LAST_WORD_BYTES);
        } catch (IOException hungUp) {
            LOG.log(Level.DEBUG, "the other side has hung up, or goes on", hungUp);
        }
    }

    /** What comes, decrypted. */
    public InputStream input() {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                InputStream from = receiving;
                if (anythingRead) {
                    return Objects.requireNonNull(from).read(bytes, offset, length);
                }
                try {
                    if (from == null) {
                        from = shakeHands();
                        receiving = from;
                    }
                    int count = from.read(bytes, offset, length); // the caller learns here that it was not let in
                    anythingRead = true;
                    return count;
                } catch (IOException failure) {
                    throw told(failure);
                }
            }
        };
    }

    /** What goes out, to be encrypted. */
    public OutputStream output() {
        return new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                write(new byte[] {(byte) one}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                OutputStream to = sending;
                if (to == null) {
                    keepOrSend(bytes, offset, length);
                } else {
                    to.write(bytes, offset, length);
                }
            }
        };
    }
}
