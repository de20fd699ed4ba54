// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.roster;

import io.quorate.api.RosterView;
import io.quorate.cli.console.TextTable;
import java.util.List;
import java.util.Locale;

/** A roster as it is printed. */
record RosterDocument(
        long epoch,
        int configuration,
        boolean changing,
        boolean kept,
        String quorums,
        long leaseMillis,
        List<Member> members,
        String decision) {
    record Member(
            String id, String address, boolean votes, String stage, boolean self, boolean connected, boolean heard) {}

    static RosterDocument of(RosterView view) {
        return new RosterDocument(
                view.epoch(),
                view.configuration(),
                view.isChanging(),
                view.isKept(),
                view.quorums(),
                view.lease().toMillis(),
                view.members().stream()
                        .map(each -> new Member(
                                each.id(),
                                each.address(),
                                each.votes(),
                                each.stage().name().toLowerCase(Locale.ROOT),
                                each.isSelf(),
                                each.isConnected(),
                                each.hasHeard()))
                        .toList(),
                view.decision());
    }

    /** As a table, with a line above and one below. */
    String text() {
        TextTable table = new TextTable("member", "address", "state", "connected", changing ? "has heard" : "");
        for (Member each : members) {
            table.row(
                    each.id + (each.self ? " (asked)" : ""),
                    each.address,
                    each.stage + (each.votes ? "" : ", no vote"),
                    each.connected ? "yes" : "no",
                    changing ? each.heard ? "yes" : "no" : "");
        }
        String line = System.lineSeparator();
        return "Roster " + epoch + ": quorums " + quorums + ", lease " + leaseMillis + " ms"
                + (changing ? "; changing: locks need a quorum of both rosters" : "") + "." + line + table
                + (decision.isEmpty() ? "" : "  " + decision + line)
                + (kept
                        ? ""
                        : "  The node that was asked has no data directory: it follows changes, and cannot propose any."
                                + line);
    }
}
