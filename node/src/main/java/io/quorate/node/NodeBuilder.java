package io.quorate.node;

import io.quorate.core.catalog.Protocols;
import io.quorate.core.catalog.Quorums;
import io.quorate.core.model.NodeId;
import io.quorate.core.node.LockNode;
import io.quorate.core.protocol.Protocol;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.node.net.Roster;
import io.quorate.node.net.Transport;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Puts a node together from its parts. */
record NodeBuilder(Roster roster, Protocol<?> protocol, Placement placement, NodeSettings settings, NanoClock clock) {
    private static final System.Logger LOG = System.getLogger(NodeBuilder.class.getName());

    /** What fits into a line of a log. */
    private static final int NAME_LENGTH_MAX = 100;

    static NodeBuilder of(Roster roster, String protocolName, @Nullable String quorumsName, NodeSettings settings) {
        Protocol<?> protocol = Protocols.named(protocolName);
        QuorumSystem quorums = quorumsName == null
                ? protocol.usualQuorums(roster.size())
                : Quorums.named(QuorumFile.inlined(quorumsName), roster.size());
        return new NodeBuilder(roster, protocol, Placement.byName(quorums), settings, NanoClock.SYSTEM);
    }

    NodeBuilder withClock(NanoClock other) {
        return new NodeBuilder(roster, protocol, placement, settings, other);
    }

    RunningNode build(NodeId self, int incarnation, Transport transport) {
        LockNode<?> node = new LockNode<>(protocol, self, incarnation, placement);
        return new RunningNode(roster, node, new Availability(roster, self, placement), transport, settings, clock);
    }

    /**
     * What all nodes must have in common to understand each other and to agree who decides. The number at its end differs if
     * another version means other quorums by the same name.
     */
    String agreement() {
        return protocol.name() + "/" + brief(placement.system().name()) + " #"
                + Long.toHexString(placement.fingerprint());
    }

    /** A long name, as that of quorums listed one by one, is cut; its digest tells it from others that begin alike. */
    static String brief(String name) {
        if (name.length() <= NAME_LENGTH_MAX) {
            return name;
        }
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(utf8);
            return name.substring(0, NAME_LENGTH_MAX / 2) + "... SHA-256 "
                    + HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }

    /** Says what this version does not do, so that nobody learns it from an accident. */
    void warn() {
        LOG.log(
                Level.WARNING,
                "This version has no leases: what a node holds when it crashes stays taken, and a node that votes must not"
                        + " be restarted while locks are held. See docs/guarantees.md.");
        if (!protocol.traits().survivesLinkResets()) {
            LOG.log(
                    Level.WARNING,
                    "The protocol {0} does not recover from messages that a broken connection has lost: after one, waiters"
                            + " may wait for ever. Use quorumlock where that matters.",
                    protocol.name());
        }
        if (!protocol.traits().knowsShared()) {
            LOG.log(
                    Level.WARNING,
                    "The protocol {0} knows no shared mode: readers of different nodes exclude each other.",
                    protocol.name());
        }
    }
}
