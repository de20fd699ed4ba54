// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.demo;

import io.quorate.cli.console.Report;
import io.quorate.cli.console.TextTable;
import io.quorate.cli.console.Words;
import io.quorate.cli.demo.DemoReport.DemoNode;
import io.quorate.cli.demo.DemoRun.DemoPlan;
import io.quorate.cli.demo.HoldProof.HeldTime;
import io.quorate.cli.lab.Drawings;
import io.quorate.core.lock.Protocol;
import io.quorate.lab.kit.MessageBudget;
import io.quorate.trace.text.TextDrawing;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Tells a person what a demonstration showed. */
final class DemoText {
    private static final int TIME_LINE_WIDTH = 72;

    /** Maximum number of holds that are drawn in the terminal; the file has all. */
    private static final int HOLDS_DRAWN = 3;

    private static final int SENTENCES_MAX = 5;

    private final Report out;
    private final DemoPlan plan;
    private final DemoReport report;
    private final HoldProof proof;

    DemoText(Report out, DemoPlan plan, DemoReport report) {
        this.out = out;
        this.plan = plan;
        this.report = report;
        this.proof = report.proof();
    }

    void print() {
        DemoCost cost = report.cost();
        out.with("ok", proof.isFine())
                .with("protocol", cost.protocol().fullName())
                .with("quorums", cost.quorums().name())
                .with("nodes", report.nodes())
                .with("holds", proof.holds())
                .with("overlaps", proof.overlaps())
                .with("counter", proof.counter())
                .with("expectedCounter", proof.expectedCounter())
                .with("messagesByKind", report.messagesByKind())
                .with("messagesPerHold", report.messagesPerHold())
                .with("messagesPerHoldMeasuredAlone", report.messagesAlone())
                .with("messagesPerHoldAlone", cost.alone())
                .with("messagesPerHoldBound", cost.bound())
                .with("printed", cost.printed())
                .with("files", report.files().stream().map(Path::toString).toList())
                .answer(proof.isFine());
        heading(plan.nodes() + " processes, " + (plan.withoutLock() ? "no lock" : "one lock, no lock server"));
        if (!plan.withoutLock()) {
            printProtocol();
        }
        for (DemoNode node : report.nodes()) {
            out.say("  " + node.id() + "  process " + node.pid() + ", listening on " + node.address());
        }
        printProof();
        printTimeLine();
        if (!plan.withoutLock()) {
            printCost();
            printDrawing();
        }
        printFiles();
    }

    private void printProtocol() {
        Protocol<?> protocol = report.cost().protocol();
        out.say("  protocol " + protocol.fullName() + ": " + protocol.summary());
        out.say("  voters   " + report.cost().quorums().name()
                + (plan.options().isOnOverlay() ? " of the lock's replicas" : "") + ", quorums of "
                + MessageBudget.largestQuorum(
                        report.cost().quorums(), report.cost().quorums().size()) + " at most");
    }

    private void heading(String text) {
        out.gap();
        out.say(out.strong(text));
    }

    private void printProof() {
        heading("What happened");
        out.say("  Each node " + (plan.withoutLock() ? "did its work " : "took the lock ")
                + Words.count(plan.rounds(), "time") + ". Each time it appended \"enter\" to a file,");
        out.say("  read a number from another, waited " + plan.hold() + ", wrote the number back plus one,");
        out.say("  and appended \"leave\". All nodes share both files.");
        out.say("  " + mark(proof.overlaps().isEmpty())
                + (proof.overlaps().isEmpty()
                        ? "No two were inside at once: each \"enter\" is followed by the same \"leave\"."
                        : Words.count(proof.overlaps().size(), "time") + " a node went in while another was inside:"));
        proof.overlaps().stream().limit(SENTENCES_MAX).forEach(each -> out.say("       " + each));
        boolean counted = proof.counter() == proof.expectedCounter();
        out.say("  " + mark(counted) + "The number is " + proof.counter() + " after "
                + Words.count(proof.holds().size(), plan.withoutLock() ? "round" : "hold")
                + (counted
                        ? ": no update was lost."
                        : ": " + (proof.expectedCounter() - proof.counter()) + " updates were lost."));
        if (plan.withoutLock()) {
            out.say("  That is what the lock is for. With it: quorate demo");
        }
    }

    private String mark(boolean fine) {
        return fine ? out.good("yes  ") : out.bad("NO   ");
    }

    /** A row for each node; a letter wherever it was inside. */
    private void printTimeLine() {
        List<HeldTime> holds = proof.holds();
        if (holds.isEmpty()) {
            return;
        }
        long first = holds.stream().mapToLong(HeldTime::from).min().orElse(0);
        long last = holds.stream().mapToLong(HeldTime::to).max().orElse(1);
        heading(plan.withoutLock() ? "Who was inside when" : "Who held the lock when");
        for (DemoNode node : report.nodes()) {
            char[] row = new char[TIME_LINE_WIDTH];
            Arrays.fill(row, '.');
            for (HeldTime hold : holds) {
                if (hold.node().equals(node.id())) {
                    int from = column(hold.from(), first, last);
                    Arrays.fill(row, from, Math.max(from + 1, column(hold.to(), first, last)), '#');
                }
            }
            out.say("  " + node.id() + "  " + new String(row));
        }
        String end = Words.nanos(last - first);
        out.say("      0" + " ".repeat(Math.max(1, TIME_LINE_WIDTH - 1 - end.length())) + end);
    }

    private static int column(long time, long first, long last) {
        return (int) ((time - first) * (TIME_LINE_WIDTH - 1) / Math.max(1, last - first));
    }

    private void printCost() {
        heading("What it cost");
        TextTable table = new TextTable("message", "sent", "for each hold");
        int holds = Math.max(1, proof.holds().size());
        report.messagesByKind().forEach((kind, count) -> table.row(kind, count, (double) count / holds));
        if (report.broadcastCopies() > 0) {
            table.row("(copies of broadcasts)", -report.broadcastCopies(), (double) -report.broadcastCopies() / holds);
        }
        table.row("together", report.diagram().messages().size() - report.broadcastCopies(), report.messagesPerHold());
        out.print(table);
        DemoCost cost = report.cost();
        out.say("  Alone, one node after the other: " + Words.number(report.messagesAlone()) + " for each hold"
                + (cost.alone() == 0 ? "." : "; the budget is " + Words.number(cost.alone()) + "."));
        if (cost.bound() > 0) {
            out.say("  With all nodes at once: " + Words.number(report.messagesPerHold()) + "; the budget is "
                    + Words.number(cost.bound()) + " at most, on average.");
        }
        out.say("  " + (cost.printed().isEmpty() ? "No paper prints a formula for it." : cost.printed()));
    }

    private void printDrawing() {
        List<HeldTime> holds = proof.holds();
        int drawn = Math.min(HOLDS_DRAWN, holds.size());
        heading("The messages of the first " + drawn + " holds, time downwards");
        out.print(TextDrawing.draw(Drawings.untilHold(report.diagram(), drawn, "")));
    }

    private void printFiles() {
        heading("Files");
        for (Path file : report.files()) {
            out.say("  " + file);
        }
    }
}
