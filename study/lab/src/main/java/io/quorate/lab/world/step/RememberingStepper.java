// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world.step;

import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.lab.world.Cluster;
import io.quorate.lab.world.Usage;
import io.quorate.lab.world.event.Event;
import io.quorate.lab.world.facts.NodeClaim;
import io.quorate.lab.world.net.Channel;
import io.quorate.lab.world.net.Channels;
import io.quorate.lab.world.net.FrameInFlight;
import io.quorate.lab.world.net.InFlightReader;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Setup;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Runs a turn once and remembers what came of it: a turn is a function of the node's state and its event, and among
 * millions of states of a cluster there are only some thousands of states of a node. Equal nodes, frames and channels are
 * one object with a number, so a cluster's state is a short row of numbers ({@link #pack}).
 *
 * <p>In a network without order a channel is kept sorted: states that differ only in the order of sending are one.
 */
public final class RememberingStepper extends Stepper {
    private static final int NODES_MAX = 256;
    private static final int FAULT_KINDS = 18;

    /** How many numbers a long one takes. */
    private static final int WHOLE = 2;

    private final Setup setup;
    private final InFlightReader reader;
    private final boolean sorted;

    private final StateBytes describer = new StateBytes();
    private final ByteTable nodeNumbers = new ByteTable();
    private final ByteTable nodeNumbersWithoutClock = new ByteTable();
    private final List<NodeSnapshot> nodes = new ArrayList<>();
    private final List<NodeSnapshot> nodesWithoutClock = new ArrayList<>();
    private final List<NodeSnapshot> withoutClockOfNode = new ArrayList<>();
    private final StepTable<RecordedTurn.Told> turns = new StepTable<>();

    private final ByteTable packetNumbers = new ByteTable();
    private final ByteTable packetNumbersWithoutClock = new ByteTable();
    private final List<FrameInFlight> packetsWithoutClock = new ArrayList<>();
    private final List<FrameInFlight> packets = new ArrayList<>();
    private final List<FrameInFlight> withoutClockOfPacket = new ArrayList<>();

    private final ByteTable channelNumbers = new ByteTable();
    private final List<Channel> channels = new ArrayList<>();
    private final StepTable<Channel> appended = new StepTable<>();
    private final StepTable<Channel> removed = new StepTable<>();
    private final StepTable<Channel> withoutClockOfChannel = new StepTable<>();

    private final ByteTable orderNumbers = new ByteTable();
    private final List<int[]> orders = new ArrayList<>();

    private final Map<LockName, Integer> lockNumbers = new LinkedHashMap<>();

    private final List<Mirror> mirrors = new ArrayList<>();

    public RememberingStepper(Setup setup) {
        this(setup, List.of());
    }

    /** A stepper that can also put a cluster into the same state with other names of the nodes: {@link #rename}. */
    public RememberingStepper(Setup setup, List<Renaming> renamings) {
        if (setup.nodes() > NODES_MAX) {
            throw new IllegalArgumentException("at most " + NODES_MAX + " nodes can be explored, not " + setup.nodes());
        }
        this.setup = setup;
        this.reader = new InFlightReader(setup.protocol());
        this.sorted = setup.network() == Network.UNORDERED;
        intern(Channel.EMPTY);
        renamings.forEach(renaming -> mirrors.add(new Mirror(this, renaming)));
    }

    @Override
    public NodeSnapshot first(Setup same, int index) {
        return begun(index, node -> intern(NodeSnapshot.first(setup, node, reader)));
    }

    @Override
    public NodeSnapshot restarted(Setup same, int index, Restarted as) {
        return begun(index, node -> intern(NodeSnapshot.restarted(setup, node, reader, as)));
    }

    /** A node at its start, and under all names that it has. */
    private NodeSnapshot begun(int index, Function<NodeId, NodeSnapshot> starts) {
        NodeId self = NodeId.of(index);
        for (Mirror mirror : mirrors) {
            NodeId other = mirror.renaming().of(self);
            mirror.node(starts.apply(self), starts.apply(other));
            mirrors.forEach(next ->
                    next.node(starts.apply(other), starts.apply(next.renaming().of(other))));
        }
        return starts.apply(self);
    }

    @Override
    public NodeSnapshot step(NodeSnapshot node, Event event, TurnEffects effects) {
        return turn(node, event).tell(effects);
    }

