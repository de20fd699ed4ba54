// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.api.TlsFiles;
import io.quorate.node.certs.LocalAuthority;
import io.quorate.node.certs.TestCertificates;
import io.quorate.node.net.HeardLog;
import io.quorate.node.net.Roster;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory as Kubernetes mounts it: three links to {@code ..data}, which is a link to the directory of the present version. */
@Tag("threads")
class NodeTlsTest {
    private static final List<String> NAMES = List.of("tls.crt", "tls.key", "ca.crt");

    @TempDir
    private Path mount;

    private final TlsFiles.Pem good = (TlsFiles.Pem) TestCertificates.of("a");
    private final TlsFiles.Pem foreign = (TlsFiles.Pem) TestCertificates.foreign("a");

    @BeforeEach
    void mountFirstVersion() throws IOException {
        write("..v1", good.certificate(), good.key(), good.authorities());
        swap("..v1");
        for (String name : NAMES) {
            Files.createSymbolicLink(mount.resolve(name), Path.of("..data", name));
        }
    }

    private void write(String version, Path certificate, Path key, Path authorities) throws IOException {
        Path directory = Files.createDirectory(mount.resolve(version));
        List<Path> sources = List.of(certificate, key, authorities);
        for (int place = 0; place < NAMES.size(); place++) {
            Files.copy(sources.get(place), directory.resolve(NAMES.get(place)));
        }
    }

    /** In one step, as the kubelet does it. */
    private void swap(String version) throws IOException {
        Path next = Files.createSymbolicLink(mount.resolve("..data_tmp"), Path.of(version));
        Files.move(next, mount.resolve("..data"), StandardCopyOption.ATOMIC_MOVE);
    }

    @Test
    void aSwappedDirectoryIsNoticedEvenIfTimesAndLengthsAreTheSame() throws IOException {
        NodeTls tls = new NodeTls(TlsFiles.directory(mount), "a");
        TlsIdentity first = tls.identity();
        assertThat(tls.identity()).as("nothing has changed").isSameAs(first);
        write("..v2", good.certificate(), good.key(), good.authorities());
        for (String name : NAMES) {
            FileTime before = Files.getLastModifiedTime(mount.resolve("..v1").resolve(name));
            Files.setLastModifiedTime(mount.resolve("..v2").resolve(name), before);
        }
        assertThat(tls.identity()).as("not swapped yet").isSameAs(first);
        swap("..v2");
        assertThat(tls.identity()).isNotSameAs(first);
    }

    @Test
    void filesThatDoNotFitKeepTheOldIdentityAndAreToldOnce() throws IOException {
        NodeTls tls = new NodeTls(TlsFiles.directory(mount), "a");
        TlsIdentity first = tls.identity();
        try (HeardLog log = new HeardLog(NodeTls.class)) {
            write("..v2", good.certificate(), foreign.key(), good.authorities());
            swap("..v2");
            for (int connection = 0; connection < 5; connection++) {
                assertThat(tls.identity()).isSameAs(first);
            }
            assertThat(log.lines()).singleElement().asString().contains("belongs to another key");
            Path torn = mount.resolve("..v2").resolve("tls.key");
            String key = Files.readString(good.key());
            Files.writeString(torn, key.substring(0, key.length() / 2));
            for (int connection = 0; connection < 5; connection++) {
                assertThat(tls.identity()).as("half written").isSameAs(first);
            }
            assertThat(log.lines()).hasSize(2).last().asString().contains("there is no private key in it");
            Files.writeString(torn, key);
            assertThat(tls.identity()).as("complete").isNotSameAs(first);
        }
    }

    @Test
    void aNewCertificateOfCertManagerIsShownWithoutARestart() throws IOException {
        NodeTls tls = new NodeTls(TlsFiles.directory(mount), "a");
        String before = tls.identity().validity();
        Path directory = TestCertificates.newDirectory();
        LocalAuthority authority = new LocalAuthority(directory);
        authority.certify(List.of("a"), Duration.ofDays(7), false);
        TlsFiles.Pem renewed = (TlsFiles.Pem) TestCertificates.of("a", directory);
        write("..v2", renewed.certificate(), renewed.key(), renewed.authorities());
        swap("..v2");
        assertThat(tls.identity().validity()).isNotEqualTo(before);
    }

    @Test
    void aCertificateThatEndsWhileTheConnectionStandsIsObjectedToAfterItsEnd() throws Exception {
        ByteArrayOutputStream toServer = new ByteArrayOutputStream();
        ByteArrayOutputStream toClient = new ByteArrayOutputStream();
        TlsSession server = new TlsSession(
                new NodeTls(TlsFiles.directory(mount), "a"), null, bytes -> collect(bytes, toClient), toClient);
        TlsSession client = new TlsSession(
                new NodeTls(TestCertificates.of("b"), "b"),
                new Roster.Member("a", "localhost", 1),
                bytes -> collect(bytes, toServer),
                toServer);
        ByteBuffer plain = ByteBuffer.allocate(64 * 1024);
        client.begin(plain);
        while (toServer.size() + toClient.size() > 0) {
            server.received(taken(toServer), plain, bytes -> {});
            client.received(taken(toClient), plain, bytes -> {});
        }
        assertThat(server.objectionTo("b")).as("the handshake is over").isNull();
        Instant far = Instant.now().plus(Duration.ofDays(1000));
        assertThat(server.objectionNow(Instant.now(), true)).isNull();
        assertThat(server.objectionNow(far, true)).contains("its certificate has expired at");
        assertThat(server.objectionNow(far, false)).as("that of a member").isNull();
        assertThat(server.isOutdated()).isFalse();
    }

    private static void collect(ByteBuffer bytes, ByteArrayOutputStream into) {
        while (bytes.hasRemaining()) {
            into.write(bytes.get());
        }
    }

    private static ByteBuffer taken(ByteArrayOutputStream from) {
        ByteBuffer bytes = ByteBuffer.wrap(from.toByteArray());
        from.reset();
        return bytes;
    }
}
