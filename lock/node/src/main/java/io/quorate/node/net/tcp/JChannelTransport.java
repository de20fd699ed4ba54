package io.quorate.node.net.tcp;

import io.quorate.core.model.NodeId;
import io.quorate.node.net.LinkSettings;
import io.quorate.node.net.Roster;
import io.quorate.node.net.TransportException;
import io.quorate.node.net.link.LinkSupervisor;
import io.quorate.node.net.link.LinkedTransport;
import io.quorate.node.net.link.WireSource;
import java.io.InputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.util.EnumSet;
import java.util.Objects;
import java.util.StringJoiner;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.conf.ProtocolConfiguration;
import org.jgroups.conf.XmlConfigurator;
import org.jgroups.fork.ForkChannel;
import org.jgroups.protocols.FORK;
import org.jspecify.annotations.Nullable;

/**
 * Frames over a JGroups channel, with a stack set for short round trips ({@code quorate-stack.xml}), or over a channel that
 * the application has already. Order is kept between any two nodes.
 *
 * <p>What the channel believes about who is there is used to call and to suspect, and for nothing else. Loss is noticed
 * above it, as in {@link JGroupsTransport}: by connections, numbers and beats.
 */
public final class JChannelTransport extends LinkedTransport {
    /** All Quorate clusters have one name for JGroups, so that the hello can tell nodes of two clusters what is wrong. */
    private static final String JGROUPS_CLUSTER = "quorate";

    private static final String STACK_FILE = "quorate-stack.xml";

    /** JGroups gives a peer up later than the link does, so no frame ever waits for a new connection to a silent host. */
    private static final int CHANNEL_TIMEOUT_FACTOR = 2;

    private final @Nullable JChannel shared;
    private final Roster roster;
    private final Delivery delivery;

    /** How JGroups hands messages over; {@code TransportRoundTrips} in the tests compares them. */
    public enum Delivery {
        /** One after the other, on the thread that read it, each sent again until it has arrived. */
        REGULAR("direct"),
        /**
         * Each as it comes, sent again until it has arrived. For the same thread to hand it over, that has to be so for all
         * messages, and then a coordinator that waits for answers to a new view waits on the thread that would read them.
         */
        OUT_OF_BAND("all-direct", Message.Flag.OOB),
        /** As it comes, on the thread that read it, never sent again: what gets lost shows by its number. */
        ONCE("direct", Message.Flag.NO_RELIABILITY);

        private final String policy;
        private final EnumSet<Message.Flag> flags;

        Delivery(String policy, Message.Flag... flags) {
            this.policy = policy;
            this.flags = EnumSet.of(Message.Flag.DONT_BUNDLE, flags);
            this.flags.add(
                    Message.Flag.NO_FC); // a connection has a window of its own, and drops where others would wait
        }

        Message.Flag[] flags() {
            return flags.toArray(Message.Flag[]::new);
        }
    }

    /**
     * A transport still to be opened, with a channel of its own.
     *
     * @param incarnation higher at each start of this node; peers refuse one that is not
     * @param clusterSettings what all nodes must agree on beside the roster, in any words: nodes with different ones refuse each other
     */
    public JChannelTransport(
            Roster roster, NodeId self, int incarnation, String clusterSettings, LinkSettings settings) {
        this(roster, self, incarnation, clusterSettings, settings, null, Delivery.REGULAR);
    }

    /**
     * A transport still to be opened, over a channel of the application, connected already and with FORK as the last
     * protocol of its stack. It is forked: the application goes on using it, and closes it after this transport. The addresses in the roster are for people only then.
     */
    public JChannelTransport(
            Roster roster,
            NodeId self,
            int incarnation,
            String clusterSettings,
            LinkSettings settings,
            JChannel shared) {
        this(roster, self, incarnation, clusterSettings, settings, shared, Delivery.REGULAR);
    }

