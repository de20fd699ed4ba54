// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.runtime;

import io.quorate.api.LocksConfig;
import io.quorate.api.TlsMaterial;
import io.quorate.core.model.NodeId;
import io.quorate.core.wire.MalformedFrameException;
import io.quorate.node.admin.AdminClient;
import io.quorate.node.net.Roster;
import io.quorate.node.net.TransportException;
import io.quorate.node.net.tcp.AdminConnection;
import io.quorate.node.store.ThisProcess;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Calls the contacts of a node that wants to join an overlay, before it has a number: who are they, and is a number free? */
final class OverlayContacts {
    /** A contact has so long to answer. */
    private static final Duration TIMEOUT = Duration.ofSeconds(3);

    /** If nobody answers, all are called again after so long. */
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final LocksConfig config;
    private final OverlayPlace place;
    private final String clusterSettings;
    private final Consumer<String> progress;

    /** A contact that answers. */
    record Contact(NodeId node, Roster.Member at, String localHost) {}

    /**
     * Contacts that were not called yet.
     *
     * @param clusterSettings what all nodes must agree on
     * @param progress told, in words, what this is waiting for
     */
    OverlayContacts(LocksConfig config, OverlayPlace place, String clusterSettings, Consumer<String> progress) {
        this.config = config;
        this.place = place;
        this.clusterSettings = clusterSettings;
        this.progress = progress;
    }

    /** Those that answer, called again and again until at least one does; a {@link TransportException} if none does in time. */
    List<Contact> awaitAny() {
        long began = System.nanoTime();
        String toldLast = "";
        while (true) {
            List<String> failures = new ArrayList<>();
            List<Contact> found = callAll(failures);
            if (!found.isEmpty()) {
                return found;
            }
            String why = String.join("; ", failures);
            if (Duration.ofNanos(System.nanoTime() - began).compareTo(config.joinTimeout()) >= 0) {
                throw new TransportException("no contact lets it in: " + why + (why.endsWith("?") ? "" : ".")
                        + " Name others, start them, or check the network between here and there");
            }
            if (!why.equals(toldLast)) {
                progress.accept("no contact lets this node in, trying again: " + why);
                toldLast = why;
            }
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE.toMillis());
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new TransportException("interrupted while calling the contacts: start again", interruption);
        }
    }

    /** Those that answer now. */
    List<Contact> callAll() {
        return callAll(new ArrayList<>());
    }

    private List<Contact> callAll(List<String> failures) {
        List<Contact> found = new ArrayList<>();
        for (String address : place.contacts()) {
            Roster.Member at = Roster.Member.at(address, address);
            try (AdminConnection line = call(at)) {
                found.add(new Contact(nodeOf(line, address), at, line.localHost()));
            } catch (TransportException | MalformedFrameException failure) {
                failures.add(String.valueOf(failure.getMessage()));
            }
        }
        return found;
    }

    private NodeId nodeOf(AdminConnection line, String address) {
        NodeId node = line.numberedNode();
        if (node == null) {
            throw new TransportException("the node at " + address + " is " + line.memberId()
                    + " of a cluster with a roster, not of an overlay: give the address of one that is");
        }
        if (!line.clusterSettings().equals(clusterSettings)) {
            throw new TransportException(
                    "the node at " + address + " runs " + line.clusterSettings() + ", and this one " + clusterSettings
                            + ": start both with the same overlay, protocol, replicas, lease and release");
        }
        return node;
    }

    /** Where the node with this number is that is there already; empty if nobody has it, as far as this contact can find out. */
    String whereIs(NodeId node, Contact contact) {
        try (AdminConnection line = call(contact.at)) {
            return AdminClient.whereIs(node, line);
        } catch (MalformedFrameException malformed) {
            throw new TransportException("the answer of " + contact.node + " cannot be read: start again", malformed);
        }
    }

    private AdminConnection call(Roster.Member at) {
        String id = place.id();
        return AdminConnection.call(
                InetSocketAddress.createUnresolved(at.host(), at.port()),
                config.cluster(),
                id == null ? "joiner" : id,
                ThisProcess.inWords(),
                tls(),
                TIMEOUT);
    }

    private @Nullable TlsMaterial tls() {
        return config.tls();
    }
}
