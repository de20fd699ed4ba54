package io.quorate.node;

import io.quorate.api.LocksConfig;
import io.quorate.api.OverlayPlace;
import io.quorate.core.catalog.Overlays;
import io.quorate.core.catalog.Protocols;
import io.quorate.core.model.NodeId;
import io.quorate.core.node.LockNode;
import io.quorate.core.overlay.Handle;
import io.quorate.core.overlay.OverlayKind;
import io.quorate.core.overlay.OverlayTerms;
import io.quorate.core.protocol.NodeStart;
import io.quorate.core.protocol.OverlayStart;
import io.quorate.core.protocol.Protocol;
import io.quorate.core.quorum.Majority;
import io.quorate.core.quorum.Placement;
import io.quorate.core.session.LeaseTerms;
import io.quorate.core.wire.Frame;
import io.quorate.node.net.AddressBook;
import io.quorate.node.net.LinkSettings;
import io.quorate.node.net.OverlayTransport;
import io.quorate.node.net.Roster;
import io.quorate.node.net.Transport;
import io.quorate.node.net.TransportException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Starts a node of an overlay: finds somebody who lets it in and a number that nobody has, and goes in. */
final class OverlayStarter {
    /** Where the first node is reached if nothing is said. */
    private static final String FIRST_ADDRESS = "localhost:7400";

    /** So often a number is drawn, if those drawn are taken. */
    private static final int DRAWS_MAX = 20;

    /** In a lease there are so many rounds of keep-alives: who falls silent is noticed well before its votes have run out. */
    private static final int ROUNDS_PER_LEASE = 10;

    private static final Duration ROUND_MIN = Duration.ofMillis(50);

    /** With fewer rounds of keep-alives in a lease, neighbours would not hear of each other in time. */
    private static final Duration LEASE_MIN = ROUND_MIN.multipliedBy(5);

    private static final int SILENT_ROUNDS = 3;

    private final LocksConfig config;
    private final OverlayPlace place;
    private final Protocol<?> protocol;
    private final OverlayKind kind;
    private final Placement placement;
    private final NodeSettings settings;
    private final LinkSettings links;
    private final OverlayContacts contacts;

    OverlayStarter(LocksConfig config, OverlayPlace place, LinkSettings links, Consumer<String> progress) {
        this.config = config;
        this.place = place;
        this.links = links;
        this.protocol = Protocols.named(config.protocol());
        requireFit();
        this.settings = NodeSettings.of(config);
        Duration round = config.lease().dividedBy(ROUNDS_PER_LEASE);
        this.kind = Overlays.named(place.kind())
                .withTerms(new OverlayTerms(round.compareTo(ROUND_MIN) < 0 ? ROUND_MIN : round, SILENT_ROUNDS));
        this.placement = Placement.asNumbered(new Majority(place.replicas()));
        protocol.requireUsable(placement.system());
        this.contacts = new OverlayContacts(config, place, agreement() + "/" + Frame.VERSION, progress);
    }

    private void requireFit() {
        if (!protocol.needsOverlay()) {
            throw new IllegalArgumentException("The protocol " + protocol.fullName()
                    + " knows all nodes by a roster and runs on no overlay: take "
                    + String.join(
                            " or ",
                            Protocols.all().stream()
                                    .filter(Protocol::needsOverlay)
                                    .map(Protocol::name)
                                    .toList())
                    + ", or give a roster.");
        }
        if (config.guestName() != null) {
            throw new IllegalArgumentException(
                    "An overlay has no guests: every node that takes locks is part of it. Leave the name of the guest away.");
        }
        if (config.transport() != LocksConfig.TransportKind.CONNECTIONS || config.quorums() != null) {
            throw new IllegalArgumentException(
                    "In an overlay nodes use the transport CONNECTIONS, and a majority of the replicas of a lock decides:"
                            + " leave both settings away.");
        }
        if (config.lease().compareTo(LEASE_MIN) < 0) {
            throw new IllegalArgumentException(
                    "In an overlay neighbours must hear of each other several times in a lease,"
                            + " and they say every " + ROUND_MIN.toMillis()
                            + " ms at most that they are there: make the lease "
                            + LEASE_MIN.toMillis() + " ms or longer, not "
                            + config.lease().toMillis() + " ms.");
        }
        if (config.tls() != null && place.id() == null) {
            throw new IllegalArgumentException(
                    "With TLS a certificate names its node, and a number that is drawn is in none: give this node an id,"
                            + " n1 to n" + OverlayPlace.NUMBER_MAX + ", and a certificate that names it.");
        }
    }

