// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.storm;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** A group of rules of the quorum lock, and by what it shows that a storm exercised it. */
public enum StormRule {
    F("announces", "a fencing token was announced"),
    G("standing re-uses", "a standing lock was used again"),
    P("requests of holders", "a holder asked further voters"),
    S3("trust ended", "trust in a voter ran out"),
    S7("expiries", "a voter forgot a session"),
    S8("restart intervals over", "a restarted voter waited before it voted"),
    H("hedged requests", "a waiter asked further voters because one was slow"),
    V("spare votes granted", "a hold asked for its spare votes and got them"),
    B("busy answers", "a claim was told that the lock is busy"),
    M("writers behind readers", "voters were told of a writer that waited for readers of its own node"),
    W("clean stops", "a node stopped cleanly"),
    T("twins noticed", "a node was told that its id runs twice"),
    K("frames held back", "frames waited for a slow disk");

    private final String event;
    private final String summary;

    StormRule(String event, String summary) {
        this.event = event;
        this.summary = summary;
    }

    /** The event among those that a storm counts. */
    public String event() {
        return event;
    }

    public String summary() {
        return summary;
    }

    /** The rules that are exercised where this happened so often. */
    public static Set<StormRule> exercisedBy(Map<String, Long> happened) {
        Set<StormRule> rules = EnumSet.noneOf(StormRule.class);
        for (StormRule rule : values()) {
            if (happened.getOrDefault(rule.event, 0L) > 0) {
                rules.add(rule);
            }
        }
        return Collections.unmodifiableSet(rules);
    }
}
