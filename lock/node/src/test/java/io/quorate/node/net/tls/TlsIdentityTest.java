// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.api.TlsFiles;
import io.quorate.node.certs.TestCertificates;
import io.quorate.node.net.TransportException;
import io.quorate.node.net.roles.CertificateNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong with the files for TLS is said at the start, and not found out by the other nodes. */
@Tag("threads")
class TlsIdentityTest {
    private final TlsFiles.Pem good = (TlsFiles.Pem) TestCertificates.of("a");
    private final TlsFiles.Pem foreign = (TlsFiles.Pem) TestCertificates.foreign("a");

    @TempDir
    private Path directory;

    private static void assertUseless(TlsFiles files, String id, String... words) {
        assertThatThrownBy(() -> TlsIdentity.read(files, id))
                .isInstanceOf(TransportException.class)
                .hasMessageContainingAll(words);
    }

    private Path file(String content) throws IOException {
        return Files.writeString(directory.resolve("file"), content);
    }

    @Test
    void goodFilesOfBothKindsAreTaken() {
        assertThatCode(() -> TlsIdentity.read(good, "a")).doesNotThrowAnyException();
        assertThatCode(() -> TlsIdentity.read(TestCertificates.storeOf("a"), "a"))
                .doesNotThrowAnyException();
    }

    @Test
    void aCertificateOfAnotherNodeIsSaid() {
        assertUseless(good, "b", "names \"a\", but this node is \"b\"", "made for its id");
    }

    @Test
    void aKeyOfAnotherCertificateIsSaid() {
        assertUseless(
                TlsFiles.pem(good.certificate(), foreign.key(), good.authorities()), "a", "belongs to another key");
    }

    @Test
    void anAuthorityThatHasNotSignedIsSaid() {
        assertUseless(
                TlsFiles.pem(good.certificate(), good.key(), foreign.authorities()),
                "a",
                "would be refused",
                "give the authorities that have signed it");
    }

    @Test
    void anExpiredCertificateIsSaid() {
        assertUseless(TestCertificates.expiredOfA(), "a", "has expired at", "make a new one");
    }

    @Test
    void missingAndWrongFilesAreSaid() throws IOException {
        assertUseless(
                TlsFiles.pem(Path.of("nowhere.pem"), good.key(), good.authorities()),
                "a",
                "nowhere.pem",
                "there is no such file");
        assertUseless(
                TlsFiles.pem(good.key(), good.key(), good.authorities()), "a", "give a PEM file with certificates");
        assertUseless(
                TlsFiles.pem(good.certificate(), good.certificate(), good.authorities()), "a", "openssl pkey -in KEY");
        assertUseless(
                TlsFiles.pem(good.certificate(), file("-----BEGIN ENCRYPTED PRIVATE KEY-----"), good.authorities()),
                "a",
                "the key is encrypted");
        assertUseless(
                TlsFiles.pem(
                        good.certificate(),
                        file("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----"),
                        good.authorities()),
                "a",
                "give the private key of the certificate, of the kind EC");
        assertUseless(TlsFiles.pem(good.certificate(), good.key(), file("")), "a", "there is no certificate in it");
    }

    @Test
    void aWrongPasswordIsSaid() throws IOException {
        TlsFiles.Pkcs12 store = (TlsFiles.Pkcs12) TestCertificates.storeOf("a");
        assertUseless(TlsFiles.pkcs12(store.store(), file("wrong")), "a", "its password in the first line of");
        assertUseless(TlsFiles.pkcs12(good.certificate(), store.passwordFile()), "a", "give a PKCS12 file");
    }

    @Test
    void aCertificateWithoutNamesSpeaksForNobody() {
        assertThat(CertificateNames.inWords(Set.of())).isEqualTo("nobody");
        assertThat(CertificateNames.inWords(Set.of("a\nb"))).isEqualTo("\"a?b\"");
    }
}
