// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.overlay;

import io.quorate.core.model.NodeId;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.Codec;
import io.quorate.lab.simulate.chance.Randomness;
import io.quorate.lab.simulate.time.VirtualTime;
import io.quorate.overlay.Handle;
import io.quorate.overlay.Key;
import io.quorate.overlay.Overlay;
import io.quorate.overlay.OverlayKind;
import io.quorate.overlay.OverlayMessage;
import io.quorate.overlay.OverlayTimer;
import io.quorate.overlay.Routed;
import io.quorate.overlay.RoutedCodec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Many nodes of an overlay in virtual time, from a seed. Nodes are numbered as they come; a number is never used again but by a restart. */
public final class OverlayWorld {
    /** The number of members that are named to a node that joins. */
    private static final int CONTACTS = 3;

    /** So often a node is drawn at random until one is found that is in. */
    private static final int TRIES = 1_000;

    private static final NodeId NOBODY = NodeId.of(NodeId.INDEX_MAX);

    private static final Codec<OverlayMessage> MESSAGES = OverlayMessage.TABLE;
    private static final RoutedCodec<Integer> ROUTED = new RoutedCodec<>(new Codec<>() {
        @Override
        public void write(Integer journey, ByteSink sink) {
            sink.writeInt(journey);
        }

        @Override
        public Integer read(ByteSource source) {
            return source.readInt();
        }
    });

    private final OverlayKind kind;
    private final Links links;
    private final VirtualTime time = new VirtualTime();
    private final Randomness delays;
    private final Randomness timers;
    private final Randomness choices;
    private final List<OverlayMember> members = new ArrayList<>();
    private final List<Journey> journeys = new ArrayList<>();
    private final ByteSink sink = new ByteSink();
    private final Map<String, Long> sentByKind = new TreeMap<>();
    private final Set<List<NodeId>> broken = new LinkedHashSet<>();
    private Predicate<NodeId> oneSide = node -> false;
    private long bytesSent;
    private long changes;

    public OverlayWorld(OverlayKind kind, Links links, long seed) {
        this.kind = kind;
        this.links = links;
        Randomness root = new Randomness(seed);
        this.delays = root.fork("delays");
        this.timers = root.fork("timers");
        this.choices = root.fork("choices");
    }

    public OverlayKind kind() {
        return kind;
    }

    Links links() {
        return links;
    }

    // Coming and going

    /** A new node; the first begins the overlay, another joins through some that are in. */
    public NodeId add() {
        return bringUp(NodeId.of(members.size()));
    }

    /** The node comes back under its number and its key, and remembers nothing. */
    public void restart(NodeId node) {
        crash(node);
        bringUp(node);
    }

    private NodeId bringUp(NodeId node) {
        List<Handle> contacts = contacts(node);
        OverlayMember member = new OverlayMember(this, kind.newNode(Handle.of(node)));
        put(member);
        if (contacts.isEmpty()) {
            member.overlay().begin(member);
        } else {
            member.overlay().join(contacts, member);
        }
        return node;
    }

    /** Those that could not get in yet, perhaps because everybody they knew has gone, are told of others. */
    public void joinAgain() {
        for (OverlayMember member : members) {
            List<Handle> contacts = contacts(member.id());
            if (member.isUp() && !member.overlay().isJoined() && !contacts.isEmpty()) {
                member.overlay().join(contacts, member);
            }
        }
    }

    private List<Handle> contacts(NodeId newcomer) {
        List<Handle> contacts = new ArrayList<>();
        for (int tries = 0; tries < TRIES && contacts.size() < CONTACTS && !members.isEmpty(); tries++) {
            OverlayMember member = members.get(choices.nextInt(members.size()));
            if (isPresent(member) && !member.id().equals(newcomer)) {
                contacts.add(member.overlay().self());
            }
        }
        return contacts;
    }

    private static boolean isPresent(OverlayMember member) {
        return member.isUp() && member.overlay().isJoined();
    }

    private void put(OverlayMember member) {
        if (member.id().index() < members.size()) {
            members.set(member.id().index(), member);
        } else {
            members.add(member);
        }
    }

    /** A number of nodes at once, each of which knows what it would know after all of them had joined. */
    public void addSettled(int count) {
        List<Handle> all = new ArrayList<>();
        for (int place = 0; place < count; place++) {
            all.add(Handle.of(NodeId.of(members.size() + place)));
        }
        List<Handle> sorted = new ArrayList<>(all);
        sorted.sort(Comparator.comparing(Handle::key));
        for (Handle self : all) {
            OverlayMember member = new OverlayMember(this, kind.newNode(self, kind.settled(self, sorted)));
            put(member);
            member.overlay().begin(member);
        }
    }

    /** The node falls silent. */
    public void crash(NodeId node) {
        members.get(node.index()).goDown();
    }

    /** The node says good-bye. */
    public void leave(NodeId node) {
        OverlayMember member = members.get(node.index());
        member.overlay().leave(member);
        member.goDown();
    }

    /** The nodes that run and are in. */
    public List<Overlay> nodes() {
        return members.stream()
                .filter(OverlayWorld::isPresent)
                .map(OverlayMember::overlay)
                .toList();
    }

