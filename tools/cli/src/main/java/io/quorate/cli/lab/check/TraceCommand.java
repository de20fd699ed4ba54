// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab.check;

import io.quorate.cli.console.CommandFailure;
import io.quorate.cli.console.Console;
import io.quorate.cli.console.ExitCode;
import io.quorate.cli.console.Report;
import io.quorate.cli.console.ReportCommand;
import io.quorate.cli.lab.Drawings;
import io.quorate.cli.lab.OwnProtocols;
import io.quorate.cli.lab.PageOptions;
import io.quorate.cli.lab.RunReplay;
import io.quorate.core.lock.Protocols;
import io.quorate.lab.replay.RunFile;
import io.quorate.lab.scenario.Scenario;
import io.quorate.lab.scenario.ScenarioRunner;
import io.quorate.lab.scenario.Scenarios;
import io.quorate.lab.world.Trace;
import io.quorate.trace.SpaceTime;
import io.quorate.trace.SpaceTimeFile;
import io.quorate.trace.text.TextDrawing;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code quorate trace}. */
@Command(
        name = "trace",
        description = {
            "Draws what happened, as a space-time diagram: time downwards, a line for each node, an arrow for each message.",
            "The file is a trace that demo, simulate or check wrote, or a scenario (.scn): it is played, and must come out as written.",
            "Or it is a run that simulate saved: it is played again, step by step, and must have the same trace hash."
        },
        footer = {
            "  quorate trace demo.trace",
            "  quorate trace demo.trace --svg demo.svg --holds 5",
            "  quorate trace --protocol maekawa          a fresh run, drawn",
            "  quorate trace quorumlock/alone            a scenario, by its name",
            "  quorate trace R5.scn --svg R5.svg --text",
            "  quorate trace R5.scn --html R5.html       step through it in a browser",
            "  quorate trace run.gz --holds 5            play a saved run again",
            "  quorate trace run.gz --shorten short.scn  leave out what does not matter",
            "  quorate trace mine.scn --transcript       what comes of a scenario"
        })