    /** One turn, run or remembered. */
    RecordedTurn.Told turn(NodeSnapshot node, Event event) {
        long key = key(event);
        RecordedTurn.Told known = turns.get(node.id(), key);
        if (known == null) {
            NodeSnapshot worker = node.copy(-1);
            RecordedTurn turn = new RecordedTurn(this::intern);
            worker.run(event, turn);
            known = turn.told(intern(worker));
            turns.put(node.id(), key, known);
            for (Mirror mirror : mirrors) {
                mirror.turned(node, event, known);
            }
        }
        return known;
    }

    NodeSnapshot node(int number) {
        return nodes.get(number);
    }

    FrameInFlight frame(int number) {
        return packets.get(number);
    }

    Channel known(Channel channel) {
        return intern(channel);
    }

    /** How many other namings of the nodes it knows. */
    public int renamings() {
        return mirrors.size();
    }

    /** Puts the second cluster into the state of the first by the other naming of this number. */
    public void rename(Cluster original, int naming, Cluster into) {
        mirrors.get(naming).rename(original, into);
    }

    /** Different events have different keys. */
    private long key(Event event) {
        if (event instanceof Event.Receive receive) {
            return key(0, receive.packet().id(), receive.from().index());
        } else if (event instanceof Event.Acquire acquire) {
            return key(1, acquire.claim());
        } else if (event instanceof Event.Release release) {
            return key(2, release.claim());
        } else if (event instanceof Event.Abandon abandon) {
            return key(3, abandon.claim());
        } else if (event instanceof Event.OfPeer told) {
            return key(4, told.news().code, told.peer().index());
        } else if (event instanceof Event.Signal signal) {
            return key(5, signal.code, 0);
        } else if (event instanceof Event.TimerFired fired) {
            return key(6, fired.timer().ordinal(), lockNumber(fired.lock()));
        } else if (event instanceof Event.Expired expired) {
            return key(7, expired.incarnation(), expired.owner().index());
        } else if (event instanceof Event.Risen risen) {
            return key(8, risen.clock(), risen.configuration().number());
        } else if (event instanceof Event.LowerEnded ended) {
            return key(9, ended.clock() << 8 | bits(ended.sealed()), 0);
        }
        throw new IllegalArgumentException("the checker tells no node this: " + event);
    }

    private static long key(int kind, long what, int who) {
        return (((what << 16) | who) << 4) | kind;
    }

    private long key(int kind, NodeClaim claim) {
        int flags = (claim.isNow() ? 2 : 0) | (claim.mode() == Mode.SHARED ? 1 : 0);
        return key(kind, (claim.id() << 2) | flags, lockNumber(claim.lock()));
    }

    private int lockNumber(LockName lock) {
        return lockNumbers.computeIfAbsent(lock, name -> lockNumbers.size());
    }

    private NodeSnapshot intern(NodeSnapshot state) {
        describer.clear();
        describer.node("self", state.self());
        state.describeTo(describer);
        byte[] bytes = describer.bytes().buffer();
        int length = describer.bytes().length();
        int number = nodeNumbers.number(bytes, length);
        if (number == nodes.size()) {
            NodeSnapshot kept = state.copy(number); // a fresh copy is smaller than one that has worked
            nodes.add(kept);
            byte[] rest = Arrays.copyOfRange(bytes, StateBytes.CLOCK_LENGTH, length);
            int reduced = nodeNumbersWithoutClock.number(rest, rest.length);
            if (reduced == nodesWithoutClock.size()) {
                nodesWithoutClock.add(kept);
            }
            withoutClockOfNode.add(nodesWithoutClock.get(reduced));
        }
        return nodes.get(number);
    }

    private FrameInFlight intern(FrameInFlight packet) {
        int number = packetNumbers.number(packet.bytes(), packet.bytes().length);
        if (number == packets.size()) {
            FrameInFlight kept = new FrameInFlight(reader, packet.bytes(), number);
            packets.add(kept);
            byte[] rest = packet.bytesWithoutClock();
            int reduced = packetNumbersWithoutClock.number(rest, rest.length);
            if (reduced == packetsWithoutClock.size()) {
                packetsWithoutClock.add(kept);
            }
            withoutClockOfPacket.add(packetsWithoutClock.get(reduced));
        }
        return packets.get(number);
    }

    @Override
    public Channel append(Channel channel, FrameInFlight packet) {
        Channel known = appended.get(channel.id(), packet.id());
        if (known == null) {
            known = intern(channel.plus(packet));
            appended.put(channel.id(), packet.id(), known);
        }
        return known;
    }

