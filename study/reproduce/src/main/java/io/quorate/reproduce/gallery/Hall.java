// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.gallery;

import io.quorate.reproduce.Paper;
import java.util.List;
import java.util.Optional;

/**
 * A part of the gallery: the scenarios of a paper, or of protocols that are in none of the five.
 *
 * @param word for links inside the index
 * @param paper empty if the protocols are not of one of the five papers
 */
record Hall(String word, String title, Optional<Paper> paper, List<String> protocols) implements Comparable<Hall> {
    private static final List<Hall> ALL = List.of(
            of(Paper.MAEKAWA, "maekawa", "sequential", "cyclic"),
            of(Paper.RICART_AGRAWALA, "ricart-agrawala"),
            of(Paper.THIARE_FALL, "thiare-fall"),
            of(Paper.DHT, "sigma", "endtoend", "nonendtoend"),
            of(Paper.TREE, "tree"),
            new Hall(
                    "quorumlock", "The quorum lock: the protocol that ships", Optional.empty(), List.of("quorumlock")));

    private static final Hall OTHERS =
            new Hall("others", "Well-known protocols, for comparison", Optional.empty(), List.of());

    private static Hall of(Paper paper, String... protocols) {
        return new Hall(paper.word(), paper.title(), Optional.of(paper), List.of(protocols));
    }

    /** The one that shows this protocol. */
    static Hall of(String protocol) {
        return ALL.stream()
                .filter(hall -> hall.protocols.contains(protocol))
                .findFirst()
                .orElse(OTHERS);
    }

    /** The papers in the order of the report, then the rest. */
    @Override
    public int compareTo(Hall other) {
        return Integer.compare(number(), other.number());
    }

    private int number() {
        return equals(OTHERS) ? ALL.size() : ALL.indexOf(this);
    }
}
