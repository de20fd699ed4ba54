package io.quorate.node.net.tcp;

import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.MalformedFrameException;
import io.quorate.node.net.Roster;
import io.quorate.node.net.link.LinkSupervisor;
import io.quorate.node.net.link.Packet;
import io.quorate.node.net.link.PeerConnection;
import io.quorate.node.net.link.Wire;
import io.quorate.node.net.link.WireSource;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jspecify.annotations.Nullable;

/**
 * Wires inside a JGroups channel: every message begins with a byte for its kind, and those of a wire with the wire's number,
 * drawn by chance by the side that begins it. The view says which addresses there are, and each tells which member it is;
 * both are hints only, for calling: who somebody is is settled by the hello on the wire.
 */
public final class ChannelWires implements WireSource, Receiver {
    private static final System.Logger LOG = System.getLogger(ChannelWires.class.getName());

    private static final byte HERE = 1;
    private static final byte HERE_TOO = 2;
    private static final byte PACKET = 3;
    private static final byte BYE = 4;
    private static final int PACKET_PREFIX = 1 + Long.BYTES;

    /** So many errands wait at most; byes to unknown wires and answers to who asks beyond are left out: they ask again. */
    private static final int ERRANDS_MAX = 256;

    /** Addresses of whom it is not known which member they are, if any, are asked again after this, and doubled up to. */
    private static final long ASK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long ASK_AGAIN_MAX_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final JChannel channel;
    private final LinkSupervisor events;
    private final String ownId;
    private final Set<String> memberIds = new TreeSet<>();
    private final Message.Flag[] flags;
    private final Map<Long, ChannelWire> wires = new ConcurrentHashMap<>();
    private final Map<String, Address> whereabouts = new ConcurrentHashMap<>();
    private volatile List<Address> present = List.of();
    private volatile boolean stopped;
    private volatile long askAgainAt = System.nanoTime() + ASK_AGAIN_NANOS;
    private volatile long askAgainPause = ASK_AGAIN_NANOS;

    /** Says what may take its time, so that no other thread has to wait for it, and tells of wires that ended. */
    private final ThreadPoolExecutor errands;

