// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab.dht;

import io.quorate.lab.dht.DhtExperiment;
import io.quorate.lab.dht.DhtFigure;
import io.quorate.lab.dht.DhtReport;
import io.quorate.lab.dht.data.RunLine;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Remembers each run of a figure as a line for the table that is published: runs of now, and runs kept from before. */
final class PublishedRuns implements DhtFigure.Memory {
    private final DhtFigure.Memory kept;
    private final ConcurrentLinkedQueue<RunLine> lines = new ConcurrentLinkedQueue<>();

    PublishedRuns(DhtFigure.Memory kept) {
        this.kept = kept;
    }

    @Override
    public Optional<DhtReport> recall(DhtExperiment experiment) {
        Optional<DhtReport> known = kept.recall(experiment);
        known.ifPresent(report -> lines.add(RunLine.of(report)));
        return known;
    }

    @Override
    public void keep(DhtReport report) {
        kept.keep(report);
        lines.add(RunLine.of(report));
    }

    List<RunLine> lines() {
        return List.copyOf(lines);
    }
}
