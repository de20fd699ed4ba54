// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.runtime;

import io.quorate.api.LocksConfig;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.Protocols;
import io.quorate.core.lock.part.PartStart;
import io.quorate.core.model.NodeId;
import io.quorate.core.node.LockNode;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.node.ClusterNode;
import io.quorate.node.ConfigFaults;
import io.quorate.node.NodeBuilder;
import io.quorate.node.net.LinkSettings;
import io.quorate.node.net.Roster;
import io.quorate.node.net.Transport;
import io.quorate.node.net.TransportException;
import io.quorate.node.part.PartDesk;
import io.quorate.node.part.PartGuide;
import io.quorate.node.part.PartNode;
import io.quorate.node.turn.Availability;
import io.quorate.overlay.Handle;
import io.quorate.overlay.OverlayKind;
import io.quorate.overlay.OverlayTiming;
import io.quorate.overlay.catalog.Overlays;
import io.quorate.overlay.node.OverlayPart;
import io.quorate.overlay.node.OverlayProtocol;
import io.quorate.overlay.node.OverlayStart;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Starts one node of an overlay: finds somebody who lets it in and a number that nobody has, and goes in. */
final class OverlayStarter implements PartGuide {
    /** Where the first node is reached if nothing is said. */
    private static final String FIRST_ADDRESS = "localhost:7400";

    /** So often a number is drawn, if those drawn are taken. */
    private static final int DRAWS_MAX = 20;

    /** The number of rounds of keep-alives in a lease: a silent node is noticed well before its votes have expired. */
    private static final int ROUNDS_PER_LEASE = 10;

    private static final Duration ROUND_MIN = Duration.ofMillis(50);

    /** With fewer rounds of keep-alives in a lease, neighbours would not notice each other in time. */
    private static final Duration LEASE_MIN = ROUND_MIN.multipliedBy(5);

    private static final int SILENT_ROUNDS = 3;

    private final LocksConfig config;
    private final OverlayPlace place;
    private final Protocol<?> protocol;
    private final OverlayKind kind;
    private final Placement placement;
    private final OverlayContacts contacts;
    private List<OverlayContacts.Contact> found = List.of();
    private @Nullable NodeId self;
    private Roster.@Nullable Member at;
    private @Nullable AddressBook book;
    private @Nullable OverlayTransport transport;
    private @Nullable OverlayDesk desk;

    private OverlayStarter(
            LocksConfig config, OverlayPlace place, Protocol<?> protocol, OverlayKind kind, Consumer<String> progress) {
        this.config = config;
        this.place = place;
        this.protocol = protocol;
        Duration round = config.lease().dividedBy(ROUNDS_PER_LEASE);
        this.kind =
                kind.withTiming(new OverlayTiming(round.compareTo(ROUND_MIN) < 0 ? ROUND_MIN : round, SILENT_ROUNDS));
        this.placement = placement(place);
        this.contacts = new OverlayContacts(config, place, clusterSettings(), progress);
    }

    private static Placement placement(OverlayPlace place) {
        return Placement.asNumbered(new Majority(place.replicas()));
    }

    /**
     * For a node with this configuration at this place; throws {@link io.quorate.api.InvalidConfigException} with all that is wrong
     * with them.
     *
     * @param progress told, in words, what the start waits for
     * @param unsafe whether also rules that {@link Protocol#whyUnsafe are not safe} may run
     */
    static OverlayStarter of(LocksConfig config, OverlayPlace place, Consumer<String> progress, boolean unsafe) {
        ConfigFaults faults = new ConfigFaults(config.faults());
        Protocol<?> protocol = faults.collect(() -> Protocols.named(config.protocol()));
        if (protocol != null) {
            faults.check(() -> requireOverlayProtocol(protocol));
            faults.check(() -> NodeBuilder.requireSafe(protocol, unsafe));
            faults.check(() -> protocol.requireUsable(placement(place).system()));
        }
        OverlayKind kind = faults.collect(() -> Overlays.named(place.kind()));
        faults.check(() -> requireNoMembers(config));
        faults.check(() -> requireNoGuest(config));
        faults.check(() -> requireUsualQuorums(config));
        faults.check(() -> requireLease(config));
        faults.check(() -> requireNamedForTls(config, place));
        faults.throwIfAny();
        return new OverlayStarter(
                config, place, Objects.requireNonNull(protocol), Objects.requireNonNull(kind), progress);
    }

    private static void requireOverlayProtocol(Protocol<?> protocol) {
        if (!OverlayProtocol.isOne(protocol)) {
            throw new IllegalArgumentException("The protocol " + protocol.fullName()
                    + " knows all nodes by a roster and runs on no overlay: take "
                    + String.join(
                            " or ",
                            Protocols.all().stream()
                                    .filter(OverlayProtocol::isOne)
                                    .map(Protocol::name)
                                    .toList())
                    + ", or give a roster.");
        }
    }

    private static void requireNoMembers(LocksConfig config) {
        if (!config.members().isEmpty()) {
            throw new IllegalArgumentException(
                    "An overlay has no list of members: take OverlayLocks.config() in place of LocksConfig.of("
                            + config.members() + "), and name nodes to join in the place.");
        }
    }

    private static void requireNoGuest(LocksConfig config) {
        if (config.guestName() != null) {
            throw new IllegalArgumentException(
                    "An overlay has no guests: every node that takes locks is part of it. Leave the name of the guest away.");
        }
    }