    ChannelWires(
            JChannel channel, LinkSupervisor events, Roster roster, String ownId, JChannelTransport.Delivery delivery) {
        this.channel = channel;
        this.events = events;
        this.ownId = ownId;
        roster.members().forEach(member -> memberIds.add(member.id()));
        this.flags = delivery.flags();
        this.errands = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> {
            Thread thread = new Thread(work, "quorate-net-" + ownId + "-errands");
            thread.setDaemon(true);
            return thread;
        });
        errands.allowCoreThreadTimeOut(true);
        errands.setRejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy()); // after the end, nobody needs them
    }

    @Override
    public boolean canReach(Roster.Member member) {
        boolean known = whereabouts.containsKey(member.id());
        long now = System.nanoTime();
        if (!known && now - askAgainAt > 0) {
            askAgainPause = Math.min(ASK_AGAIN_MAX_NANOS, 2 * askAgainPause);
            askAgainAt = now + askAgainPause;
            List<Address> unknown = new ArrayList<>(present);
            unknown.removeAll(whereabouts.values());
            introduceTo(unknown);
        }
        return known;
    }

    @Override
    public Wire connect(Roster.Member member) throws IOException {
        Address address = whereabouts.get(member.id());
        if (address == null || stopped) {
            throw new IOException(member.id() + " is not in the view");
        }
        return new ChannelWire(UUID.randomUUID().getMostSignificantBits(), address);
    }

    @Override
    public void stop() {
        stopped = true;
        for (ChannelWire wire : wires.values()) {
            wire.sayBye();
        }
    }

    @Override
    public void awaitEnd() {
        errands.shutdown();
        try {
            if (!errands.awaitTermination(1, TimeUnit.SECONDS)) {
                errands.shutdownNow();
            }
        } catch (InterruptedException interruption) {
            errands.shutdownNow();
            Thread.currentThread().interrupt();
        }
        channel.close();
    }

    @Override
    public void viewAccepted(View view) {
        List<Address> others = new ArrayList<>(view.getMembers());
        others.remove(channel.getAddress());
        List<Address> arrived = new ArrayList<>(others);
        arrived.removeAll(present);
        present = List.copyOf(others);
        whereabouts.values().retainAll(others);
        for (ChannelWire wire : wires.values()) {
            if (!others.contains(wire.peer)) {
                wire.end(false);
            }
        }
        askAgainPause = ASK_AGAIN_NANOS;
        askAgainAt = System.nanoTime() + ASK_AGAIN_NANOS;
        introduceTo(arrived);
    }

    private void introduceTo(List<Address> addresses) {
        for (Address address : addresses) {
            errands.execute(() -> introduce(HERE, address));
        }
    }

    private void introduce(byte kind, Address to) {
        byte[] id = ownId.getBytes(StandardCharsets.UTF_8);
        ByteSink sink = new ByteSink();
        sink.writeByte(kind);
        sink.writeBytes(id);
        sendQuietly(to, sink.toByteArray());
    }

    private void sendQuietly(Address to, byte[] bytes) {
        try {
            channel.send(new BytesMessage(to, bytes).setFlag(flags));
        } catch (Exception unreachable) {
            LOG.log(Level.DEBUG, () -> "cannot reach " + to + ": " + unreachable);
        }
    }

    @Override
    public void receive(Message message) {
        if (stopped || !(message instanceof BytesMessage) || message.getLength() == 0) {
            return;
        }
        byte[] bytes = message.getArray();
        int offset = message.getOffset();
        int length = message.getLength();
        Address from = message.getSrc();
        switch (bytes[offset]) {
            case HERE, HERE_TOO -> {
                String id = new String(bytes, offset + 1, length - 1, StandardCharsets.UTF_8);
                if (memberIds.contains(id)) { // else the hello would be refused anyway
                    whereabouts.put(id, from);
                }
                if (bytes[offset] == HERE && errands.getQueue().size() < ERRANDS_MAX) {
                    errands.execute(() -> introduce(HERE_TOO, from));
                }
            }
            case PACKET -> receivePacket(from, bytes, offset, length);
            case BYE -> {
                ChannelWire wire = length < PACKET_PREFIX ? null : wires.get(wireNumber(bytes, offset));
                if (wire != null && wire.peer.equals(from)) {
                    wire.end(false);
                }
            }
            default -> LOG.log(Level.DEBUG, () -> "a message of an unknown kind from " + from);
        }
    }

    private static long wireNumber(byte[] bytes, int offset) {
        return new ByteSource(bytes, offset + 1, Long.BYTES).readFixedLong();
    }

    private void receivePacket(Address from, byte[] bytes, int offset, int length) {
        if (length < PACKET_PREFIX + Packet.HEADER_LENGTH || length > PACKET_PREFIX + Packet.LENGTH_MAX) {
            return;
        }
        long number = wireNumber(bytes, offset);
        ChannelWire wire = wires.get(number);
        if (wire == null && bytes[offset + PACKET_PREFIX] == Packet.Kind.HELLO.code) {
            wire = accept(number, from);
        }
        if (wire == null || !wire.peer.equals(from)) {
            if (errands.getQueue().size() < ERRANDS_MAX) {
                errands.execute(() -> sendQuietly(from, bye(number)));
            }
        } else {
            wire.receive(bytes, offset + PACKET_PREFIX, length - PACKET_PREFIX);
        }
    }

    private @Nullable ChannelWire accept(long number, Address from) {
        ChannelWire wire = new ChannelWire(number, from);
        PeerConnection connection = events.accepted(wire);
        if (connection == null) {
            return null;
        }
        wire.startReading(connection);
        return wire;
    }

    private static byte[] bye(long number) {
        ByteSink sink = new ByteSink();
        sink.writeByte(BYE);
        sink.writeFixedLong(number);
        return sink.toByteArray();
    }

    /** A wire to or from one address of the channel. */
    private final class ChannelWire implements Wire {
        private final long number;
        private final Address peer;
        private final byte[] prefix;
        private final Packet incoming = new Packet();
        private final AtomicBoolean ended = new AtomicBoolean();
        private volatile @Nullable PeerConnection connection;

        ChannelWire(long number, Address peer) {
            this.number = number;
            this.peer = peer;
            ByteSink sink = new ByteSink();
            sink.writeByte(PACKET);
            sink.writeFixedLong(number);
            this.prefix = sink.toByteArray();
        }

        @Override
        public void startReading(PeerConnection reader) {
            connection = reader;
            wires.put(number, this);
            if (stopped) {
                end(false);
            }
        }

        @Override
        public void send(byte[] bytes, int offset, int length) throws Exception {
            byte[] content = new byte[PACKET_PREFIX + length];
            System.arraycopy(prefix, 0, content, 0, PACKET_PREFIX);
            System.arraycopy(bytes, offset, content, PACKET_PREFIX, length);
            channel.send(new BytesMessage(peer, content).setFlag(flags));
        }

        /** Several threads may come with messages of one sender, when the channel is not ours. */
        synchronized void receive(byte[] bytes, int offset, int length) {
            PeerConnection reader = connection;
            if (reader == null || ended.get()) {
                return;
            }
            try {
                System.arraycopy(bytes, offset, incoming.bufferFor(length), 0, length);
                incoming.check();
                events.received(reader, incoming);
            } catch (MalformedFrameException malformed) {
                events.malformed(remote(), malformed);
                close();
            }
        }

        @Override
        public void close() {
            end(true);
        }

        private void end(boolean byOurselves) {
            if (!ended.compareAndSet(false, true)) {
                return;
            }
            wires.remove(number);
            PeerConnection reader = connection;
            errands.execute(() -> {
                if (reader != null) {
                    events.closed(reader);
                }
                if (byOurselves && present.contains(peer)) {
                    sayBye();
                }
            });
        }

        private void sayBye() {
            sendQuietly(peer, bye(number));
        }

        @Override
        public String remote() {
            return String.valueOf(peer);
        }
    }
}