    /** What all nodes must have in common. */
    private String agreement() {
        return "overlay " + kind.name() + ", " + NodeBuilder.agreement(protocol, placement, lease());
    }

    private @Nullable LeaseTerms lease() {
        return protocol.traits().isLeased() ? settings.lease() : null;
    }

    Protocol<?> protocol() {
        return protocol;
    }

    Placement placement() {
        return placement;
    }

    /** A node that listens and is on its way in. */
    RunningNode start(UnaryOperator<Transport> wrap) {
        String kept = keptId();
        if (place.contacts().isEmpty()) {
            if (kept != null && !place.anew()) {
                throw new StoreFailedException("this node (" + kept + ") was part of an overlay before, and would begin"
                        + " another one now, in which the same locks can be had once more: name nodes of the overlay"
                        + " to join, or say that it shall begin anew");
            }
            return start(wrap, List.of(), number(kept, null));
        }
        List<OverlayContacts.Contact> found = contacts.awaitAny();
        return start(wrap, found, number(kept, found.get(0)));
    }

    /** Calls the contacts once more, and goes in by those that answer. */
    void enterAgain(RunningNode node) {
        List<OverlayContacts.Contact> found = contacts.callAll();
        if (!found.isEmpty()) {
            enter(node, found);
        }
    }

    private static void enter(RunningNode node, List<OverlayContacts.Contact> found) {
        node.enterOverlay(found.stream()
                .map(contact -> new OverlayDesk.Contact(
                        Handle.of(contact.node()), contact.at().address()))
                .toList());
    }

    private @Nullable String keptId() {
        Path directory = config.dataDirectory();
        return directory == null ? null : DataDirectory.keptId(directory);
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

    private RunningNode start(UnaryOperator<Transport> wrap, List<OverlayContacts.Contact> found, NodeId self) {
        Roster.Member at = Roster.Member.at(self.toString(), address(found));
        AddressBook book = new AddressBook(self, at.address());
        NodeMemory memory = ClusterNode.memory(config, self.toString());
        try {
            OverlayTransport transport =
                    new OverlayTransport(config.cluster(), self, book, at, memory.incarnation(), agreement(), links);
            RunningNode node = build(self, memory, book, transport, wrap.apply(transport));
            node.open();
            enter(node, found);
            return node;
        } catch (RuntimeException failure) {
            memory.close();
            throw failure;
        }
    }

    private String address(List<OverlayContacts.Contact> found) {
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

    private RunningNode build(
            NodeId self, NodeMemory memory, AddressBook book, OverlayTransport links, Transport transport) {
        LeaseTerms lease = lease();
        NodeStart start = NodeStart.first(self, placement)
                .withIncarnation(memory.incarnation())
                .withOverlay(new OverlayStart(kind, Handle.of(self), book));
        LockNode<?> node = new LockNode<>(
                protocol,
                lease == null ? start : memory.applyTo(start.withLease(lease).withStanding(settings.standing())));
        return new RunningNode(
                NodeNames.inOverlay(config.cluster()),
                node,
                new OverlayAvailability(node.overlay(), links::connected),
                transport,
                settings,
                new NodeTime(NanoClock.SYSTEM, lease),
                memory.ceilings(),
                new OverlayLinks(kind.name(), book, links::connected));
    }
}
