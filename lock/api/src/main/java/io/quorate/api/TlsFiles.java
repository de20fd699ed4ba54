// SPDX-License-Identifier: Apache-2.0
package io.quorate.api;

import java.nio.file.Path;
import java.util.Objects;

/**
 * Files with the certificate of a node, its key, and the certificate authorities (CAs) that it trusts. Every node has its own
 * certificate, which names the node's id. {@code quorate certs} creates a set for a first try.
 *
 * <p>The files are read when the node starts. Changed files are read again for the next connection: to renew a certificate, replace
 * the files.
 */
public sealed interface TlsFiles extends TlsMaterial permits TlsFiles.Pem, TlsFiles.Pkcs12 {
    /**
     * Three PEM files.
     *
     * @param certificate the node's certificate, followed by intermediate CA certificates if there are any
     * @param key its private key, not encrypted: PKCS#8, PKCS#1 or SEC1 ({@code BEGIN PRIVATE KEY}, {@code BEGIN RSA PRIVATE
     *     KEY}, {@code BEGIN EC PRIVATE KEY})
     * @param authorities the certificates of all trusted CAs
     */
    record Pem(Path certificate, Path key, Path authorities) implements TlsFiles {
        /**
         * Refuses null.
         *
         * @param certificate see above
         * @param key see above
         * @param authorities see above
         */
        public Pem {
            Objects.requireNonNull(certificate, "The file of the certificate must not be null.");
            Objects.requireNonNull(key, "The file of the key must not be null.");
            Objects.requireNonNull(authorities, "The file of the authorities must not be null.");
        }
    }

    /**
     * A PKCS#12 key store with the key, its certificates and the trusted CAs. If it lists no trusted CA, the last certificate of the
     * key's chain is trusted.
     *
     * @param store the key store
     * @param passwordFile a file with only the password in its first line
     */
    record Pkcs12(Path store, Path passwordFile) implements TlsFiles {
        /**
         * Refuses null.
         *
         * @param store see above
         * @param passwordFile see above
         */
        public Pkcs12 {
            Objects.requireNonNull(store, "The key store must not be null.");
            Objects.requireNonNull(passwordFile, "The file of the password must not be null.");
        }
    }

    /**
     * Uses three PEM files.
     *
     * @param certificate see {@link Pem}
     * @param key see {@link Pem}
     * @param authorities see {@link Pem}
     * @return the files
     */
    static TlsFiles pem(Path certificate, Path key, Path authorities) {
        return new Pem(certificate, key, authorities);
    }

    /**
     * Uses {@code tls.crt}, {@code tls.key} and {@code ca.crt} in a directory. Kubernetes mounts a secret of cert-manager (type
     * {@code kubernetes.io/tls}) like this.
     *
     * @param directory the directory
     * @return the files
     */
    static TlsFiles directory(Path directory) {
        Objects.requireNonNull(directory, "The directory of the files for TLS must not be null.");
        return new Pem(directory.resolve("tls.crt"), directory.resolve("tls.key"), directory.resolve("ca.crt"));
    }

    /**
     * Uses a PKCS#12 key store.
     *
     * @param store the key store
     * @param passwordFile see {@link Pkcs12}
     * @return the files
     */
    static TlsFiles pkcs12(Path store, Path passwordFile) {
        return new Pkcs12(store, passwordFile);
    }
}
