// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.certs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.node.certs.LocalAuthority.NodeFiles;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
@Tag("threads")
class LocalAuthorityTest {
    private static final Duration YEAR = Duration.ofDays(365);

    @TempDir
    private Path directory;

    @Test
    void theFilesAreForTheirOwnerOnlyAndNothingElseIsLeft() throws Exception {
        Path made = directory.resolve("new/certs");
        assertThat(new LocalAuthority(made).certify(List.of("a"), YEAR, false)).isTrue();
        try (Stream<Path> files = Files.list(made)) {
            assertThat(files)
                    .hasSize(7)
                    .allSatisfy(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .isEqualTo("rw-------"));
        }
    }

    @Test
    void nothingIsReplacedUnlessAskedForAndTheAuthorityStays() throws Exception {
        LocalAuthority authority = new LocalAuthority(directory);
        authority.certify(List.of("b"), YEAR, false);
        String authorityBefore = Files.readString(directory.resolve(LocalAuthority.CERTIFICATE));
        String before = Files.readString(authority.files("b").certificate());
        assertThatThrownBy(() -> authority.certify(List.of("a", "b"), YEAR, false))
                .isInstanceOf(FileAlreadyExistsException.class)
                .hasMessageContaining("b.pem");
        assertThat(authority.files("a").certificate()).doesNotExist();
        assertThat(authority.certify(List.of("b"), YEAR, true)).isFalse();
        assertThat(Files.readString(authority.files("b").certificate())).isNotEqualTo(before);
        assertThat(Files.readString(directory.resolve(LocalAuthority.CERTIFICATE)))
                .isEqualTo(authorityBefore);
    }

    @Test
    void idsThatAreNoNamesOfHostsHaveCertificatesToo() throws Exception {
        LocalAuthority authority = new LocalAuthority(directory);
        authority.certify(List.of("localhost:7401"), YEAR, false);
        NodeFiles files = authority.files("localhost:7401");
        assertThat(files.all()).allSatisfy(file -> assertThat(file).isNotEmptyFile());
    }

    @Test
    void anIdThatWouldLeadElsewhereIsRefused() {
        LocalAuthority authority = new LocalAuthority(directory);
        for (String id : List.of("../a", "", "ca", "a b", "a,O=b")) {
            assertThatThrownBy(() -> authority.certify(List.of(id), YEAR, false))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("choose an id of letters");
        }
        assertThat(directory).isEmptyDirectory();
    }
}
