// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world.setup;

import io.quorate.core.lock.Protocol;
import io.quorate.core.quorum.Explicit;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.Quorums;
import io.quorate.lab.kit.Passing;
import io.quorate.lab.world.net.Network;
import io.quorate.overlay.node.OverlayProtocol;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads the text form of a {@link Setup}. */
final class SetupReader {
    private final String line;
    private int nodes;
    private int voters;
    private String protocol = "quorumlock";
    private String rules = "";
    private String withoutRule = "";
    private String quorumsName = "";
    private final List<String> listed = new ArrayList<>();
    private final List<String> rosters = new ArrayList<>();
    private @Nullable Network network;
    private boolean byName;
    private boolean overlay;
    private Conditions conditions = Conditions.USUAL;

    SetupReader(String line) {
        this.line = line.strip();
        String[] words = this.line.split("\\s+");
        int place = 0;
        while (place + 1 < words.length) {
            String value = words[place + 1];
            switch (words[place]) {
                case "nodes" -> nodes = count(value);
                case "voters" -> voters = count(value);
                case "protocol" -> protocol = value;
                case "rules" -> rules = value;
                case "without" -> withoutRule = value;
                case "network" -> network = network(value);
                case "quorums" -> quorumsName = value;
                case "then" -> rosters.add(roster(value));
                case "spares" -> conditions = conditions.withSpareVotes(count(value));
                case "locks" -> conditions = word(value, "standing", conditions.withStanding());
                case "fences" -> conditions = word(value, "watched", conditions.withFences());
                case "clocks" -> conditions = word(value, "true", conditions.withTrueTime());
                case "passed" -> conditions = conditions.withPassing(passing(value));
                case "delays" -> conditions = word(value, "unlimited", conditions.withDelaysUnlimited());
                case "overlay" -> {
                    overlay = true;
                    conditions = conditions.withReach(reach(value));
                }
                case "placed" -> byName = isByName(value);
                default -> throw refusal("\"" + words[place] + "\" is not known");
            }
            place += 2;
            // Quorums are one name or as many sets as there are, each perhaps with its node: n1={n1,n3}
            if (quorumsName.contains("{")) {
                listed.add(set(quorumsName));
                quorumsName = "";
                while (place < words.length && words[place].contains("{")) {
                    listed.add(set(words[place++]));
                }
            }
        }
        if (place != words.length) {
            throw refusal("\"" + words[place] + "\" says nothing");
        }
    }

    Setup read() {
        if (nodes == 0) {
            throw refusal("the number of nodes is missing");
        }
        Protocol<?> chosen = Setup.protocol(protocol, rules, withoutRule);
        if (overlay && !OverlayProtocol.isOne(chosen)) {
            throw refusal("the nodes of " + chosen.name() + " know each other without an overlay");
        }
        int size = voters == 0 ? nodes : voters;
        QuorumSystem quorums;
        if (!listed.isEmpty()) {
            quorums = Explicit.ofSets(String.join("/", listed), size);
        } else if (quorumsName.isEmpty()) {
            quorums = chosen.usualQuorums(size);
        } else {
            quorums = Quorums.named(quorumsName, size);
        }
        Placement placement = byName ? Placement.byName(quorums) : Placement.asNumbered(quorums);
        Network given = network == null ? Setup.usualNetwork(chosen) : network;
        Setup setup = new Setup(chosen, withoutRule, placement, nodes, given, conditions);
        return rosters.isEmpty() ? setup : setup.withRosters(rosters);
    }

    static String text(QuorumSystem quorums) {
        if (quorums instanceof Explicit explicit) {
            return String.join(" ", explicit.sets());
        }
        return quorums.name();
    }

    private String roster(String text) {
        if (!text.matches("n[0-9]+(,n[0-9]+)*(=[a-z0-9:-]+)?")) {
            throw refusal("the next roster is written n1,n2 or n1,n2=all, not " + text);
        }
        return text;
    }

    private int count(String text) {
        if (!text.matches("[1-9][0-9]{0,5}")) {
            throw refusal("\"" + text + "\" is not a number of nodes");
        }
        return Integer.parseInt(text);
    }

    private boolean isByName(String text) {
        if (!text.equals("by-name") && !text.equals("as-numbered")) {
            throw refusal("locks are placed by-name or as-numbered, not " + text);
        }
        return text.equals("by-name");
    }

    private int reach(String text) {
        if (!text.matches("fixed(:[1-9][0-9]{0,5})?")) {
            throw refusal(
                    "an overlay is fixed, or fixed:1 where nodes send only to one neighbour on each side, not " + text);
        }
        return text.equals("fixed") ? 0 : Integer.parseInt(text.substring("fixed:".length()));
    }

    private Passing passing(String text) {
        return Passing.parse(text)
                .orElseThrow(() -> refusal("\"" + text + "\" is not how often one may be passed: write at-most-5,"
                        + " at-most-0-by-age or at-most-0-by-arrival"));
    }

    /** The meaning of the only word that is allowed there. */
    private Conditions word(String text, String expected, Conditions meant) {
        if (!text.equals(expected)) {
            throw refusal("\"" + text + "\" is not known");
        }
        return meant;
    }

    private Network network(String text) {
        for (Network each : Network.values()) {
            if (each.text().equals(text.toLowerCase(Locale.ROOT))) {
                return each;
            }
        }
        throw refusal("there is no network \"" + text + "\"");
    }

    private String set(String text) {
        if (!text.matches("(n[0-9]+=)?\\{n[0-9]+(,n[0-9]+)*}")) {
            throw refusal("a quorum is written {n1,n2} or n1={n1,n2}, not " + text);
        }
        return text;
    }

    private IllegalArgumentException refusal(String reason) {
        return new IllegalArgumentException("this is not a setup: \"" + line + "\": " + reason
                + ". It is written: nodes 3  protocol quorumlock [rules as-printed] [without R5] quorums majority (or sets as {n1,n2} {n2,n3})"
                + " [voters 3] [placed by-name] network fifo (or unordered, or sequenced)"
                + " [locks standing] [fences watched] [clocks true] [passed at-most-2] [delays unlimited]"
                + " [overlay fixed:1] [spares 1] [then n1,n2,n4 (the next roster)]");
    }
}
