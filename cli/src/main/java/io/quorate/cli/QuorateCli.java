package io.quorate.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The program {@code quorate}. */
@Command(
        name = "quorate",
        mixinStandardHelpOptions = true,
        version = "quorate 0.1.0-SNAPSHOT",
        description = "Distributed locks with no lock server.")
public final class QuorateCli implements Runnable {
    @Override
    public void run() {
        CommandLine.usage(this, System.out);
    }

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new QuorateCli()).execute(arguments));
    }
}
