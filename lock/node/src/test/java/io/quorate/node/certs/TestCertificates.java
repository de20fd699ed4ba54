// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.certs;

import io.quorate.api.TlsFiles;
import io.quorate.node.certs.LocalAuthority.NodeFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Certificates for tests, made once for all of them: two authorities for members a, b and c, and what has expired. */
public final class TestCertificates {
    private static final List<String> IDS = List.of("a", "b", "c");
    private static final List<Path> DIRECTORIES = new ArrayList<>();

    private static final class Ours {
        private static final LocalAuthority AUTHORITY = make(Duration.ZERO);
    }

    private static final class Foreign {
        private static final LocalAuthority AUTHORITY = make(Duration.ZERO);
    }

    /** Valid for a day, ten days ago, by our own authority. */
    private static final class Expired {
        private static final NodeFiles A = expired();
    }

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(TestCertificates::deleteAll));
    }

    private TestCertificates() {}

    private static LocalAuthority make(Duration begunBefore) {
        try {
            LocalAuthority authority = new LocalAuthority(newDirectory());
            authority.certify(IDS, begunBefore, Duration.ofDays(60), false);
            return authority;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static NodeFiles expired() {
        try {
            Path directory = newDirectory();
            Path ours = Ours.AUTHORITY.files("a").certificate().resolveSibling("any");
            for (String name : List.of("ca.p12", "ca.password", LocalAuthority.CERTIFICATE)) {
                Files.copy(ours.resolveSibling(name), directory.resolve(name));
            }
            LocalAuthority authority = new LocalAuthority(directory);
            authority.certify(List.of("a"), Duration.ofDays(10), Duration.ofDays(1), false);
            return authority.files("a");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** An empty one, deleted when the process ends. */
    public static synchronized Path newDirectory() throws IOException {
        Path directory = Files.createTempDirectory("quorate-certs");
        DIRECTORIES.add(directory);
        return directory;
    }

    private static synchronized void deleteAll() {
        for (Path directory : DIRECTORIES) {
            try (Stream<Path> files = Files.list(directory)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
                Files.delete(directory);
            } catch (IOException left) {
                throw new UncheckedIOException(left);
            }
        }
    }

    /** What member a, b or c should be given. */
    public static TlsFiles of(String id) {
        return pem(Ours.AUTHORITY.files(id));
    }

    /** The same of an authority in this directory. */
    public static TlsFiles of(String id, Path directory) {
        return pem(new LocalAuthority(directory).files(id));
    }

    /** The same as one file. */
    public static TlsFiles storeOf(String id) {
        NodeFiles files = Ours.AUTHORITY.files(id);
        return TlsFiles.pkcs12(files.store(), files.passwordFile());
    }

    /** Of an authority that the others do not know. */
    public static TlsFiles foreign(String id) {
        return pem(Foreign.AUTHORITY.files(id));
    }

    /** Of our own authority, but ended nine days ago. */
    public static TlsFiles expiredOfA() {
        return pem(Expired.A);
    }

    /** What member a, b or c has in its files, made ready by the Java platform alone. */
    public static SSLContext contextOf(String id) throws IOException, GeneralSecurityException {
        return contextOf(Ours.AUTHORITY.files(id));
    }

    /** Of our own authority, with this URI in it: nothing reads it before others do. */
    public static SSLContext contextWith(String id, Path authority, String uri)
            throws IOException, GeneralSecurityException {
        return contextOf(certified(id, authority, uri));
    }

    /** The same as files. */
    public static TlsFiles with(String id, Path authority, String uri) throws IOException {
        return pem(certified(id, authority, uri));
    }

    private static NodeFiles certified(String id, Path directory, String uri) throws IOException {
        Path copy = newDirectory();
        for (String name : List.of("ca.p12", "ca.password", LocalAuthority.CERTIFICATE)) {
            Files.copy(directory.resolve(name), copy.resolve(name));
        }
        LocalAuthority authority = new LocalAuthority(copy);
        authority.certify(Map.of(id, List.of(uri)), Duration.ZERO, Duration.ofDays(2), false);
        return authority.files(id);
    }

    /** What these files have, made ready by the Java platform alone. */
    public static SSLContext contextOf(NodeFiles made) throws IOException, GeneralSecurityException {
        TlsFiles.Pem files = (TlsFiles.Pem) pem(made);
        char[] password = Files.readAllLines(made.passwordFile()).get(0).toCharArray();
        KeyStore keys = KeyStore.getInstance(made.store().toFile(), password);
        KeyManagerFactory key = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        key.init(keys, password);
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        try (InputStream authority = Files.newInputStream(files.authorities())) {
            trusted.setCertificateEntry(
                    "authority", CertificateFactory.getInstance("X.509").generateCertificate(authority));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(key.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    private static TlsFiles pem(NodeFiles files) {
        return TlsFiles.pem(
                files.certificate(), files.key(), files.certificate().resolveSibling(LocalAuthority.CERTIFICATE));
    }
}
