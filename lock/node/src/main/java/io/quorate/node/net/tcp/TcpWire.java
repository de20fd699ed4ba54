// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.tcp;

import io.quorate.core.wire.MalformedFrameException;
import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.net.Roster;
import io.quorate.node.net.link.LinkSupervisor;
import io.quorate.node.net.link.Packet;
import io.quorate.node.net.link.PacketReader;
import io.quorate.node.net.link.PeerConnection;
import io.quorate.node.net.link.Refusal;
import io.quorate.node.net.link.Wire;
import io.quorate.node.net.roles.PeerRights;
import io.quorate.node.net.tls.NodeTls;
import io.quorate.node.net.tls.TlsRefusals;
import io.quorate.node.net.tls.TlsSession;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A socket that never makes a thread wait. The thread of its {@link IoLoop} reads; any thread writes, and what the socket does not
 * take at once the loop writes later. Not blocking also means that the interrupt of an application's thread closes nothing.
 */
final class TcpWire implements Wire {
    private static final EventLog LOG = EventLog.of(TcpWire.class);

    /** The window of a connection fits into what a usual system grants of this. */
    static final int SOCKET_BUFFER_BYTES = 1 << 20;

    /** A peer whose window is open reads: it never leaves more unread than this. */
    private static final int UNSENT_BYTES_MAX = 1 << 20;

    /** One that is served before others this often in a row has the loop to itself no longer. */
    private static final int READS_IN_A_ROW = 8;

    private final SocketChannel channel;
    private final LinkSupervisor events;
    private final TcpServer server;
    private final @Nullable InetAddress address;
    private final String remote;
    private final @Nullable TlsSession tls;
    private final boolean called;
    private final PacketReader packets = new PacketReader();
    private @Nullable PeerConnection connection;
    private boolean anythingCame;

    /** All below is written under this object's lock. */
    private IoLoop loop;

    private @Nullable SelectionKey key;
    private ByteBuffer unsent = ByteBuffer.allocate(0);
    private volatile boolean ending;
    private volatile boolean closed;

    /** Of a connected channel; {@code member} is whom this node has called, or null if it was called. */
    TcpWire(SocketChannel channel, TcpServer server, IoLoop loop, @Nullable NodeTls tls, Roster.@Nullable Member member)
            throws IOException {
        this.channel = channel;
        this.server = server;
        this.events = server.events();
        this.loop = loop;
        this.called = member != null;
        InetSocketAddress from = (InetSocketAddress) channel.getRemoteAddress();
        this.address = from.getAddress();
        this.remote = address == null ? from.toString() : address.getHostAddress() + ":" + from.getPort();
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.setOption(StandardSocketOptions.SO_SNDBUF, SOCKET_BUFFER_BYTES);
        channel.setOption(StandardSocketOptions.SO_RCVBUF, SOCKET_BUFFER_BYTES);
        this.tls = tls == null ? null : new TlsSession(tls, member, this::write, this);
    }

    SocketChannel channel() {
        return channel;
    }

    @Override
    public void startReading(PeerConnection reader) {
        connection = reader;
        IoLoop first = loop();
        first.execute(() -> {
            register(first);
            try {
                if (tls != null) {
                    tls.begin(first.plain);
                }
            } catch (IOException failure) {
                broken(failure);
            }
        });
    }

    private synchronized IoLoop loop() {
        return loop;
    }

    /** On the thread of the loop. */
    private synchronized void register(IoLoop into) {
        if (closed || loop != into) {
            return;
        }
        try {
            int writes = unsent.hasRemaining() ? SelectionKey.OP_WRITE : 0;
            key = into.register(this, SelectionKey.OP_READ | writes);
        } catch (IOException | ClosedSelectorException | CancelledKeyException over) {
            close(); // somebody else has closed it this moment: costs this wire, not the loop
        }
    }

    /** Called on the thread of the loop that serves the wire until now. */
    @Override
    public synchronized void settle(boolean member) {
        IoLoop before = loop;
        IoLoop next = server.loopFor(member);
        if (before == next || closed) {
            return;
        }
        SelectionKey left = key;
        if (left != null) {
            left.cancel();
        }
        key = null;
        loop = next;
        // Only when the thread of the loop that it leaves is done with what has come may another one read.
        before.execute(() -> next.execute(() -> register(next)));
    }

    /** The socket can be read or written. Any failure ends this connection, and nothing else. */
    void ready(SelectionKey ready, IoLoop of) {
        try {
            serve(ready, of);
        } catch (RuntimeException | Error failure) {
            close();
            events.failed("serving a connection", failure);
        }
    }

    private void serve(SelectionKey ready, IoLoop of) {
        try {
            if (ready.isWritable()) {
                writeUnsent();
            }
            if (ready.isReadable()) {
                read(of);
            }
        } catch (CancelledKeyException over) {
            LOG.sayWith(LogEvent.CLOSED_MEANWHILE, over);
        } catch (MalformedFrameException malformed) {
            close();
            events.malformed(remote, malformed);
        } catch (IOException failure) {
            broken(failure);
        }
    }

    private void read(IoLoop of) throws IOException {
        for (int count = 0; count < READS_IN_A_ROW; count++) {
            ByteBuffer net = of.net;
            int length = channel.read(net.clear());
            if (length < 0) {
                throw new ClosedChannelException();
            }
            if (length == 0) {
                return;
            }
            boolean mayBeMore = !net.hasRemaining();
            take(net.flip(), of);
            if (!mayBeMore) {
                return;
            }
        }
    }

