package io.quorate.api;

import java.nio.file.Path;
import java.util.Objects;

/**
 * Where a node finds its certificate, its key and the authorities whose certificates it accepts from the others. Every node has
 * its own certificate, which names the node's id. {@code quorate certs} makes a set to try things out with.
 *
 * <p>The files are read when the node starts, and again when they have changed and a new connection begins: to renew a
 * certificate, replace the files.
 */
public sealed interface TlsFiles extends TlsMaterial permits TlsFiles.Pem, TlsFiles.Pkcs12 {
    /**
     * Three text files.
     *
     * @param certificate the node's certificate, followed by those of the authorities between it and the root, if there are any
     * @param key its private key, not encrypted: PKCS#8, PKCS#1 or SEC1 ({@code BEGIN PRIVATE KEY}, {@code BEGIN RSA PRIVATE
     *     KEY}, {@code BEGIN EC PRIVATE KEY})
     * @param authorities the certificates of all authorities that are trusted
     */
    record Pem(Path certificate, Path key, Path authorities) implements TlsFiles {
        public Pem {
            Objects.requireNonNull(certificate, "The file of the certificate must not be null.");
            Objects.requireNonNull(key, "The file of the key must not be null.");
            Objects.requireNonNull(authorities, "The file of the authorities must not be null.");
        }
    }

    /**
     * One file with the key, its certificates and the trusted authorities; if it lists no trusted ones, the last certificate
     * behind the key is.
     *
     * @param passwordFile a file with nothing but the password in its first line
     */
    record Pkcs12(Path store, Path passwordFile) implements TlsFiles {
        public Pkcs12 {
            Objects.requireNonNull(store, "The key store must not be null.");
            Objects.requireNonNull(passwordFile, "The file of the password must not be null.");
        }
    }

    /** Three text files. */
    static TlsFiles pem(Path certificate, Path key, Path authorities) {
        return new Pem(certificate, key, authorities);
    }

    /**
     * A directory as Kubernetes mounts a secret of the type {@code kubernetes.io/tls} that cert-manager has written:
     * {@code tls.crt}, {@code tls.key} and {@code ca.crt}.
     */
    static TlsFiles directory(Path directory) {
        Objects.requireNonNull(directory, "The directory of the files for TLS must not be null.");
        return new Pem(directory.resolve("tls.crt"), directory.resolve("tls.key"), directory.resolve("ca.crt"));
    }

    /** One file, and one for its password. */
    static TlsFiles pkcs12(Path store, Path passwordFile) {
        return new Pkcs12(store, passwordFile);
    }
}
