// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.tls;

import io.quorate.api.TlsFiles;
import io.quorate.node.log.EventLog;
import io.quorate.node.net.TransportException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A key, its certificates and the trusted authorities, as they are in files.
 *
 * @param source the file of the certificate, for messages
 */
public record TlsKey(Path source, PrivateKey key, List<X509Certificate> chain, List<X509Certificate> authorities) {
    private static final EventLog LOG = EventLog.of(TlsKey.class);

    /** No sensible file of certificates is longer. */
    private static final long BYTES_MAX = 1 << 20;

    /** A {@link TransportException} says what is wrong. */
    public static TlsKey read(TlsFiles files) {
        if (files instanceof TlsFiles.Pem pem) {
            List<X509Certificate> chain = certificates(pem.certificate());
            List<X509Certificate> authorities = certificates(pem.authorities());
            return new TlsKey(pem.certificate(), privateKey(pem.key(), chain.get(0)), chain, authorities);
        }
        return fromStore((TlsFiles.Pkcs12) files);
    }

    private static List<X509Certificate> certificates(Path file) {
        List<X509Certificate> found = new ArrayList<>();
        try {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            for (Certificate each : factory.generateCertificates(new ByteArrayInputStream(bytes(file)))) {
                found.add((X509Certificate) each);
            }
        } catch (GeneralSecurityException noCertificate) {
            throw unusable(file, noCertificate.getMessage(), "give a PEM file with certificates", noCertificate);
        }
        if (found.isEmpty()) {
            throw unusable(file, "there is no certificate in it", "give a PEM file with certificates", null);
        }
        return found;
    }

    private static PrivateKey privateKey(Path file, X509Certificate certificate) {
        SecretFile.warnIfOthersMayRead(file, LOG);
        String text = new String(bytes(file), StandardCharsets.ISO_8859_1);
        String algorithm = certificate.getPublicKey().getAlgorithm();
        try {
            PrivateKey key = PemKey.read(text, certificate.getPublicKey());
            if (key == null) {
                boolean encrypted = PemKey.isEncrypted(text);
                throw unusable(
                        file,
                        encrypted ? "the key is encrypted" : "there is no private key in it",
                        encrypted
                                ? "put it into a PKCS12 file with a file for its password, or decrypt it: openssl pkey -in KEY"
                                : "give the key of the certificate as PEM: openssl pkey -in KEY",
                        null);
            }
            return key;
        } catch (GeneralSecurityException noKey) {
            throw unusable(
                    file,
                    noKey.getMessage(),
                    "give the private key of the certificate, of the kind " + algorithm,
                    noKey);
        }
    }

    private static TlsKey fromStore(TlsFiles.Pkcs12 files) {
        Path file = files.store();
        SecretFile.warnIfOthersMayRead(file, LOG);
        SecretFile.warnIfOthersMayRead(files.passwordFile(), LOG);
        char[] password = new String(bytes(files.passwordFile()), StandardCharsets.UTF_8)
                .lines()
                .findFirst()
                .orElse("")
                .toCharArray();
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(new ByteArrayInputStream(bytes(file)), password);
            String alias = null;
            List<X509Certificate> authorities = new ArrayList<>();
            for (String each : Collections.list(store.aliases())) {
                if (store.isCertificateEntry(each)) {
                    authorities.add((X509Certificate) store.getCertificate(each));
                } else if (alias == null) {
                    alias = each;
                } else {
                    throw unusable(file, "there are several keys in it", "leave one only, that of this node", null);
                }
            }
            if (alias == null) {
                throw unusable(file, "there is no key in it", "give a file with the key of this node", null);
            }
            List<X509Certificate> chain = new ArrayList<>();
            for (Certificate each : store.getCertificateChain(alias)) {
                chain.add((X509Certificate) each);
            }
            if (authorities.isEmpty()) {
                authorities.add(chain.get(chain.size() - 1));
            }
            return new TlsKey(file, (PrivateKey) store.getKey(alias, password), chain, authorities);
        } catch (GeneralSecurityException | IOException unreadable) {
            throw unusable(
                    file,
                    unreadable.getMessage(),
                    "give a PKCS12 file, and its password in the first line of " + files.passwordFile(),
                    unreadable);
        }
    }

    private static byte[] bytes(Path file) {
        try {
            if (Files.size(file) > BYTES_MAX) {
                throw unusable(file, "it has more than " + BYTES_MAX + " bytes", "give the file for TLS", null);
            }
            return Files.readAllBytes(file);
        } catch (NoSuchFileException missing) {
            throw unusable(file, "there is no such file", "give its path, or make it: quorate certs", missing);
        } catch (IOException unreadable) {
            throw unusable(file, unreadable.toString(), "let this process read it", unreadable);
        }
    }

    private static TransportException unusable(
            Path file, @Nullable String why, String whatToDo, @Nullable Exception cause) {
        String text = "the file " + file + " is of no use for TLS (" + why + "): " + whatToDo;
        return cause == null ? new TransportException(text) : new TransportException(text, cause);
    }
}
