// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.tls;

import io.quorate.node.net.Roster;
import io.quorate.node.net.link.Packet;
import io.quorate.node.net.roles.PeerRights;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * TLS for one connection, without a socket: turns what is to be sent into records, and records into what was sent. One thread at
 * a time reads. Bytes sent before the handshake is over wait here; that is the hello at most.
 */
public final class TlsSession {
    /** Both sides show a certificate, and nothing older is spoken. */
    public static final String PROTOCOL = "TLSv1.3";

    /** The first byte of every TLS connection; as the first byte of a packet it would announce more than 350 MB. */
    public static final int HANDSHAKE_RECORD = 0x16;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    /** Buffers for records that are being written: as many as threads usually write at once. */
    private static final ArrayBlockingQueue<ByteBuffer> BUFFERS = new ArrayBlockingQueue<>(16);

    /** Takes bytes; they are valid during the call only. */
    public interface Bytes {
        void take(ByteBuffer bytes) throws IOException;
    }

    private final NodeTls tls;
    private final SSLEngine engine;

    /** Takes records that are to be sent. Called under the lock. */
    private final Bytes records;

    /** Held whenever something is sent, also by threads that send packets: keeps records in order. */
    private final Object sending;

    private final ByteArrayOutputStream waiting = new ByteArrayOutputStream();
    private ByteBuffer incomplete = NOTHING;
    private boolean established;
    private volatile boolean anythingRead;
    private volatile PeerRights rights;

    /** Of this node, as shown to the other side. */
    private final TlsIdentity identity;

    /** The certificate of the peer; empty before the handshake. */
    private volatile X509Certificate[] shown = {};

    /**
     * For a connection that begins.
     *
     * @param called whom this node has called; null if it was called
     * @param sending the lock that guards {@code records}
     */
    public TlsSession(NodeTls tls, Roster.@Nullable Member called, Bytes records, Object sending) {
        this.tls = tls;
        this.records = records;
        this.sending = sending;
        this.rights = tls.rightsOfNobody();
        this.identity = tls.identity();
        var context = identity.context();
        this.engine =
                called == null ? context.createSSLEngine() : context.createSSLEngine(called.host(), called.port());
        engine.setUseClientMode(called != null);
        engine.setEnabledProtocols(new String[] {PROTOCOL});
        engine.setNeedClientAuth(true);
    }

    /** Says the first word of the handshake, if that is this side's. */
    public void begin(ByteBuffer plain) throws IOException {
        if (engine.getUseClientMode()) {
            engine.beginHandshake();
            received(NOTHING.duplicate(), plain, bytes -> {});
        }
    }

    /** Why the other side cannot be this member, by its certificate; null if it can. */
    public @Nullable String objectionTo(String memberId) {
        return rights.objectionToName(memberId);
    }

    /** The rights of the peer, by its certificate. */
    public PeerRights rights() {
        return rights;
    }

    /**
     * Why the certificate of the other side, which was good once, is good no more; null if it is.
     *
     * @param untilItEnds whether it counts no longer than it says
     */
    public @Nullable String objectionNow(Instant now, boolean untilItEnds) {
        X509Certificate[] chain = shown;
        if (untilItEnds
                && chain.length > 0
                && now.isAfter(chain[0].getNotAfter().toInstant())) {
            return "its certificate has expired at " + chain[0].getNotAfter().toInstant() + ": give it a new one";
        }
        return chain.length == 0 ? null : tls.lastIdentity().objectionTo(chain, identity);
    }

    /** Whether this node has shown another certificate than it would show now. */
    public boolean isOutdated() {
        return identity != tls.lastIdentity();
    }

    /** Whether anything but the handshake has come, so that both sides have accepted each other. */
    public boolean anythingRead() {
        return anythingRead;
    }

    /** Encrypts and sends a packet, or keeps it until the handshake is over. The lock is held. */
    public void send(ByteBuffer packet) throws IOException {
        if (established) {
            encrypt(packet);
        } else if (waiting.size() + packet.remaining() > Packet.PREFIX_LENGTH + Packet.ANNOUNCED_MAX) {
            throw new IOException("too much was sent before the handshake was over");
        } else {
            waiting.write(packet.array(), packet.arrayOffset() + packet.position(), packet.remaining());
        }
    }

