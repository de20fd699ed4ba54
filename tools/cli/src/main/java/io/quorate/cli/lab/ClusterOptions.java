// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.lab;

import io.quorate.cli.cluster.OverlayAtRest;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.Protocols;
import io.quorate.core.model.Suggestion;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Setup;
import io.quorate.node.QuorumFile;
import io.quorate.overlay.catalog.Overlays;
import io.quorate.overlay.node.OverlayProtocol;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The parts of a cluster, as options of a command. */
public final class ClusterOptions {
    private static final int NODES_MAX = 1_000;
    private static final List<String> PLACEMENTS = List.of("as-numbered", "by-name");

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "PROTOCOL",
            description = {
                "The protocol; quorate protocols lists them.",
                "A set of its rules may stand behind a colon, as in ricart-agrawala:ring."
            })
    private String named = "";

    @Option(names = "--protocol", paramLabel = "PROTOCOL", description = "The same, as node, demo and bench take it.")
    private String protocol = "";

    @Option(
            names = "--quorums",
            paramLabel = "NAME|SETS|file:PATH",
            description = {
                "majority, plane, tree:3 or another (quorate plan N lists them); or sets such as n1,n2/n2,n3/n1,n3;",
                "or file:PATH, with one quorum a line.",
                "Without it, what the protocol usually takes."
            })
    private String quorums = "";

    @Option(
            names = "--placed",
            paramLabel = "HOW",
            description = {
                "as-numbered: all locks use the quorums as they are, so that a run is easy to read (default).",
                "by-name: the name of a lock chooses which voters play which part, as in production."
            })
    private String placed = "";

    @Option(
            names = "--overlay",
            paramLabel = "KIND",
            description = {
                "For protocols on an overlay: pastry or ring, as for node, demo and bench, at rest; fixed, where everybody sends to",
                "everybody (default); or fixed:1, where nodes send only to one node on each side of them, so that messages pass",
                "others on their way.",
                "With --storm, where nodes come and go: pastry or ring (default: drawn from the seed)."
            })
    private String overlay = "";

    @Option(
            names = "--rules",
            paramLabel = "SET",
            description = {
                "Which set of its rules, if the protocol has several, as in as-printed;",
                "those of ricart-agrawala can be joined, as in counted+readers-writers."
            })
    private String rules = "";

    @Option(
            names = "--without",
            paramLabel = "RULE",
            description = {"Leave out a rule of the protocol, to see what it is for, as in R7."})
    private String without = "";

    @Mixin
    private OwnProtocols own = new OwnProtocols();

    /** Where protocols come from that are not ours, as an option; or an empty text. */
    public String broughtBy() {
        return own.text();
    }

    /** The protocol as it was given, by its place or by its option. */
    private String given() {
        if (named.isEmpty() == protocol.isEmpty()) {
            throw new IllegalArgumentException(
                    named.isEmpty()
                            ? "Which protocol? Name one, as in quorumlock; quorate protocols lists them."
                            : "The protocol is given twice, as \"" + named + "\" and by --protocol " + protocol
                                    + ": take one of them away.");
        }
        return named.isEmpty() ? protocol : named;
    }

    /** The set of rules, given either way, or an empty text for the usual one. */
    public String rules() {
        int colon = given().indexOf(':');
        String behind = colon < 0 ? "" : given().substring(colon + 1);
        if (!behind.isEmpty() && !rules.isEmpty()) {
            throw new IllegalArgumentException("The rules are given twice, as \"" + behind
                    + "\" behind the colon and as \"" + rules + "\" by --rules: take one of them away.");
        }
        return behind.isEmpty() ? rules : behind;
    }

    /** The rule that is left out, or an empty text. */
    public String without() {
        return without;
    }

    /** How locks are placed, or an empty text. */
    public String placed() {
        if (!placed.isEmpty() && !PLACEMENTS.contains(placed)) {
            throw Suggestion.unknown("way to place locks", placed, PLACEMENTS);
        }
        return placed;
    }

    /** The overlay of this number of nodes, as setups write it, or an empty text. */
    public String overlay(int nodes) {
        return overlay.isEmpty() ? overlay : OverlayAtRest.of(ofProtocol(overlay), nodes);
    }

    /** The overlay of a storm, whose nodes come and go, or an empty text. */
    public String overlayOfStorm() {
        return ofProtocol(overlay.isEmpty() ? overlay : Overlays.named(overlay).name());
    }

    private String ofProtocol(String known) {
        if (!overlay.isEmpty() && !OverlayProtocol.isOne(protocol())) {
            throw new IllegalArgumentException("The nodes of " + protocol().name()
                    + " know each other without an overlay: take --overlay away, or take a protocol that needs one.");
        }
        return known;
    }

    public Protocol<?> protocol() {
        int colon = given().indexOf(':');
        return Protocols.named(colon < 0 ? given() : given().substring(0, colon), rules());
    }

    /** The sets as {@link Setup} writes them, a name as it is, or an empty text. */
    public String quorums() {
        if (quorums.contains(":")) {
            return QuorumFile.inlined(quorums);
        }
        if (!quorums.contains(",") && !quorums.contains("/")) {
            return quorums;
        }
        String bare = quorums.replace("{", "").replace("}", "").strip();
        return String.join(
                " ",
                Arrays.stream(bare.split("[/\\s]+")).map(set -> "{" + set + "}").toList());
    }

    /** @param voters 0 if that many as usual */
    public Setup setup(int nodes, int voters, String network) {
        requireNodes("nodes", nodes);
        if (voters != 0) {
            requireNodes("voters", voters);
        }
        if (!network.isEmpty()) {
            requireNetwork(network);
        }
        String sets = quorums();
        return Setup.parse("nodes " + nodes + "  protocol " + protocol().name()
                + (rules().isEmpty() ? "" : "  rules " + rules())
                + (without.isEmpty() ? "" : "  without " + without)
                + (sets.isEmpty() ? "" : "  quorums " + sets)
                + (placed().isEmpty() ? "" : "  placed " + placed) + (network.isEmpty() ? "" : "  network " + network)
                + (overlay.isEmpty() ? "" : "  overlay " + overlay(nodes))
                + (voters == 0 ? "" : "  voters " + voters));
    }

    /** More of them are not small any more, nor soon done. */
    public static void requireNodes(String what, int number) {
        if (number < 1 || number > NODES_MAX) {
            throw new IllegalArgumentException(
                    "There must be 1 to " + NODES_MAX + " " + what + "; you gave " + number + ".");
        }
    }

    public static void requireNetwork(String name) {
        List<String> known = Arrays.stream(Network.values()).map(Network::text).toList();
        if (!known.contains(name)) {
            throw Suggestion.unknown("network", name, known);
        }
    }
}
