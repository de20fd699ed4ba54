// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code trace}, as a person uses it. */
final class TraceCommandTest {
    @TempDir
    private Path folder;

    @Test
    void aScenarioIsDrawnInTheTerminal() throws IOException {
        Path file = folder.resolve("mine.scn");
        Files.writeString(file, "nodes 3  protocol quorumlock\n\nacquire n1\nsettle\nexpect n1 holding\n");
        CommandRun run = CommandRun.of("trace", file.toString());
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("Request 1.n1", "n1 holds", "█ holds");
    }

    @Test
    void aScenarioThatComesOutOtherwiseThanWrittenIsTheAnswerNo() throws IOException {
        Path file = folder.resolve("mine.scn");
        Files.writeString(file, "nodes 3  protocol quorumlock\n\nacquire n1\n----\nn1 -> n2  Release 1.n1\n");
        CommandRun wrong = CommandRun.of("trace", file.toString());
        assertThat(wrong.exitCode()).isEqualTo(1);
        assertThat(wrong.err()).contains("Not as written", "from line 3 on", "--transcript");
        String right = CommandRun.of("trace", file.toString(), "--transcript").out();
        assertThat(right).contains("----\nn1 -> n2  Request 1.n1");
        Files.writeString(file, right);
        assertThat(CommandRun.of("trace", file.toString()).exitCode()).isZero();
    }

    @Test
    void aFileThatIsNoTraceIsRefused() throws IOException {
        Path file = folder.resolve("other.txt");
        Files.writeString(file, "hello\n");
        CommandRun run = CommandRun.of("trace", file.toString());
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("no trace file");
    }

    @Test
    void whatCannotBeDrawnIsRefusedWithAReason() throws IOException {
        Path binary = Files.write(folder.resolve("bin.trace"), new byte[] {(byte) 0xff, 0, (byte) 0xfe});
        assertThat(CommandRun.of("trace", binary.toString()).err()).contains(binary + " is not text");
        assertThat(CommandRun.of("trace", folder.toString()).err()).contains("is a folder: " + folder);
        assertThat(CommandRun.of("trace", binary.toString(), "--holds", "0").err())
                .contains("at least one hold");
        assertThat(CommandRun.of("trace", binary.toString(), "--svg", "x.png").err())
                .contains("written as .svg");
    }
}