    public JChannelTransport(
            Roster roster,
            NodeId self,
            int incarnation,
            String clusterSettings,
            LinkSettings settings,
            @Nullable JChannel shared,
            Delivery delivery) {
        super(roster, self, incarnation, clusterSettings, settings);
        if (settings.tls() != null) {
            // JGroups shakes hands on the one thread that accepts, and does not tell whose certificate a message is
            // from.
            throw new TransportException(
                    "a JGroups channel has no TLS here, and nothing is sent in plain text where TLS is "
                            + "asked for: take the transport \"connections\", or leave out the files for TLS");
        }
        this.roster = roster;
        this.shared = shared;
        this.delivery = delivery;
    }

    @Override
    public WireSource startWires(Roster.@Nullable Member address, LinkSettings times, LinkSupervisor events) {
        Roster.Member listenAt = Objects.requireNonNull(address, "guests use another transport");
        JChannel channel = shared == null ? ownChannel(roster, listenAt, times, events) : fork(shared);
        ChannelWires wires = new ChannelWires(channel, events, roster, name(), delivery);
        channel.setReceiver(wires);
        try {
            channel.connect(JGROUPS_CLUSTER);
        } catch (Exception failure) {
            channel.close();
            throw LinkServer.cannotListen(listenAt, bindFailureIn(failure));
        }
        return wires;
    }

    private static Throwable bindFailureIn(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof BindException) {
                return each;
            }
        }
        return failure;
    }

    private JChannel ownChannel(Roster with, Roster.Member listenAt, LinkSettings times, LinkSupervisor events) {
        StringJoiner hosts = new StringJoiner(",");
        with.members().forEach(member -> hosts.add(member.host() + "[" + member.port() + "]"));
        try (InputStream file = JChannelTransport.class.getResourceAsStream(STACK_FILE)) {
            XmlConfigurator stack = XmlConfigurator.getInstance(file);
            for (ProtocolConfiguration protocol : stack.getProtocolStack()) {
                if (protocol.getProtocolName().endsWith("ChannelTcp")) {
                    set(
                            protocol,
                            "bind_addr",
                            InetAddress.getByName(listenAt.host()).getHostAddress());
                    set(protocol, "bind_port", String.valueOf(listenAt.port()));
                    set(protocol, "message_processing_policy", delivery.policy);
                } else if (protocol.getProtocolName().endsWith("TCPPING")) {
                    set(protocol, "initial_hosts", hosts.toString());
                } else if (protocol.getProtocolName().endsWith("FD_ALL3")) {
                    set(protocol, "interval", String.valueOf(times.beat().toMillis() * CHANNEL_TIMEOUT_FACTOR));
                    set(protocol, "timeout", String.valueOf(times.silenceMax().toMillis() * CHANNEL_TIMEOUT_FACTOR));
                }
            }
            JChannel channel = new JChannel(stack).name(name()).setDiscardOwnMessages(true);
            ((ChannelTcp) channel.getProtocolStack().getTransport()).tellMalformed(events);
            return channel;
        } catch (Exception failure) {
            throw LinkServer.cannotListen(listenAt, failure);
        }
    }

    private static void set(ProtocolConfiguration protocol, String attribute, String value) {
        protocol.getProperties().put(attribute, value);
    }

    private static JChannel fork(JChannel main) {
        if (!main.isConnected()) {
            throw new TransportException("the channel handed in is not connected: connect it before the locks join");
        }
        if (main.getProtocolStack().findProtocol(FORK.class) == null) {
            // We could put it there, but not at the other members: until they have it, their application gets our
            // messages.
            throw new TransportException(
                    "the channel handed in has no FORK in its stack: add <FORK/> as the last protocol "
                            + "at all members, or let the locks have a channel of their own");
        }
        try {
            return new ForkChannel(main, JGROUPS_CLUSTER, JGROUPS_CLUSTER);
        } catch (Exception failure) {
            throw new TransportException(
                    "cannot share the channel handed in (" + failure + "): let the locks have a channel of their own",
                    failure);
        }
    }
}
