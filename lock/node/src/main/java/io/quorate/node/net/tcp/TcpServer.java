// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.tcp;

import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.net.LinkSettings;
import io.quorate.node.net.Roster;
import io.quorate.node.net.ThreadEnd;
import io.quorate.node.net.TransportException;
import io.quorate.node.net.link.LinkSupervisor;
import io.quorate.node.net.link.Wire;
import io.quorate.node.net.link.WireSource;
import io.quorate.node.net.tls.NodeTls;
import io.quorate.node.watch.Pulse;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The sockets of one node: accepts, connects, and shares the wires out among four threads. Members have one for themselves, and so
 * have guests and admin clients. Handshakes run on two others, one for callers from the addresses of members and one for the rest,
 * so a flood of callers can delay neither members nor those who are let in.
 */
final class TcpServer implements WireSource {
    private static final EventLog LOG = EventLog.of(TcpServer.class);

    /** A host that does not answer holds up a connecting thread for so long at most. */
    private static final int CONNECT_MAX_MILLIS = 500;

    private static final int BACKLOG = 512;

    /** Until the next attempt when the system has no descriptor or memory left for a caller. */
    private static final long EXHAUSTED_PAUSE_NANOS = Duration.ofMillis(100).toNanos();

    private final LinkSupervisor events;
    private final @Nullable NodeTls tls;
    private final LinkSettings settings;

    /** Null if nobody is to call this node. */
    private final @Nullable ServerSocketChannel listening;

    private final IoLoop members;
    private final IoLoop guests;
    private final IoLoop knownLobby;
    private final IoLoop lobby;
    private final List<IoLoop> loops;
    private final @Nullable Thread acceptor;
    private final Pulse acceptorPulse;
    private volatile boolean closed;

    private TcpServer(
            String name,
            LinkSupervisor events,
            @Nullable ServerSocketChannel listening,
            @Nullable NodeTls tls,
            LinkSettings settings)
            throws IOException {
        this.settings = settings;
        this.events = events;
        this.listening = listening;
        this.tls = tls;
        String prefix = "quorate-net-" + name + "-";
        this.acceptorPulse = new Pulse("the thread " + prefix + "acceptor");
        this.members = loop(prefix + "members");
        this.knownLobby = loop(prefix + "handshakes");
        if (listening == null) {
            this.guests = members;
            this.lobby = knownLobby;
            this.loops = List.of(members, knownLobby);
            this.acceptor = null;
        } else {
            this.guests = loop(prefix + "guests");
            this.lobby = loop(prefix + "lobby");
            this.loops = List.of(members, knownLobby, guests, lobby);
            this.acceptor = new Thread(this::acceptAll, prefix + "acceptor");
            acceptor.setDaemon(true);
        }
    }

    private IoLoop loop(String name) throws IOException {
        return new IoLoop(name, events);
    }

    /** Listens and accepts from now on; a {@link TransportException} says why not. A node that nobody calls listens nowhere. */
    static TcpServer start(String name, LinkSupervisor events, Roster.@Nullable Member at, LinkSettings settings) {
        NodeTls tls = settings.nodeTls(name);
        ServerSocketChannel listening = null;
        TcpServer server = null;
        try {
            listening = at == null ? null : listen(at, settings);
            server = new TcpServer(name, events, listening, tls, settings);
            server.loops.forEach(IoLoop::start);
            if (server.acceptor != null) {
                events.watch(server.acceptorPulse);
                server.acceptor.start();
            }
            return server;
        } catch (IOException | OutOfMemoryError failure) {
            closeQuietly(listening);
            if (server != null) {
                server.loops.forEach(IoLoop::stop); // those that could be started
            }
            throw new TransportException(
                    "cannot open a socket or start a thread (" + failure + "): raise the limits of this process "
                            + "(ulimit -n, ulimit -u), or close what it has open",
                    failure);
        }
    }

