// SPDX-License-Identifier: Apache-2.0
package io.quorate.torture;

import io.quorate.cli.console.Console;
import io.quorate.cli.console.ExitCode;
import io.quorate.cli.console.OutputOptions;
import io.quorate.cli.console.Progress;
import io.quorate.cli.console.TextTable;
import io.quorate.cli.console.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tools/torture/run trial}. */
@Command(
        name = "trial",
        description = {
            "Makes faults on purpose, with nodes as processes of their own, and counts what they break. Ends with 1 if one"
                    + " breaks anything.",
            "kill: a voter is killed (kill -9) while it waits for 40 locks that another member holds. No hold may be lost."
                    + " Once with 3 members in many rounds, and with 5 members once for each of them.",
            "restart: the nodes of a cluster with data directories are restarted in turn. Each must vote within 1 s of its start.",
            "term: a member gets TERM. While it holds nothing, no new lock of the others may wait for 100 ms. If its application"
                    + " closes a lock after the TERM, the next holder must have it within 100 ms."
                    + " What the machine stalls without a TERM does not count.",
            "twins: a network splits into {n1, n3} and {n2}, a second n1 starts beside n2, and the network heals. No two holds of"
                    + " one lock may begin to overlap later than one heartbeat after that. Needs root, see quorate faultnet.",
            "upgrade: the members go over to another build of the program one after the other, and back, while two guests, one of each"
                    + " build, hold 40 locks. No hold may be lost. Needs --other."
        },
        footer = {
            "  tools/torture/run trial",
            "  tools/torture/run trial kill --rounds 5 --lease 2s",
            "  tools/torture/run trial term --terms 20",
            "  tools/torture/run trial restart twins --json",
            "  tools/torture/run trial upgrade --other ../quorate-0.1.0 --upgrades 10"
        })
final class TrialCommand implements Callable<Integer> {
    /** What can be tried. */
    enum Trial {
        KILL,
        RESTART,
        TERM,
        TWINS,
        UPGRADE
    }

    private static final double VOTE_MILLIS_MAX = 1_000;
    private static final double STALL_MILLIS_MAX = 100;
    private static final int MANY_MEMBERS = 5;

    private final Console console;