    private static void requireUsualQuorums(LocksConfig config) {
        if (config.quorums() != null) {
            throw new IllegalArgumentException(
                    "In an overlay a majority of the replicas of a lock decides: omit the quorums.");
        }
    }

    private static void requireLease(LocksConfig config) {
        if (config.lease().compareTo(LEASE_MIN) < 0) {
            throw new IllegalArgumentException(
                    "In an overlay neighbours must exchange keep-alives several times in a lease, and they send them every "
                            + ROUND_MIN.toMillis()
                            + " ms at most that they are there: make the lease "
                            + LEASE_MIN.toMillis() + " ms or longer, not "
                            + config.lease().toMillis() + " ms.");
        }
    }

    private static void requireNamedForTls(LocksConfig config, OverlayPlace place) {
        if (config.tls() != null && place.id() == null) {
            throw new IllegalArgumentException(
                    "With TLS a certificate names its node, and a number that is drawn is in none: give this node an id,"
                            + " n1 to n" + OverlayPlace.NUMBER_MAX + ", and a certificate that names it.");
        }
    }

    /** The settings that all nodes must share. */
    private String clusterSettings() {
        return "overlay " + kind.name() + ", " + ClusterNode.clusterSettings(config, protocol, placement);
    }

    @Override
    public String idInWords() {
        return place.idInWords();
    }

    @Override
    public Protocol<?> protocol() {
        return protocol;
    }

    @Override
    public Placement placement() {
        return placement;
    }

    @Override
    public List<String> addresses() {
        List<String> all = new ArrayList<>(place.contacts());
        String own = place.address();
        if (own != null) {
            all.add(own);
        }
        return all;
    }

    @Override
    public NodeId chooseNumber() {
        String kept = ClusterNode.keptId(config);
        if (place.contacts().isEmpty()) {
            if (kept != null && !place.founding()) {
                throw new TransportException(
                        "this node (" + kept + ") was part of an overlay before, and would begin"
                                + " another one now, in which the same locks could be taken a second time: name nodes of the overlay to join, or say that it should begin a new overlay");
            }
            self = number(kept, null);
        } else {
            found = contacts.awaitAny();
            self = number(kept, found.get(0));
        }
        return self;
    }

    /** The number that was given or kept; else one that nobody has. */
    private NodeId number(@Nullable String kept, OverlayContacts.@Nullable Contact contact) {
        String wanted = place.id() == null ? kept : place.id();
        SecureRandom random = new SecureRandom();
        for (int draw = 1; ; draw++) {
            NodeId node = wanted == null ? NodeId.of(random.nextInt(OverlayPlace.NUMBER_MAX)) : NodeId.parse(wanted);
            String takenAt = contact == null ? "" : contacts.whereIs(node, contact);
            if (takenAt.isEmpty()) {
                return node;
            }
            if (wanted != null || draw == DRAWS_MAX) {
                throw new TransportException("a node called " + node + " is there already, at " + takenAt
                        + ": stop it, or give this one another id" + (kept == null ? "" : " and data directory"));
            }
        }
    }

    private NodeId self() {
        return Objects.requireNonNull(self, "the number is chosen first");
    }

    private Roster.Member at() {
        return Objects.requireNonNull(at, "the part is started first");
    }

    private AddressBook book() {
        return Objects.requireNonNull(book, "the part is started first");
    }

    private OverlayTransport transport() {
        return Objects.requireNonNull(transport, "the transport is made first");
    }

    private OverlayDesk desk() {
        return Objects.requireNonNull(desk, "the node is built first");
    }

    @Override
    public PartStart newPartStart() {
        at = Roster.Member.at(self().toString(), address());
        book = new AddressBook(self(), at().address());
        return new OverlayStart(kind, Handle.of(self()), book());
    }

    private String address() {
        String given = place.address();
        if (given != null) {
            return given;
        }
        if (found.isEmpty()) {
            return FIRST_ADDRESS;
        }
        String host = found.get(0).localHost(); // as this machine is seen from there
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + freePort(host);
    }

    private static int freePort(String host) {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(host))) {
            return socket.getLocalPort();
        } catch (IOException failure) {
            throw new TransportException(
                    "no free port was found at " + host + " (" + failure + "): give an address with a port", failure);
        }
    }

    @Override
    public Transport newTransport(long incarnation, LinkSettings links) {
        transport = new OverlayTransport(config.cluster(), self(), book(), at(), incarnation, clusterSettings(), links);
        return transport();
    }

    @Override
    public Availability newAvailability(LockNode<?> node) {
        return new OverlayAvailability(OverlayPart.of(node).overlay(), transport()::connected);
    }

    @Override
    public PartDesk newDesk(PartNode node) {
        desk = new OverlayDesk(node, new OverlayLinks(kind.name(), book(), transport()::connected));
        return desk();
    }

    @Override
    public void enter() {
        enter(found);
    }

    private void enter(List<OverlayContacts.Contact> helpers) {
        desk().enter(helpers.stream()
                .map(contact -> new OverlayDesk.Contact(
                        Handle.of(contact.node()), contact.at().address()))
                .toList());
    }

    /** Calls the contacts once more, and goes in by those that answer. */
    void enterAgain() {
        List<OverlayContacts.Contact> answering = contacts.callAll();
        if (!answering.isEmpty()) {
            enter(answering);
        }
    }

    /** Where the node with this number is; see {@link OverlayDesk#find}. */
    @Nullable
    String find(NodeId sought, Duration timeout) {
        return desk().find(sought, timeout);
    }

    /** The node's place, to look at; when it runs. */
    OverlayView view() {
        return desk().view();
    }
}
