// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.demo;

import io.quorate.cli.console.Console;
import io.quorate.cli.console.TextTable;
import io.quorate.cli.console.Words;
import io.quorate.cli.demo.DemoReport.DemoNode;
import io.quorate.cli.demo.DemoRun.DemoPlan;
import io.quorate.cli.demo.HoldProof.HeldTime;
import io.quorate.cli.lab.Drawings;
import io.quorate.core.lock.Protocol;
import io.quorate.lab.kit.MessageBudget;
import io.quorate.trace.text.TextDrawing;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Tells a person what a demonstration showed. */
final class DemoText {
    private static final int TIME_LINE_WIDTH = 72;

    /** Maximum number of holds that are drawn in the terminal; the file has all. */
    private static final int HOLDS_DRAWN = 3;

    private static final int SENTENCES_MAX = 5;

    private final Console console;
    private final PrintWriter out;
    private final DemoPlan plan;
    private final DemoReport report;
    private final HoldProof proof;

    DemoText(Console console, DemoPlan plan, DemoReport report) {
        this.console = console;
        this.out = console.out();
        this.plan = plan;
        this.report = report;
        this.proof = report.proof();
    }

    void print() {
        heading(plan.nodes() + " processes, " + (plan.withoutLock() ? "no lock" : "one lock, no lock server"));
        if (!plan.withoutLock()) {
            printProtocol();
        }
        for (DemoNode node : report.nodes()) {
            out.println("  " + node.id() + "  process " + node.pid() + ", listening on " + node.address());
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
        out.println("  protocol " + protocol.fullName() + ": " + protocol.summary());
        out.println("  voters   " + report.cost().quorums().name()
                + (plan.options().isOnOverlay() ? " of the lock's replicas" : "") + ", quorums of "
                + MessageBudget.largestQuorum(
                        report.cost().quorums(), report.cost().quorums().size()) + " at most");
    }

    private void heading(String text) {
        out.println();
        out.println(console.bold(text));
    }

    private void printProof() {
        heading("What happened");
        out.println("  Each node " + (plan.withoutLock() ? "did its work " : "took the lock ")
                + Words.count(plan.rounds(), "time") + ". Each time it appended \"enter\" to a file,");
        out.println("  read a number from another, waited " + plan.hold() + ", wrote the number back plus one,");
        out.println("  and appended \"leave\". All nodes share both files.");
        out.println("  " + mark(proof.overlaps().isEmpty())
                + (proof.overlaps().isEmpty()
                        ? "No two were inside at once: each \"enter\" is followed by the same \"leave\"."
                        : Words.count(proof.overlaps().size(), "time") + " a node went in while another was inside:"));
        proof.overlaps().stream().limit(SENTENCES_MAX).forEach(each -> out.println("       " + each));
        boolean counted = proof.counter() == proof.expectedCounter();
        out.println("  " + mark(counted) + "The number is " + proof.counter() + " after "
                + Words.count(proof.holds().size(), plan.withoutLock() ? "round" : "hold")
                + (counted
                        ? ": no update was lost."
                        : ": " + (proof.expectedCounter() - proof.counter()) + " updates were lost."));
        if (plan.withoutLock()) {
            out.println("  That is what the lock is for. With it: quorate demo");
        }
    }

    private String mark(boolean fine) {
        return fine ? console.green("yes  ") : console.red("NO   ");
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
            out.println("  " + node.id() + "  " + new String(row));
        }
        String end = Words.nanos(last - first);
        out.println("      0" + " ".repeat(Math.max(1, TIME_LINE_WIDTH - 1 - end.length())) + end);
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
        out.println("  Alone, one node after the other: " + Words.number(report.messagesAlone()) + " for each hold"
                + (cost.alone() == 0 ? "." : "; the budget is " + Words.number(cost.alone()) + "."));
        if (cost.bound() > 0) {
            out.println("  With all nodes at once: " + Words.number(report.messagesPerHold()) + "; the budget is "
                    + Words.number(cost.bound()) + " at most, on average.");
        }
        out.println("  " + (cost.printed().isEmpty() ? "No paper prints a formula for it." : cost.printed()));
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
            out.println("  " + file);
        }
    }
}
