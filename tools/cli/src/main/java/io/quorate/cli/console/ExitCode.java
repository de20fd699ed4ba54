// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.console;

/** How the program ends. Scripts rely on these numbers: they never change their meaning. */
public enum ExitCode {
    OK(0),
    /** The work was done, and the answer is no: a violation was found, a mutant survived, a proof failed. */
    NO(1),
    USAGE(2),
    /** The environment does not allow it: a port is in use, a file cannot be written, a child process died. */
    ENVIRONMENT(3),
    /** Too few nodes answer. */
    UNAVAILABLE(4),
    /** A bug in the program itself. */
    BUG(70),

    // Exit codes of quorate lock itself, as opposed to those of the command that it runs: numbers that other programs
    // seldom use
    // (sysexits).

    LOCK_USAGE(64),
    NO_QUORUM(69),
    SURROUNDINGS(71),
    /** Others held the lock until the timeout. */
    BUSY(75),
    /** The lock was lost, or about to be, so the command was made to end. */
    LOST(76),
    /** As shells do. */
    NOT_EXECUTABLE(126),
    NO_SUCH_COMMAND(127);

    private final int number;

    ExitCode(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }
}
