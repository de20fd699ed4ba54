// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.console;

/** A command cannot go on. The message says what happened and what to do next; it is all that a person sees. */
public final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ExitCode exitCode;

    public CommandFailure(ExitCode exitCode, String whatHappenedAndWhatToDo) {
        super(whatHappenedAndWhatToDo);
        this.exitCode = exitCode;
    }

    public CommandFailure(ExitCode exitCode, String whatHappenedAndWhatToDo, Throwable cause) {
        super(whatHappenedAndWhatToDo, cause);
        this.exitCode = exitCode;
    }

    public ExitCode exitCode() {
        return exitCode;
    }
}