    @Override
    public Channel remove(Channel channel, int position) {
        Channel known = removed.get(channel.id(), position);
        if (known == null) {
            known = intern(channel.minus(position));
            removed.put(channel.id(), position, known);
        }
        return known;
    }

    @Override
    public Channel mark(Channel channel, long without, long with) {
        return intern(channel.marked(without, with));
    }

    private Channel intern(Channel channel) {
        Channel content = sorted ? channel.sorted() : channel;
        ByteBuffer bytes = ByteBuffer.allocate(content.size() * (Integer.BYTES + Long.BYTES));
        for (int position = 1; position <= content.size(); position++) {
            bytes.putInt(content.at(position).id());
            bytes.putLong(content.awaitedAt(position));
        }
        int number = channelNumbers.number(bytes.array(), bytes.capacity());
        if (number == channels.size()) {
            channels.add(content.isEmpty() ? Channel.EMPTY : content.known(number));
        }
        return channels.get(number);
    }

    private Channel withoutClock(Channel channel) {
        Channel known = withoutClockOfChannel.get(channel.id(), 0);
        if (known == null) {
            FrameInFlight[] reduced = new FrameInFlight[channel.size()];
            for (int place = 0; place < reduced.length; place++) {
                reduced[place] = withoutClockOfPacket.get(channel.at(place + 1).id());
            }
            known = intern(channel.with(reduced));
            withoutClockOfChannel.put(channel.id(), 0, known);
        }
        return known;
    }

    /**
     * Forgets the logical clocks of nodes and frames, by putting one representative in the place of all that differ in the
     * clock only. Allowed once no node will ask again, and then exact: a clock is read for nothing but the stamp of a new
     * request, so states that differ in clocks only have the same choices, and the same choice leads them to states that
     * again differ in clocks only.
     */
    public void forgetClocks(Cluster cluster) {
        for (int index = 0; index < cluster.nodes.length; index++) {
            cluster.nodes[index] = withoutClockOfNode.get(cluster.nodes[index].id());
        }
        Channels all = cluster.channels;
        for (long pair = all.nextFilled(0); pair >= 0; pair = all.nextFilled(pair + 1)) {
            int from = all.from(pair);
            int to = all.to(pair);
            all.set(from, to, withoutClock(all.get(from, to)));
        }
    }

    /** How many numbers the state of a cluster takes. */
    public int packedLength() {
        int size = setup.nodes();
        return size
                + size * size
                + 2 * size
                + FAULT_KINDS
                + (setup.hasRosters() ? 1 + size : 0)
                + (setup.isPassingWatched() ? size : 0)
                + (isSequenced() ? size : 0)
                + (setup.isBounded() ? 2 * WHOLE : 0);
    }

    /** Writes the state of a cluster of this stepper; equal states give equal numbers. */
    public void pack(Cluster cluster, int[] into, int offset) {
        int place = offset;
        int size = cluster.size();
        for (int index = 0; index < size; index++) {
            into[place++] = cluster.nodes[index].id();
        }
        for (int from = 0; from < size; from++) {
            for (int to = 0; to < size; to++) {
                into[place++] = cluster.channels.get(from, to).id();
            }
        }
        Usage usage = cluster.usage;
        for (int index = 0; index < size; index++) {
            into[place++] = usage.claims(index);
            into[place++] = usage.incarnation(index);
        }
        into[place++] = usage.resets;
        into[place++] = usage.oneSidedResets;
        into[place++] = usage.duplicates;
        into[place++] = usage.suspicions;
        into[place++] = bits(usage.crashed);
        into[place++] = usage.crashes;
        into[place++] = usage.restarts;
        into[place++] = usage.trustEnds;
        into[place++] = usage.leaves;
        into[place++] = usage.earlyTimeouts;
        into[place++] = usage.fences.isBroken() ? 1 : 0;
        into[place++] = (int) (usage.fences.exclusive() >>> Integer.SIZE);
        into[place++] = (int) usage.fences.exclusive();
        into[place++] = (int) (usage.fences.shared() >>> Integer.SIZE);
        into[place++] = (int) usage.fences.shared();
        into[place++] = usage.promises.bits();
        into[place++] = usage.promises.overtaking().bits();
        into[place++] = packHints(usage);
        if (setup.hasRosters()) {
            into[place++] = bits(usage.changes.thawed) << 1 | (usage.changes.lost ? 1 : 0);
            for (int index = 0; index < size; index++) {
                into[place++] = usage.changes.packed(index);
            }
        }
        for (int index = 0; index < size && setup.isPassingWatched(); index++) {
            into[place++] = usage.passes.of(index);
        }
        packOrders(cluster, into, place);
    }

