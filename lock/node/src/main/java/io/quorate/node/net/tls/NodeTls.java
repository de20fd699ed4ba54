// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.tls;

import io.quorate.api.TlsContext;
import io.quorate.api.TlsFiles;
import io.quorate.api.TlsMaterial;
import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.net.TransportException;
import io.quorate.node.net.roles.CertificateNames;
import io.quorate.node.net.roles.PeerIdentity;
import io.quorate.node.net.roles.PeerRights;
import io.quorate.node.net.roles.Roles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * The {@link TlsIdentity} of a node. If it comes from files, it is read again when they have changed: a certificate is renewed
 * without a restart. An {@code SSLContext} renews itself.
 */
public final class NodeTls {
    private static final EventLog LOG = EventLog.of(NodeTls.class);

    private final TlsMaterial material;
    private final String memberId;
    private final Roles roles;
    private List<String> readState;
    private volatile TlsIdentity identity;

    /** Of a client, which lets nobody in. */
    public NodeTls(TlsMaterial material, String memberId) {
        this(material, memberId, Roles.ofClient());
    }

    /** Reads the files; a {@link TransportException} says what is wrong with them. */
    public NodeTls(TlsMaterial material, String memberId, Roles roles) {
        this.material = material;
        this.memberId = memberId;
        this.roles = roles;
        this.readState = state();
        this.identity = read();
        LOG.say(LogEvent.TLS_ON, memberId, identity.validity());
    }

    private TlsIdentity read() {
        if (material instanceof TlsContext given) {
            return TlsIdentity.of(given.context());
        }
        return TlsIdentity.read((TlsFiles) material, memberId);
    }

    /** For a new connection. */
    public TlsIdentity identity() {
        look();
        return identity;
    }

    /** Reads files that have changed. Those that are of no use, or half written, do not replace what is known. */
    public synchronized void look() {
        List<String> state = state();
        if (!state.equals(readState)) {
            readState = state; // those that are of no use are not read again until they change again
            try {
                identity = read();
                LOG.say(LogEvent.CERTIFICATE_READ, memberId, identity.validity());
            } catch (RuntimeException useless) { // whatever is in them, the node has a good one
                LOG.say(LogEvent.CERTIFICATE_KEPT, memberId, useless.getMessage());
            }
        }
    }

    /** As it was read last; see {@link #identity}. */
    TlsIdentity lastIdentity() {
        return identity;
    }

    /** The rights of the owner of this certificate at this node. */
    PeerRights rightsOf(X509Certificate certificate) throws CertificateException {
        return PeerRights.of(roles, PeerIdentity.of(certificate));
    }

    /** The rights before a certificate was shown: none. */
    PeerRights rightsOfNobody() {
        return PeerRights.of(roles, PeerIdentity.NOBODY);
    }

    /**
     * Refuses to go on with a certificate of this node that does not name it. Files are checked when they are read; what an
     * {@code SSLContext} shows is known only after a handshake.
     */
    public void requireOwnName(Certificate @Nullable [] shown) throws SSLException, CertificateException {
        if (material instanceof TlsContext && shown != null && shown.length > 0) {
            Set<String> names = CertificateNames.of((X509Certificate) shown[0]);
            if (!names.contains(memberId)) {
                throw new SSLException(TlsRefusals.OWN_NAME + CertificateNames.inWords(names) + ", but this node is \""
                        + memberId + "\": give it an SSLContext with the certificate made for its id");
            }
        }
    }

    /**
     * Which file it is, when it was written and how long it is: differs if a file was replaced. The real path differs when
     * Kubernetes has swapped the directory behind its symbolic links, even if nothing else does.
     */
    private List<String> state() {
        List<Path> paths = List.of();
        if (material instanceof TlsFiles.Pem pem) {
            paths = List.of(pem.certificate(), pem.key(), pem.authorities());
        } else if (material instanceof TlsFiles.Pkcs12 store) {
            paths = List.of(store.store(), store.passwordFile());
        }
        List<String> state = new ArrayList<>();
        for (Path path : paths) {
            try {
                BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
                state.add(path.toRealPath() + " " + attributes.fileKey() + " " + attributes.lastModifiedTime() + " "
                        + attributes.size());
            } catch (IOException unreadable) {
                state.add(unreadable.toString());
            }
        }
        return state;
    }
}