    private void take(ByteBuffer net, IoLoop of) throws IOException {
        if (ending || closed) {
            return; // it is read only so that the other side can hear the last word
        }
        if (!anythingCame) {
            anythingCame = true;
            if (!isSameKind(net.get(0))) {
                return;
            }
        }
        if (tls == null) {
            cut(net);
        } else {
            tls.received(net, of.plain, this::cut);
        }
    }

    private void cut(ByteBuffer plain) {
        PeerConnection reader = Objects.requireNonNull(connection);
        for (Packet packet = packets.next(plain); packet != null; packet = packets.next(plain)) {
            events.received(reader, packet);
            if (ending || closed) {
                return;
            }
        }
    }

    /** One side may speak TLS and the other plain text: the first byte tells, and then both are told. */
    private boolean isSameKind(byte first) throws IOException {
        boolean isTls = first == TlsSession.HANDSHAKE_RECORD;
        if (called || isTls == (tls != null)) {
            return true;
        }
        String why = isTls ? TlsRefusals.NOT_PLAIN_TEXT : TlsRefusals.PLAIN_TEXT;
        String answer = isTls ? why : TlsRefusals.ONE_OF_EACH;
        byte[] content = new Refusal(Refusal.Reason.DOES_NOT_FIT, answer).toBytes();
        Packet refusal = new Packet();
        refusal.write(Packet.Kind.REFUSED, 0, 0, content, content.length);
        synchronized (this) {
            write(refusal.view());
        }
        refuse(why);
        return false;
    }

    private void refuse(String why) throws IOException {
        events.notTrusted(Objects.requireNonNull(connection), why);
        end();
    }

    /** The peer has closed the connection, or the TLS handshake has failed. */
    private void broken(IOException failure) {
        try {
            String why = tls == null || tls.anythingRead() ? null : TlsRefusals.inWords(failure);
            if (why == null || ending || closed) {
                close();
                return;
            }
            Objects.requireNonNull(tls).sendAlert();
            refuse(why);
        } catch (IOException hungUp) {
            LOG.sayWith(LogEvent.REFUSING_FAILED, hungUp, remote);
            close();
        }
    }

    @Override
    public synchronized void send(Packet packet) throws IOException {
        if (closed || ending) {
            throw new ClosedChannelException();
        }
        if (tls == null) {
            write(packet.view());
        } else {
            tls.send(packet.view());
        }
    }

    /** The lock is held. */
    private void write(ByteBuffer bytes) throws IOException {
        if (!unsent.hasRemaining()) {
            channel.write(bytes);
        }
        if (!bytes.hasRemaining()) {
            return;
        }
        if (unsent.remaining() + bytes.remaining() > UNSENT_BYTES_MAX) {
            events.malformed(remote, new MalformedFrameException("it confirms what it does not read"));
            throw new IOException("the peer does not read");
        }
        unsent = ByteBuffer.allocate(unsent.remaining() + bytes.remaining())
                .put(unsent)
                .put(bytes)
                .flip();
        SelectionKey present = key;
        if (present != null) {
            try {
                present.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
            } catch (CancelledKeyException closing) { // the sender must not fail because somebody closes
                throw (IOException) new ClosedChannelException().initCause(closing);
            }
            loop.wakeup();
        }
    }

    private synchronized void writeUnsent() throws IOException {
        channel.write(unsent);
        SelectionKey present = key;
        if (!unsent.hasRemaining() && present != null) {
            present.interestOps(SelectionKey.OP_READ);
            if (ending) {
                channel.shutdownOutput();
            }
        }
    }

    @Override
    public synchronized void end() {
        if (closed || ending) {
            return;
        }
        try {
            if (tls != null && tls.anythingRead()) {
                tls.end();
            }
            ending = true;
            if (!unsent.hasRemaining()) {
                channel.shutdownOutput();
            }
        } catch (IOException hungUp) {
            LOG.sayWith(LogEvent.HANGING_UP_FAILED, hungUp, remote);
            close();
        }
    }

    @Override
    public void close() {
        IoLoop last;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            last = loop;
        }
        try {
            channel.close();
        } catch (IOException broken) {
            LOG.sayWith(LogEvent.CLOSING_FAILED, broken);
        }
        PeerConnection told = connection;
        if (told != null) {
            last.execute(() -> events.closed(told)); // which also lets the loop forget the channel
        }
    }

    @Override
    public @Nullable String objectionTo(String memberId) {
        return tls == null ? null : tls.objectionTo(memberId);
    }

    @Override
    public @Nullable String objectionNow(boolean untilItEnds) {
        return tls == null ? null : tls.objectionNow(Instant.now(), untilItEnds);
    }

    @Override
    public boolean isOutdated() {
        return tls != null && tls.isOutdated();
    }

    @Override
    public PeerRights rights() {
        return tls == null ? PeerRights.OF_ANYBODY : tls.rights();
    }

    @Override
    public boolean isAuthenticated() {
        return tls != null;
    }

    @Override
    public @Nullable InetAddress address() {
        return address;
    }

    @Override
    public String remote() {
        return remote;
    }
}