    @Parameters(
            paramLabel = "TRIAL",
            arity = "0..*",
            description = "kill, restart, term, twins, upgrade (default: all but upgrade).")
    private List<Trial> trials = List.of(Trial.KILL, Trial.RESTART, Trial.TERM, Trial.TWINS);

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "Kills among three members, one after the other (default: ${DEFAULT-VALUE}).")
    private int rounds = 20;

    @Option(
            names = "--restarts",
            paramLabel = "N",
            description = "How often each node is restarted (default: ${DEFAULT-VALUE}).")
    private int restarts = 2;

    @Option(
            names = "--terms",
            paramLabel = "N",
            description = "How many times a member gets TERM (default: ${DEFAULT-VALUE}).")
    private int terms = 6;

    @Option(
            names = "--splits",
            paramLabel = "N",
            description = "How often twins are made, with and without TLS in turn (default: ${DEFAULT-VALUE}).")
    private int splits = 4;

    @Option(
            names = "--upgrades",
            paramLabel = "N",
            description = "How often the members go over to the other build and back (default: ${DEFAULT-VALUE}).")
    private int upgrades = 1;

    @Option(
            names = "--other",
            paramLabel = "FOLDER",
            description =
                    "The other build, for upgrade: a checkout in which ./quorate was run, an unpacked package, or a folder with"
                            + " the jars of a release.")
    private @Nullable Path other;

    @Option(names = "--keep", description = "Keep the logs of all processes, though nothing is broken.")
    private boolean keeps;

    @Option(names = "--lease", defaultValue = "5s", description = "The lease (default: ${DEFAULT-VALUE}).")
    private String lease = "";

    @Mixin
    private final OutputOptions output = new OutputOptions();

    TrialCommand(Console console) {
        this.console = console;
    }

    /** The JSON output; trials that were not made are empty. */
    record Document(
            List<Trials.Kill> kills,
            List<Trials.Restart> restarts,
            List<Trials.Term> terms,
            List<Trials.Twins> twins,
            Trials.Upgrades upgrades) {
        boolean isFine() {
            return kills.stream().allMatch(each -> each.lost() == 0)
                    && restarts.stream().allMatch(TrialCommand::isInTime)
                    && terms.stream().allMatch(TrialCommand::stallsNobody)
                    && twins.stream().allMatch(each -> each.late() == 0)
                    && keepsAll(upgrades);
        }
    }

    private static boolean isInTime(Trials.Restart restart) {
        return restart.voteMillis() >= 0 && restart.voteMillis() < VOTE_MILLIS_MAX;
    }

    private static boolean keepsAll(Trials.Upgrades upgrades) {
        return upgrades.overlaps() == 0
                && upgrades.cutOff() == 0
                && upgrades.changes().stream().allMatch(each -> each.lost() == 0 && each.taken() > 0);
    }

    private static boolean stallsNobody(Trials.Term term) {
        double most = STALL_MILLIS_MAX + term.quietMillis();
        return term.stallMillis() < most && term.nextMillis() < most;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (rounds < 1 || restarts < 1 || terms < 1 || splits < 1 || upgrades < 1) {
            throw new IllegalArgumentException(
                    "There must be one round, one restart, one TERM, one split and one upgrade at least.");
        }
        List<String> otherBuild = other == null ? List.of() : Torture.ofBuild(other);
        if (trials.contains(Trial.UPGRADE) && otherBuild.isEmpty()) {
            throw new IllegalArgumentException("The trial upgrade needs another build: name it by --other FOLDER.");
        }
        List<String> java = Torture.ofThisBuild();
        Path folder = Files.createTempDirectory("quorate-trial-");
        Document document;
        try (Progress progress = new Progress(console)) {
            Trials all = new Trials(folder, Words.duration(lease), java, text -> progress.update(() -> text));
            document = run(all, otherBuild);
        } catch (IOException | RuntimeException e) {
            console.err().println("The logs of all processes are in " + folder + ".");
            throw e;
        }
        if (output.json()) {
            console.printJson(document);
        } else {
            print(document);
        }
        if (document.isFine() && !keeps) {
            RandomCommand.remove(folder);
        } else {
            console.err().println("The logs of all processes are in " + folder + ".");
        }
        return (document.isFine() ? ExitCode.OK : ExitCode.NO).number();
    }

    private Document run(Trials all, List<String> otherBuild) throws IOException, InterruptedException {
        List<Trials.Kill> kills = new ArrayList<>();
        if (trials.contains(Trial.KILL)) {
            kills.addAll(all.kills(3, rounds));
            kills.addAll(all.kills(MANY_MEMBERS, MANY_MEMBERS));
        }
        List<Trials.Restart> restarted = trials.contains(Trial.RESTART) ? all.restarts(restarts) : List.of();
        List<Trials.Term> ended = trials.contains(Trial.TERM) ? all.terms(terms) : List.of();
        List<Trials.Twins> twins = new ArrayList<>();
        if (trials.contains(Trial.TWINS)) {
            String whyNot = Namespaces.whyNot();
            if (whyNot == null) {
                for (int count = 0; count < splits; count++) {
                    twins.add(all.twins(count % 2 == 0));
                }
            } else {
                console.err().println("NOT TRIED: twins. " + whyNot);
            }
        }
        Trials.Upgrades upgraded =
                trials.contains(Trial.UPGRADE) ? all.upgrades(upgrades, otherBuild) : Trials.Upgrades.NONE;
        return new Document(kills, restarted, ended, twins, upgraded);
    }

    private void print(Document document) {
        if (!document.kills().isEmpty()) {
            print(document.kills());
        }
        if (!document.restarts().isEmpty()) {
            printRestarts(document.restarts());
        }
        if (!document.terms().isEmpty()) {
            printTerms(document.terms());
        }
        if (!document.twins().isEmpty()) {
            printTwins(document.twins());
        }
        if (!document.upgrades().changes().isEmpty()) {
            printUpgrades(document.upgrades());
        }
    }

    private void print(List<Trials.Kill> kills) {
        TextTable table = new TextTable("members", "killed, waits", "holder", "holds", "lost");
        kills.forEach(each -> table.row(each.members(), each.victim(), each.holder(), each.holds(), each.lost()));
        console.out().println(table);
        long lossy = kills.stream().filter(each -> each.lost() > 0).count();
        long lost = kills.stream().mapToLong(Trials.Kill::lost).sum();
        say(
                lost == 0,
                Words.count(kills.size(), "kill") + ", " + lossy + " of them with losses, " + Words.count(lost, "hold")
                        + " lost");
    }

    private void printRestarts(List<Trials.Restart> all) {
        TextTable table = new TextTable("restarted", "joined after ms", "first vote after ms", "of the process ms");
        all.forEach(each -> table.row(
                each.node(), millis(each.joinMillis()), millis(each.voteMillis()), millis(each.voteMillisOfProcess())));
        console.out().println(table);
        double slowest =
                all.stream().mapToDouble(Trials.Restart::voteMillis).max().orElse(0);
        say(
                all.stream().allMatch(TrialCommand::isInTime),
                "the slowest restarted node voted after " + millis(slowest) + " ms (aim: below 1,000 ms)");
    }

    private void printTerms(List<Trials.Term> all) {
        TextTable table = new TextTable(
                "TERM to", "locks of others", "longest wait ms", "without TERM ms", "next holder after ms");
        all.forEach(each -> table.row(
                each.node(),
                each.taken(),
                tenths(each.stallMillis()),
                tenths(each.quietMillis()),
                tenths(each.nextMillis())));
        console.out().println(table);
        say(
                all.stream().allMatch(TrialCommand::stallsNobody),
                "TERM to a member stalled others for " + tenths(most(all, Trials.Term::stallMillis))
                        + " ms at most, and the next holder came after " + tenths(most(all, Trials.Term::nextMillis))
                        + " ms at most (aim: below 100 ms above what is so without TERM)");
    }

    private static double most(List<Trials.Term> all, ToDoubleFunction<Trials.Term> figure) {
        return all.stream().mapToDouble(figure).max().orElse(0);
    }

    private static String tenths(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    private void printTwins(List<Trials.Twins> all) {
        TextTable table =
                new TextTable("TLS", "holds", "overlaps", "after the heal", "a beat later", "holds after the heal");
        all.forEach(each -> table.row(
                each.tls() ? "yes" : "no",
                each.holds(),
                each.overlaps(),
                each.afterHeal(),
                each.late(),
                each.holdsAfterHeal()));
        console.out().println(table);
        long late = all.stream().mapToLong(Trials.Twins::late).sum();
        say(
                late == 0,
                "twins: " + Words.count(late, "overlap")
                        + " began later than one heartbeat after the network had healed");
    }

    private void printUpgrades(Trials.Upgrades all) {
        TextTable table = new TextTable("all members run", "holds", "lost", "taken meanwhile");
        all.changes().forEach(each -> table.row(each.to() + " build", each.holds(), each.lost(), each.taken()));
        console.out().println(table);
        long lost = all.changes().stream().mapToLong(Trials.Upgrade::lost).sum();
        say(
                keepsAll(all),
                Words.count(all.changes().size(), "change") + " of all members between two builds: "
                        + Words.count(lost, "hold") + " lost, " + Words.count(all.overlaps(), "overlap") + ", "
                        + Words.count(all.cutOff(), "connection") + " cut off");
    }

    private void say(boolean fine, String text) {
        console.out().println(fine ? console.green("VALID: " + text) : console.red("BROKEN: " + text));
    }

    private static String millis(double value) {
        return value < 0 ? "never" : String.format(Locale.ROOT, "%.0f", value);
    }
}