    /** Says that nothing more will be sent. The lock is held. */
    public void end() throws IOException {
        engine.closeOutbound();
        encrypt(NOTHING.duplicate());
    }

    private void encrypt(ByteBuffer plain) throws IOException {
        ByteBuffer record = BUFFERS.poll();
        int size = engine.getSession().getPacketBufferSize();
        if (record == null || record.capacity() < size) {
            record = ByteBuffer.allocate(size);
        }
        try {
            do {
                record.clear();
                SSLEngineResult result = engine.wrap(plain, record);
                if (result.getStatus() == SSLEngineResult.Status.CLOSED && plain.hasRemaining()) {
                    throw new SSLException("TLS is closed");
                }
                records.take(record.flip());
                noteHandshake(result);
            } while (plain.hasRemaining());
        } finally {
            boolean kept = BUFFERS.offer(record); // else there are enough
            assert kept || BUFFERS.remainingCapacity() >= 0;
        }
    }

    /**
     * Decrypts what has come, and goes on with the handshake.
     *
     * @param plain a buffer with room for one decrypted record, to be used for each piece
     * @param taker gets the pieces
     */
    public void received(ByteBuffer net, ByteBuffer plain, Bytes taker) throws IOException {
        ByteBuffer input = joined(net);
        boolean more = true;
        while (more) {
            switch (engine.getHandshakeStatus()) {
                case NEED_TASK -> runTasks();
                case NEED_WRAP -> {
                    synchronized (sending) {
                        encrypt(NOTHING.duplicate());
                    }
                }
                default -> more = decrypt(input, plain, taker);
            }
        }
        incomplete = input.hasRemaining() ? copy(input) : NOTHING;
    }

    private ByteBuffer joined(ByteBuffer net) {
        if (!incomplete.hasRemaining()) {
            return net;
        }
        return ByteBuffer.allocate(incomplete.remaining() + net.remaining())
                .put(incomplete)
                .put(net)
                .flip();
    }

    private static ByteBuffer copy(ByteBuffer bytes) {
        return ByteBuffer.allocate(bytes.remaining()).put(bytes).flip();
    }

    private void runTasks() {
        for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
            task.run();
        }
    }

    /** False if nothing more can be done until more comes. */
    private boolean decrypt(ByteBuffer input, ByteBuffer plain, Bytes taker) throws IOException {
        if (!input.hasRemaining()) {
            return false;
        }
        plain.clear();
        SSLEngineResult result = engine.unwrap(input, plain);
        noteHandshake(result);
        if (plain.flip().hasRemaining()) {
            anythingRead = true;
            taker.take(plain);
        }
        return switch (result.getStatus()) {
            case OK -> true;
            case BUFFER_UNDERFLOW -> false;
            case CLOSED -> {
                input.position(input.limit());
                yield false;
            }
            case BUFFER_OVERFLOW -> throw new SSLException("a record of more than " + plain.capacity() + " bytes");
        };
    }

    private void noteHandshake(SSLEngineResult result) throws IOException {
        if (result.getHandshakeStatus() != HandshakeStatus.FINISHED) {
            return;
        }
        synchronized (sending) {
            if (!established) {
                accept();
                established = true;
                encryptWaiting();
            }
        }
    }

    /** Both certificates were checked when they were shown; also when an earlier session is resumed they must still be good. */
    private void accept() throws IOException {
        X509Certificate certificate = (X509Certificate) engine.getSession().getPeerCertificates()[0];
        try {
            certificate.checkValidity();
            tls.requireOwnName(engine.getSession().getLocalCertificates());
            rights = tls.rightsOf(certificate);
            shown = Arrays.copyOf(
                    engine.getSession().getPeerCertificates(),
                    engine.getSession().getPeerCertificates().length,
                    X509Certificate[].class);
        } catch (CertificateException useless) {
            throw new SSLException(useless);
        }
    }

    private void encryptWaiting() throws IOException {
        if (waiting.size() > 0) {
            ByteBuffer kept = ByteBuffer.wrap(waiting.toByteArray());
            waiting.reset();
            encrypt(kept);
        }
    }

    /** After a failure: tells the other side by an alert, if TLS has one for it. */
    public void sendAlert() throws IOException {
        synchronized (sending) {
            engine.closeOutbound();
            for (int tries = 0; tries < 3 && engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP; tries++) {
                encrypt(NOTHING.duplicate());
            }
        }
    }
}
