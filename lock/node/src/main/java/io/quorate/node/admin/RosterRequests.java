// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.admin;

import io.quorate.api.RosterRefusedException;
import io.quorate.node.roster.ChangeText;
import io.quorate.node.roster.RosterDesk;
import io.quorate.node.roster.RosterReport;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Answers what is asked about the roster, outside of turns. */
public final class RosterRequests {
    /** A decision takes a round trip or two. A node that does not get one keeps trying, but the client is told. */
    private static final long DECISION_SECONDS = 8;

    private RosterRequests() {}

    /** Whether the request is about the roster. */
    public static boolean concern(AdminRequest request) {
        return switch (request.kind()) {
            case ROSTER, ANNOUNCE, CHANGE_ROSTER -> true;
            case DESCRIBE, LIST, ASK_RELEASE, REVOKE, WHERE, PLACE, HEALTH -> false;
        };
    }

    /**
     * Answers such a request.
     *
     * @param report what is known now; null if the members never change
     */
    public static NodeReport answer(AdminRequest request, RosterDesk desk, Supplier<@Nullable RosterReport> report) {
        if (request.kind() == AdminRequest.Kind.CHANGE_ROSTER) {
            return NodeReport.inWords(change(request, desk));
        }
        if (request.kind() == AdminRequest.Kind.ANNOUNCE) {
            String[] words = request.name().split(" ", 2);
            if (words.length == 2 && request.asker().startsWith(words[0] + " (")) { // over TLS its certificate says so
                desk.announced(words[0], words[1]);
            }
        }
        RosterReport present = report.get();
        return NodeReport.inWords(present == null ? "" : present.toLine());
    }

    /** Empty if it was decided; else why not. */
    private static String change(AdminRequest request, RosterDesk desk) {
        try {
            desk.change(ChangeText.read(request.name()))
                    .decided()
                    .toCompletableFuture()
                    .get(DECISION_SECONDS, TimeUnit.SECONDS);
            return "";
        } catch (ExecutionException failure) {
            Throwable why = failure.getCause();
            return why instanceof RosterRefusedException ? String.valueOf(why.getMessage()) : String.valueOf(why);
        } catch (TimeoutException undecided) {
            return "No decision within " + DECISION_SECONDS
                    + " s: too few voters answer. The change may still be decided"
                    + " when they do. Look at it with: quorate roster";
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            return "This node is ending. Ask another one with: quorate roster";
        }
    }
}
