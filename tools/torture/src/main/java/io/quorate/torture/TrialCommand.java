// SPDX-License-Identifier: Apache-2.0
package io.quorate.torture;

import io.quorate.cli.cluster.ScratchFolder;
import io.quorate.cli.console.Console;
import io.quorate.cli.console.ExitCode;
import io.quorate.cli.console.Progress;
import io.quorate.cli.console.Report;
import io.quorate.cli.console.ReportCommand;
import io.quorate.cli.console.Table;
import io.quorate.cli.console.Words;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
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
                    + " Stalls of the machine without a TERM do not count.",
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
final class TrialCommand extends ReportCommand {
    /** The trials. */
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

    TrialCommand(Console console) {
        super(console);
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
    protected void run(Report out) throws IOException, InterruptedException {
        if (rounds < 1 || restarts < 1 || terms < 1 || splits < 1 || upgrades < 1) {
            throw new IllegalArgumentException(
                    "There must be one round, one restart, one TERM, one split and one upgrade at least.");
        }
        List<String> otherBuild = other == null ? List.of() : Torture.ofBuild(other);
        if (trials.contains(Trial.UPGRADE) && otherBuild.isEmpty()) {
            throw new IllegalArgumentException("The trial upgrade needs another build: name it by --other FOLDER.");
        }
        try (ScratchFolder folder = ScratchFolder.create("quorate-trial-", console);
                Progress progress = new Progress(console)) {
            Trials all = new Trials(
                    folder.path(), Words.duration(lease), Torture.ofThisBuild(), text -> progress.update(() -> text));
            out.answer(run(all, otherBuild, out));
            if (out.exitCode() == ExitCode.OK.number() && !keeps) {
                folder.allWentWell();
            }
        }
    }

    /** Trials that were not made are empty in the document. Tells whether nothing was broken. */
    private boolean run(Trials all, List<String> otherBuild, Report out) throws IOException, InterruptedException {
        List<Trials.Kill> kills = new ArrayList<>();
        if (trials.contains(Trial.KILL)) {
            kills.addAll(all.kills(3, rounds));
            kills.addAll(all.kills(MANY_MEMBERS, MANY_MEMBERS));
        }
        boolean fine = kills(kills, out);
        fine &= restarts(trials.contains(Trial.RESTART) ? all.restarts(restarts) : List.of(), out);
        fine &= terms(trials.contains(Trial.TERM) ? all.terms(terms) : List.of(), out);
        fine &= twins(trials.contains(Trial.TWINS) ? splits(all) : List.of(), out);
        fine &= upgrades(
                trials.contains(Trial.UPGRADE) ? all.upgrades(upgrades, otherBuild) : Trials.Upgrades.NONE, out);
        return fine;
    }

    private List<Trials.Twins> splits(Trials all) throws IOException, InterruptedException {
        List<Trials.Twins> twins = new ArrayList<>();
        String whyNot = Namespaces.whyNot();
        if (whyNot != null) {
            console.err().println("NOT TRIED: twins. " + whyNot);
            return twins;
        }
        for (int count = 0; count < splits; count++) {
            twins.add(all.twins(count % 2 == 0));
        }
        return twins;
    }

    private static boolean kills(List<Trials.Kill> kills, Report out) {
        Table<Trials.Kill> table = new Table<>(kills)
                .column("members", "members", Trials.Kill::members)
                .column("killed, waits", "victim", Trials.Kill::victim)
                .column("holder", "holder", Trials.Kill::holder)
                .column("holds", "holds", Trials.Kill::holds)
                .column("lost", "lost", Trials.Kill::lost);
        long lossy = kills.stream().filter(each -> each.lost() > 0).count();
        long lost = kills.stream().mapToLong(Trials.Kill::lost).sum();
        return tell(
                out,
                "kills",
                table,
                lost == 0,
                Words.count(kills.size(), "kill") + ", " + lossy + " of them with losses, " + Words.count(lost, "hold")
                        + " lost");
    }

    private static boolean restarts(List<Trials.Restart> all, Report out) {
        Table<Trials.Restart> table = new Table<>(all)
                .column("restarted", "node", Trials.Restart::node)
                .column("joined after ms", "joinMillis", Trials.Restart::joinMillis, TrialCommand::millis)
                .column("first vote after ms", "voteMillis", Trials.Restart::voteMillis, TrialCommand::millis)
                .column(
                        "of the process ms",
                        "voteMillisOfProcess",
                        Trials.Restart::voteMillisOfProcess,
                        TrialCommand::millis);
        return tell(
                out,
                "restarts",
                table,
                all.stream().allMatch(TrialCommand::isInTime),
                "the slowest restarted node voted after " + millis(most(all, Trials.Restart::voteMillis))
                        + " ms (aim: below 1,000 ms)");
    }

    private static boolean terms(List<Trials.Term> all, Report out) {
        Table<Trials.Term> table = new Table<>(all)
                .column("TERM to", "node", Trials.Term::node)
                .column("locks of others", "taken", Trials.Term::taken)
                .column("longest wait ms", "stallMillis", Trials.Term::stallMillis, TrialCommand::tenths)
                .column("without TERM ms", "quietMillis", Trials.Term::quietMillis, TrialCommand::tenths)
                .column("next holder after ms", "nextMillis", Trials.Term::nextMillis, TrialCommand::tenths);
        return tell(
                out,
                "terms",
                table,
                all.stream().allMatch(TrialCommand::stallsNobody),
                "TERM to a member stalled others for " + tenths(most(all, Trials.Term::stallMillis))
                        + " ms at most, and the next holder came after " + tenths(most(all, Trials.Term::nextMillis))
                        + " ms at most (aim: below 100 ms above what is so without TERM)");
    }

    private static boolean twins(List<Trials.Twins> all, Report out) {
        Table<Trials.Twins> table = new Table<>(all)
                .column("TLS", "tls", Trials.Twins::tls, tls -> tls ? "yes" : "no")
                .column("holds", "holds", Trials.Twins::holds)
                .column("overlaps", "overlaps", Trials.Twins::overlaps)
                .column("after the heal", "afterHeal", Trials.Twins::afterHeal)
                .column("a beat later", "late", Trials.Twins::late)
                .column("holds after the heal", "holdsAfterHeal", Trials.Twins::holdsAfterHeal);
        long late = all.stream().mapToLong(Trials.Twins::late).sum();
        return tell(
                out,
                "twins",
                table,
                late == 0,
                "twins: " + Words.count(late, "overlap")
                        + " began later than one heartbeat after the network had healed");
    }

    private static boolean upgrades(Trials.Upgrades all, Report out) {
        Table<Trials.Upgrade> table = new Table<>(all.changes())
                .column("all members run", "to", Trials.Upgrade::to, to -> to + " build")
                .column("holds", "holds", Trials.Upgrade::holds)
                .column("lost", "lost", Trials.Upgrade::lost)
                .column("taken meanwhile", "taken", Trials.Upgrade::taken);
        out.with("upgrades", all);
        long lost = all.changes().stream().mapToLong(Trials.Upgrade::lost).sum();
        return tell(
                out,
                "",
                table,
                keepsAll(all),
                Words.count(all.changes().size(), "change") + " of all members between two builds: "
                        + Words.count(lost, "hold") + " lost, " + Words.count(all.overlaps(), "overlap") + ", "
                        + Words.count(all.cutOff(), "connection") + " cut off");
    }

    /** A table with its verdict. Of a trial that was not made, people hear nothing, and nothing was broken. */
    private static boolean tell(Report out, String name, Table<?> table, boolean fine, String text) {
        if (!name.isEmpty()) {
            out.with(name, table);
        }
        if (!table.isEmpty()) {
            out.say(table).verdict(fine, (fine ? "VALID: " : "BROKEN: ") + text);
        }
        return table.isEmpty() || fine;
    }

    private static <T> double most(List<T> all, ToDoubleFunction<T> figure) {
        return all.stream().mapToDouble(figure).max().orElse(0);
    }

    private static String tenths(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    private static String millis(double value) {
        return value < 0 ? "never" : String.format(Locale.ROOT, "%.0f", value);
    }
}