public final class TraceCommand extends ReportCommand {
    private static final Path NO_FILE = Path.of("");

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "FILE",
            description = "The trace or scenario, or the name of a scenario as in quorumlock/alone.")
    private Path file = NO_FILE;

    @Option(names = "--svg", paramLabel = "OUT", description = "Draw it into this file.")
    private @Nullable Path svg;

    @Option(names = "--text", description = "Draw it here, even with --svg, --html or --shiviz.")
    private boolean text;

    @Option(
            names = "--transcript",
            description = "Print the scenario with what came of each step, instead of drawing it.")
    private boolean transcript;

    @Option(
            names = "--shorten",
            paramLabel = "OUT.scn",
            description = "Shorten a saved run that breaks a promise, and write what is left of it as a scenario.")
    private @Nullable Path shorten;

    @Option(names = "--holds", paramLabel = "N", description = "Only the first N holds (default: all).")
    private @Nullable Integer holds;

    @Option(names = "--messages", paramLabel = "N", description = "Only about the first N messages (default: all).")
    private @Nullable Integer messages;

    @Mixin
    @SuppressWarnings("UnusedVariable") // its option has done all that it does when it has been read
    private final OwnProtocols own = new OwnProtocols();

    @Mixin
    private final FreshRun fresh = new FreshRun();

    @Mixin
    private final PageOptions pages = new PageOptions();

    public TraceCommand(Console console) {
        super(console);
    }

    @Override
    protected void run(Report out) throws IOException {
        requireSense();
        if (fresh.isWanted()) {
            draw(fresh.play(), "", out);
            return;
        }
        fresh.requireNone();
        byte[] bytes = bytes();
        if (RunFile.isRun(bytes)) {
            out.exit(new RunReplay(console, file, RunFile.read(bytes))
                    .play(shorten, pages.wantsStates(), (diagram, about) -> draw(diagram, about, out)));
            return;
        }
        if (shorten != null) {
            throw new IllegalArgumentException("Only a run that simulate has saved can be shortened (--save, or one in"
                    + " failures/); this is none: " + file + ".");
        }
        List<String> lines = lines(bytes);
        if (!String.valueOf(file.getFileName()).endsWith(".scn") && (Files.exists(file) || !isScenarioOfAKit())) {
            if (transcript) {
                throw new IllegalArgumentException("Only a scenario (.scn) has a transcript, a trace has none.");
            }
            draw(recording(lines), "", out);
            return;
        }
        Scenario scenario = Scenario.parse(String.join("\n", lines));
        ScenarioRunner.Outcome outcome = ScenarioRunner.play(scenario);
        if (transcript) {
            out.with("transcript", outcome.text()).print(outcome.text());
        } else {
            draw(outcome.diagram(), scenario.title(), out);
        }
        out.answer(isAsWritten(scenario, outcome));
    }

    private void requireSense() {
        if (holds != null && holds < 1) {
            throw new IllegalArgumentException("There must be at least one hold to draw, not " + holds + ".");
        }
        if (messages != null && messages < 1) {
            throw new IllegalArgumentException("There must be at least one message to draw, not " + messages + ".");
        }
        Drawings.requireSvg(svg);
        pages.require();
        if (fresh.isWanted() != file.equals(NO_FILE)) {
            throw new IllegalArgumentException(
                    "Give either a file to draw or --protocol, as in quorate trace --protocol maekawa; not both.");
        }
    }

    /** A scenario may be a script only; but if it tells what came of it, that must be so. */
    private boolean isAsWritten(Scenario scenario, ScenarioRunner.Outcome outcome) {
        List<Scenario.Block> written = scenario.blocks();
        List<Scenario.Block> played = Scenario.parse(outcome.text()).blocks();
        for (int place = 0; place < written.size(); place++) {
            List<String> told = written.get(place).transcript();
            if (!told.isEmpty() && !told.equals(played.get(place).transcript())) {
                console.err()
                        .println(console.red("Not as written")
                                + ": something else came of the steps from line "
                                + written.get(place).firstLine()
                                + " on than the file says. --transcript prints it as it is.");
                return false;
            }
        }
        return true;
    }

    /** A recording of demo, simulate or check; or choices to be played, after a line with the parts of the cluster. */
    private static SpaceTime recording(List<String> lines) {
        boolean isPlayed = lines.stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .findFirst()
                .filter(line -> line.matches("nodes\\s+\\d+\\s+protocol\\s.*"))
                .isPresent();
        return isPlayed ? Drawings.of(Trace.parse(String.join("\n", lines)), "") : SpaceTimeFile.read(lines);
    }

    private void draw(SpaceTime all, String about, Report out) throws IOException {
        SpaceTime begun = messages == null ? all : all.beginning(messages);
        SpaceTime diagram = holds == null ? begun : Drawings.untilHold(begun, holds, begun.title());
        Path target = svg;
        if (target != null) {
            Drawings.writeSvg(diagram, target);
            console.err().println("Drawn: " + target);
        }
        String heading = diagram.title().isEmpty() ? String.valueOf(file.getFileName()) : diagram.title();
        pages.write(diagram, heading, about, console);
        out.document(diagram);
        if (out.isForPeople() && (text || (target == null && !pages.isWanted()))) {
            out.print(console.isColoured() ? TextDrawing.drawColoured(diagram) : TextDrawing.draw(diagram));
        }
    }

    private byte[] bytes() throws IOException {
        try {
            if (Files.isDirectory(file)) {
                throw new CommandFailure(
                        ExitCode.USAGE, "This is a folder: " + file + ". Give a trace or a scenario in it.");
            }
            return Files.readAllBytes(file);
        } catch (NoSuchFileException missing) {
            if (isScenarioOfAKit()) {
                return Scenarios.text(file.toString()).getBytes(StandardCharsets.UTF_8);
            }
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "There is no file " + file + ". Make one with quorate demo, or quorate simulate"
                            + " quorumlock --trace " + file + ".",
                    missing);
        }
    }

    /** A name such as quorumlock/alone: the protocol, and one of the scenarios of its kit. */
    private boolean isScenarioOfAKit() {
        return file.getNameCount() == 2
                && !file.isAbsolute()
                && Stream.concat(Protocols.all().stream(), Protocols.brought().stream())
                        .anyMatch(protocol -> protocol.name().equals(String.valueOf(file.getParent())));
    }

    private List<String> lines(byte[] bytes) throws IOException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString()
                    .lines()
                    .toList();
        } catch (CharacterCodingException notText) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "The file " + file + " is not text, so it is no trace. Give one that quorate wrote.",
                    notText);
        }
    }
}
