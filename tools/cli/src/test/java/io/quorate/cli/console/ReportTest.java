// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.FileSystemException;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class ReportTest {
    @Command(name = "save")
    static final class Saves extends ReportCommand {
        Saves(Console console) {
            super(console);
        }

        @Override
        protected void run(Report out) {
            out.with("valid", false).answer(false).afterwards(() -> {
                throw new FileSystemException("there");
            });
        }
    }

    /** A program reads one document, also if a file could not be saved after the answer. */
    @Test
    void aFailureAfterTheAnswerPrintsNoSecondDocument() {
        StringWriter out = new StringWriter();
        Console console = Console.of(out, new StringWriter());
        int code = new CommandLine(new Saves(console))
                .setExecutionExceptionHandler(new FailureReport(console))
                .execute("--json");
        assertThat(code).isEqualTo(ExitCode.ENVIRONMENT.number());
        assertThat(JsonParser.parseString(out.toString())
                        .getAsJsonObject()
                        .get("valid")
                        .getAsBoolean())
                .isFalse();
    }

    /** As on a full disk. */
    @Test
    void anAnswerThatCannotBeWrittenIsAFailure() {
        Writer full = new Writer() {
            @Override
            public void write(char[] text, int offset, int length) throws IOException {
                throw new IOException("No space left on device");
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Report report = new Report(Console.of(full, new StringWriter()), true);
        assertThatThrownBy(report::finish).isInstanceOf(CommandFailure.class);
    }
}
