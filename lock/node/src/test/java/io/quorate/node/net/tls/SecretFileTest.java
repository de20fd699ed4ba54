// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.quorate.node.log.EventLog;
import io.quorate.node.net.HeardLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may read a secret. */
@Tag("threads")
final class SecretFileTest {
    @TempDir
    Path folder;

    private List<String> saidOf(Path file, String permissions) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
        try (HeardLog log = new HeardLog(SecretFileTest.class)) {
            SecretFile.warnIfOthersMayRead(file, EventLog.of(SecretFileTest.class));
            return List.copyOf(log.lines());
        }
    }

    @Test
    void aFileOfThisProcessIsForItsOwnerOnly() throws Exception {
        Path file = Files.writeString(folder.resolve("key"), "secret");
        assertThat(saidOf(file, "rw-------")).isEmpty();
        assertThat(saidOf(file, "rw-r-----")).singleElement().asString().contains("other users can read");
        assertThat(saidOf(file, "rw----r--")).hasSize(1);
    }

    @Test
    void theGroupMayReadAFileOfSomebodyElseAsWithFsGroup() throws Exception {
        Path file = Files.writeString(folder.resolve("key"), "secret");
        assumeThat(System.getProperty("user.name"))
                .as("only root gives files away")
                .isEqualTo("root");
        Files.setOwner(
                file, file.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
        assertThat(saidOf(file, "r--r-----")).isEmpty();
        assertThat(saidOf(file, "r--r--r--")).hasSize(1);
    }
}
