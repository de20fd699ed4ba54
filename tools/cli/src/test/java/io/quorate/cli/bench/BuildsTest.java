// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cli.QuorateCli;
import io.quorate.cli.console.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Other builds are found as people have them: a checkout, an unpacked package, or jars in a folder. */
final class BuildsTest {
    @TempDir
    Path folder;

    @Test
    void anUnpackedPackageIsABuild() throws IOException {
        Files.createFile(Files.createDirectory(folder.resolve("lib")).resolve("quorate.jar"));
        assertThat(command()).contains(folder + "/lib/*:" + folder + "/lib/lib/*");
    }

    @Test
    void jarsOfAReleaseAreABuild() throws IOException {
        Files.createFile(folder.resolve("quorate-cli-0.1.0.jar"));
        assertThat(command()).contains(folder + "/*:" + folder + "/lib/*").endsWith(QuorateCli.class.getName());
    }

    @Test
    void aFolderWithoutABuildIsRefusedWithWhatToNameInstead() {
        assertThatThrownBy(this::command)
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("no build of quorate in " + folder)
                .hasMessageContaining("an unpacked package");
    }

    private List<String> command() throws IOException {
        return Builds.in(folder, List.of("-Xmx64m"), QuorateCli.class);
    }
}