    /** Hints, stops and frozen nodes in one number; there are at most eight nodes where they are. */
    private static int packHints(Usage usage) {
        int counts = usage.slowHints | usage.twins << 4 | usage.stops << 8;
        return counts | bits(usage.frozen) << 12 | bits(usage.clean) << 20;
    }

    private static void unpackHints(int packed, Usage usage) {
        usage.slowHints = packed & 0xF;
        usage.twins = packed >> 4 & 0xF;
        usage.stops = packed >> 8 & 0xF;
        usage.frozen = NodeSet.ofBits(packed >> 12 & 0xFF);
        usage.clean = NodeSet.ofBits(packed >> 20 & 0xFF);
    }

    /** The additions of the medium's order, and of bounds on delays, to the state. */
    private void packOrders(Cluster cluster, int[] into, int offset) {
        int place = offset;
        for (int index = 0; index < cluster.size() && isSequenced(); index++) {
            into[place++] = orderNumber(cluster.inboxes.of(index));
        }
        if (setup.isBounded()) {
            into[place++] = (int) (cluster.bounds.first() >>> Integer.SIZE);
            into[place++] = (int) cluster.bounds.first();
            into[place++] = (int) (cluster.bounds.second() >>> Integer.SIZE);
            into[place] = (int) cluster.bounds.second();
        }
    }

    private void unpackOrders(int[] from, int offset, Cluster cluster) {
        int place = offset;
        for (int index = 0; index < cluster.size() && isSequenced(); index++) {
            cluster.inboxes.set(index, orders.get(from[place++]));
        }
        if (setup.isBounded()) {
            cluster.bounds.set(whole(from, place), whole(from, place + WHOLE));
        }
    }

    private boolean isSequenced() {
        return setup.network() == Network.SEQUENCED;
    }

    private int orderNumber(int[] senders) {
        ByteBuffer bytes = ByteBuffer.allocate(senders.length);
        for (int sender : senders) {
            bytes.put((byte) sender);
        }
        int number = orderNumbers.number(bytes.array(), bytes.capacity());
        if (number == orders.size()) {
            orders.add(senders);
        }
        return number;
    }

    /** Puts a cluster of this stepper into the state that was packed. */
    public void unpack(int[] from, int offset, Cluster cluster) {
        int place = offset;
        int size = cluster.size();
        for (int index = 0; index < size; index++) {
            cluster.nodes[index] = nodes.get(from[place++]);
        }
        for (int sender = 0; sender < size; sender++) {
            for (int receiver = 0; receiver < size; receiver++) {
                cluster.channels.set(sender, receiver, channels.get(from[place++]));
            }
        }
        Usage usage = cluster.usage;
        for (int index = 0; index < size; index++) {
            usage.setClaims(index, from[place++]);
            usage.setIncarnation(index, from[place++]);
        }
        usage.resets = from[place++];
        usage.oneSidedResets = from[place++];
        usage.duplicates = from[place++];
        usage.suspicions = from[place++];
        usage.crashed = NodeSet.ofBits(Integer.toUnsignedLong(from[place++]));
        usage.crashes = from[place++];
        usage.restarts = from[place++];
        usage.trustEnds = from[place++];
        usage.leaves = from[place++];
        usage.earlyTimeouts = from[place++];
        boolean broken = from[place++] == 1;
        usage.fences.set(broken, whole(from, place), whole(from, place + WHOLE));
        place += 2 * WHOLE;
        usage.promises.set(from[place++]);
        usage.promises.overtaking().set(from[place++]);
        unpackHints(from[place++], usage);
        if (setup.hasRosters()) {
            usage.changes.lost = (from[place] & 1) == 1;
            usage.changes.thawed = NodeSet.ofBits(from[place++] >> 1);
            for (int index = 0; index < size; index++) {
                usage.changes.unpack(index, from[place++]);
            }
        }
        for (int index = 0; index < size && setup.isPassingWatched(); index++) {
            usage.passes.set(index, from[place++]);
        }
        unpackOrders(from, place, cluster);
    }

    private static long whole(int[] from, int place) {
        return ((long) from[place] << Integer.SIZE) | Integer.toUnsignedLong(from[place + 1]);
    }

    private static int bits(NodeSet nodes) {
        int bits = 0;
        for (int index = nodes.next(0); index >= 0; index = nodes.next(index + 1)) {
            bits |= 1 << index;
        }
        return bits;
    }
}
