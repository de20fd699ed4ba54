// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.roster;

import io.quorate.api.RosterView;
import io.quorate.cli.console.Report;
import io.quorate.cli.console.Table;
import java.util.Locale;

/** A roster as it is printed: a table, with a line above and one below. */
final class RosterReport {
    private RosterReport() {}

    static void of(RosterView view, Report out) {
        boolean changing = view.isChanging();
        out.with("epoch", view.epoch())
                .with("configuration", view.configuration())
                .with("changing", changing)
                .with("kept", view.isKept())
                .with("quorums", view.quorums())
                .with("leaseMillis", view.lease().toMillis());
        out.say("Roster " + view.epoch() + ": quorums " + view.quorums() + ", lease "
                + view.lease().toMillis() + " ms" + (changing ? "; changing: locks need a quorum of both rosters" : "")
                + ".");
        out.table(
                        "members",
                        new Table<>(view.members())
                                .field("id", RosterView.Member::id)
                                .column("member", each -> each.id() + (each.isSelf() ? " (asked)" : ""))
                                .column("address", "address", RosterView.Member::address)
                                .field("votes", RosterView.Member::votes)
                                .field("stage", RosterReport::stage)
                                .column("state", each -> stage(each) + (each.votes() ? "" : ", no vote"))
                                .field("self", RosterView.Member::isSelf)
                                .column("connected", "connected", RosterView.Member::isConnected, RosterReport::yes)
                                .showing(changing)
                                .column("has heard", "heard", RosterView.Member::hasHeard, RosterReport::yes))
                .with("decision", view.decision());
        if (!view.decision().isEmpty()) {
            out.say("  " + view.decision());
        }
        if (!view.isKept()) {
            out.say("  The node that was asked has no data directory: it follows changes, and cannot propose any.");
        }
    }

    private static String stage(RosterView.Member member) {
        return member.stage().name().toLowerCase(Locale.ROOT);
    }

    private static String yes(boolean value) {
        return value ? "yes" : "no";
    }
}