    private static ServerSocketChannel listen(Roster.Member at, LinkSettings settings) throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open();
        try {
            InetAddress address = InetAddress.getByName(at.host());
            channel.setOption(StandardSocketOptions.SO_RCVBUF, TcpWire.SOCKET_BUFFER_BYTES);
            channel.bind(new InetSocketAddress(address, at.port()), BACKLOG);
            if (!settings.permits(address)) { // its name was that of another address when the configuration was checked
                throw new TransportException("listening at " + at.address() + " (" + address.getHostAddress()
                        + ") needs TLS: give this node a certificate, or say insecure()");
            }
            return channel;
        } catch (TransportException insecure) {
            closeQuietly(channel);
            throw insecure;
        } catch (IOException | UnresolvedAddressException failure) {
            closeQuietly(channel);
            throw cannotListen(at, failure);
        }
    }

    private static void closeQuietly(java.nio.channels.@Nullable Channel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException broken) {
            LOG.sayWith(LogEvent.CLOSING_FAILED, broken);
        }
    }

    /** Says why nobody can listen there, and what to do. */
    private static TransportException cannotListen(Roster.Member at, Exception failure) {
        if (failure instanceof UnknownHostException) {
            return new TransportException(
                    "the host " + at.host()
                            + " of this node is unknown here: correct the roster or the name service, or "
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

    LinkSupervisor events() {
        return events;
    }

    /** Serves a connection after the handshake. */
    IoLoop loopFor(boolean member) {
        return member ? members : guests;
    }

    private void acceptAll() {
        acceptorPulse.begin();
        try {
            acceptUntilClosed();
            acceptorPulse.end();
        } catch (RuntimeException | Error failure) {
            events.dead(acceptorPulse, failure);
        }
    }

    private void acceptUntilClosed() {
        ServerSocketChannel from = listening;
        while (!closed && from != null) {
            try {
                acceptorPulse.rest();
                SocketChannel caller = from.accept();
                acceptorPulse.beat();
                accept(caller);
            } catch (IOException | OutOfMemoryError exhausted) {
                if (!closed) {
                    events.exhausted("accept a connection", exhausted);
                    LockSupport.parkNanos(this, EXHAUSTED_PAUSE_NANOS);
                }
            }
        }
    }

    private void accept(SocketChannel channel) {
        InetAddress from = null;
        LinkSupervisor.Admission admission = LinkSupervisor.Admission.NONE;
        TcpWire wire = null;
        try {
            from = ((InetSocketAddress) channel.getRemoteAddress()).getAddress();
            admission = events.admit(from);
            if (admission != LinkSupervisor.Admission.NONE) {
                boolean known = admission == LinkSupervisor.Admission.KNOWN;
                wire = new TcpWire(channel, this, known ? knownLobby : lobby, tls, null);
            }
        } catch (IOException hungUp) {
            LOG.sayWith(LogEvent.CALLER_HUNG_UP, hungUp);
        } catch (RuntimeException bug) { // costs this caller its connection, not the node its acceptor
            events.failed("accepting a connection", bug);
        } finally {
            if (wire == null) {
                closeQuietly(channel);
                if (from != null && admission != LinkSupervisor.Admission.NONE) {
                    events.gaveUp(from, admission);
                }
            }
        }
        if (wire != null) {
            wire.startReading(events.accepted(wire, admission));
            if (closed) {
                wire.close(); // the others were closed before this one was there
            }
        }
    }

    @Override
    public Wire connect(Roster.Member member, InetAddress address) throws IOException {
        if (!settings.permits(
                address)) { // addresses are learnt, and resolved again, after the configuration was checked
            events.insecure(member, address);
            throw new IOException("without TLS, " + address.getHostAddress() + " is not called");
        }
        SocketChannel channel = SocketChannel.open();
        try {
            channel.setOption(StandardSocketOptions.SO_RCVBUF, TcpWire.SOCKET_BUFFER_BYTES);
            channel.socket().connect(new InetSocketAddress(address, member.port()), CONNECT_MAX_MILLIS);
            return new TcpWire(channel, this, knownLobby, tls, member);
        } catch (IOException | RuntimeException failure) {
            closeQuietly(channel);
            throw failure;
        }
    }

    @Override
    public void look() {
        if (tls != null) {
            tls.look();
        }
    }

    @Override
    public void stop() {
        closed = true;
        closeQuietly(listening);
        if (acceptor != null) {
            LockSupport.unpark(acceptor);
        }
    }

    @Override
    public void awaitEnd() {
        loops.forEach(IoLoop::stop);
        loops.forEach(IoLoop::awaitEnd);
        if (acceptor != null && Thread.currentThread() != acceptor) {
            ThreadEnd.await(acceptor);
        }
    }
}
