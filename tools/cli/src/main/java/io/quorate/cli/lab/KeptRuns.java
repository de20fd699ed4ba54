// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab;

import io.quorate.cli.keep.CodeDigest;
import io.quorate.cli.keep.JsonFile;
import io.quorate.lab.dht.DhtExperiment;
import io.quorate.lab.dht.DhtFigure;
import io.quorate.lab.dht.DhtReport;
import io.quorate.lab.dht.LoadSpread;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Consumer;

/** The runs of figures in a folder, a file each, as soon as they are over: after an interruption only the run at hand is lost. */
public final class KeptRuns implements DhtFigure.Memory {
    private final Path folder;
    private final String code;
    private final Consumer<String> notices;

    /**
     * @param code which code runs must be of
     * @param notices is told why a file that is there cannot be used
     */
    private KeptRuns(Path folder, String code, Consumer<String> notices) {
        this.folder = folder;
        this.code = code;
        this.notices = notices;
    }

    /** Those of this program in this folder, which is made if it is not there. */
    public static KeptRuns in(Path folder, Consumer<String> notices) throws IOException {
        Files.createDirectories(folder);
        return new KeptRuns(folder, CodeDigest.ofThisProgram(), notices);
    }

    /**
     * The content of a file.
     *
     * @param experiment all that it was about
     * @param nodesByLoad the number of nodes for each number of processed messages
     */
    private record Kept(
            String experiment,
            String code,
            DhtReport.Messages messages,
            DhtReport.Entries entries,
            SortedMap<Integer, Integer> nodesByLoad) {
        Kept {
            Objects.requireNonNull(experiment, "the experiment is missing");
            Objects.requireNonNull(code, "the number of the code is missing");
            Objects.requireNonNull(messages, "the messages are missing");
            Objects.requireNonNull(entries, "the entries are missing");
            Objects.requireNonNull(nodesByLoad, "the load is missing");
        }
    }

    private static String inWords(DhtExperiment experiment) {
        return experiment.protocol().fullName() + ", " + experiment.nodes() + " nodes, " + experiment.replicas()
                + " replicas, churn " + experiment.churn() + ", seed " + experiment.seed() + ", "
                + experiment.workload() + ", " + experiment.times() + ", " + experiment.retries();
    }

    /** The name shows the parameters in which most figures differ; the number at its end stands for all parameters. */
    private JsonFile<Kept> fileOf(DhtExperiment experiment) {
        String name = String.format(
                "%s-%d-nodes-churn-%d-seed-%d-%08x.json",
                experiment.protocol().fullName().replace(':', '-'),
                experiment.nodes(),
                experiment.churn(),
                experiment.seed(),
                inWords(experiment).hashCode());
        return new JsonFile<>(folder.resolve(name), Kept.class);
    }

    @Override
    public Optional<DhtReport> recall(DhtExperiment experiment) {
        JsonFile<Kept> file = fileOf(experiment);
        try {
            return file.read(notices)
                    .filter(kept -> isOf(experiment, kept, file.path()))
                    .map(kept -> new DhtReport(
                            experiment, kept.messages, kept.entries, LoadSpread.ofNodesByLoad(kept.nodesByLoad)));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private boolean isOf(DhtExperiment experiment, Kept kept, Path file) {
        if (!kept.experiment.equals(inWords(experiment))) {
            notices.accept(file + " is about something else (" + kept.experiment + "), and is not used.");
            return false;
        }
        if (!kept.code.equals(code)) {
            notices.accept(file + " is of another build of this program, and is not used.");
            return false;
        }
        return true;
    }

    @Override
    public void keep(DhtReport report) {
        try {
            fileOf(report.experiment())
                    .write(new Kept(
                            inWords(report.experiment()),
                            code,
                            report.messages(),
                            report.entries(),
                            report.load().nodesByLoad()));
        } catch (IOException unwritable) {
            throw new UncheckedIOException(unwritable);
        }
    }
}