    /** Some node that runs and is in. */
    public NodeId anyNode() {
        List<Handle> found = contacts(NOBODY);
        if (found.isEmpty()) {
            throw new IllegalStateException("no node is in the overlay: add one, and let a round go by");
        }
        return found.get(0).node();
    }

    /** Some key. */
    public Key anyKey() {
        return new Key(choices.nextLong(), choices.nextLong());
    }

    /** How many nodes run, those that are joining among them. */
    public int running() {
        return (int) members.stream().filter(OverlayMember::isUp).count();
    }

    // Time

    /** Lets a number of rounds of keep-alives pass. */
    public void runRounds(double rounds) {
        time.runUntil(time.now() + (long) (rounds * kind.timing().round().toNanos()));
    }

    /** How many rounds have gone by. */
    public double rounds() {
        return (double) time.now() / kind.timing().round().toNanos();
    }

    void startTimer(OverlayMember member, OverlayTimer timer, long start, Duration delay, Duration jitter) {
        long extra = (long) (timers.nextDouble() * jitter.toNanos());
        time.at(time.now() + delay.toNanos() + extra, () -> member.fire(timer, start));
    }

    // Messages

    void send(NodeId from, NodeId to, OverlayMessage message) {
        byte[] bytes = bytes(MESSAGES, message);
        carry(message.getClass().getSimpleName(), bytes, isSeparated(from, to), () -> arrive(from, to, bytes));
    }

    void send(NodeId from, NodeId to, Routed<Integer> message) {
        byte[] bytes = bytes(ROUTED, message);
        carry("routed", bytes, isSeparated(from, to), () -> arriveRouted(from, to, bytes));
    }

    private <T> byte[] bytes(Codec<T> codec, T message) {
        sink.clear();
        codec.write(message, sink);
        return sink.toByteArray();
    }

    private void carry(String what, byte[] bytes, boolean cutOff, Runnable arrival) {
        sentByKind.merge(what, 1L, Long::sum);
        bytesSent += bytes.length;
        if (!delays.chance(links.loss()) && !cutOff) {
            time.at(time.now() + links.delay().draw(delays), arrival);
        }
        if (delays.chance(links.duplicates()) && !cutOff) {
            time.at(time.now() + links.delay().draw(delays), arrival);
        }
    }

    /** From now on nothing gets from the nodes of the one side to the others, or back. */
    public void separate(Predicate<NodeId> isOfOneSide) {
        oneSide = isOfOneSide;
    }

    /** From now on nothing gets from the one node to the other; back it does. */
    public void breakLink(NodeId from, NodeId to) {
        broken.add(List.of(from, to));
    }

    /** Everything gets everywhere again. */
    public void reunite() {
        oneSide = node -> false;
        broken.clear();
    }

    private boolean isSeparated(NodeId from, NodeId to) {
        return oneSide.test(from) != oneSide.test(to) || (!broken.isEmpty() && broken.contains(List.of(from, to)));
    }

    private void arrive(NodeId from, NodeId to, byte[] bytes) {
        OverlayMember member = members.get(to.index());
        if (member.isUp()) {
            member.overlay().receive(from, MESSAGES.read(new ByteSource(bytes)), member);
        } else {
            notice(from, to);
        }
    }

    private void arriveRouted(NodeId from, NodeId to, byte[] bytes) {
        OverlayMember member = members.get(to.index());
        Routed<Integer> message = ROUTED.read(new ByteSource(bytes));
        if (member.isUp()) {
            member.router().arrived(from, message, member);
        } else if (notice(from, to)) {
            OverlayMember sender = members.get(from.index());
            sender.router().returned(message, sender);
        }
    }

    /** Whether the sender runs and is told that the other does not. */
    private boolean notice(NodeId from, NodeId gone) {
        OverlayMember sender = members.get(from.index());
        if (!links.failuresNoticed() || !sender.isUp()) {
            return false;
        }
        sender.overlay().peerGone(gone, sender);
        return true;
    }

    /** Routes a message from a node to the owner of the key; time must go by until it is there. */
    public Journey route(NodeId from, Key key) {
        Journey journey = new Journey(key, from);
        journeys.add(journey);
        OverlayMember member = members.get(from.index());
        member.router().route(key, journeys.size() - 1, member);
        return journey;
    }

    Journey journey(int number) {
        return journeys.get(number);
    }

    /** Forgets the journeys that were made; nothing of them may be under way. */
    public void forgetJourneys() {
        journeys.clear();
    }

    void joined(OverlayMember member) {
        changes++;
    }

    void neighboursChanged() {
        changes++;
    }

    /** How often a node has come in, or got or lost a neighbour: two equal numbers mean that nothing has changed. */
    public long changes() {
        return changes;
    }

    /** How many messages of each kind were sent; those that were routed count once for each hop. */
    public Map<String, Long> sentByKind() {
        return new TreeMap<>(sentByKind);
    }

    public long bytesSent() {
        return bytesSent;
    }

    /** The correct knowledge for the present members. */
    public Survey survey() {
        return new Survey(kind, nodes());
    }
}
