package io.quorate.node.net;

import io.quorate.api.TlsFiles;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The {@link TlsIdentity} of a node, read again when its files have changed: a certificate is renewed without a restart. */
final class NodeTls {
    private static final System.Logger LOG = System.getLogger(NodeTls.class.getName());

    private final TlsFiles files;
    private final String memberId;
    private List<String> readState;
    private TlsIdentity identity;

    /** Reads the files; a {@link TransportException} says what is wrong with them. */
    NodeTls(TlsFiles files, String memberId) {
        this.files = files;
        this.memberId = memberId;
        this.readState = state();
        this.identity = TlsIdentity.read(files, memberId);
        LOG.log(Level.INFO, memberId + " speaks TLS only; its certificate is valid until " + identity.validUntil());
    }

    /** For a new connection. Files that are of no use, or half written, do not replace what is known. */
    synchronized TlsIdentity identity() {
        List<String> state = state();
        if (!state.equals(readState)) {
            readState = state; // those that are of no use are not read again until they change again
            try {
                identity = TlsIdentity.read(files, memberId);
                LOG.log(
                        Level.INFO,
                        memberId + " has read its new certificate, valid until " + identity.validUntil()
                                + "; new connections use it");
            } catch (TransportException useless) {
                LOG.log(
                        Level.WARNING,
                        memberId + " goes on with the certificate that it has, for the new files do not fit: "
                                + useless.getMessage());
            }
        }
        return identity;
    }

    /** When and how long: differs if a file was replaced. */
    private List<String> state() {
        List<Path> paths = files instanceof TlsFiles.Pem pem
                ? List.of(pem.certificate(), pem.key(), pem.authorities())
                : List.of(((TlsFiles.Pkcs12) files).store(), ((TlsFiles.Pkcs12) files).passwordFile());
        List<String> state = new ArrayList<>();
        for (Path path : paths) {
            try {
                state.add(Files.getLastModifiedTime(path) + " " + Files.size(path));
            } catch (IOException unreadable) {
                state.add(unreadable.toString());
            }
        }
        return state;
    }
}
