// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce;

import java.util.Arrays;
import java.util.Optional;

/** The five papers. */
public enum Paper {
    MAEKAWA(
            "maekawa",
            "M. Maekawa (1985): A sqrt(N) algorithm for mutual exclusion in decentralized systems",
            "maekawa"),
    RICART_AGRAWALA(
            "ricart-agrawala",
            "G. Ricart, A. K. Agrawala (1980): An algorithm for mutual exclusion in computer networks, TR-869",
            "ricart-agrawala"),
    THIARE_FALL(
            "thiare-fall",
            "O. Thiare, P. A. Fall: Using Maekawa's algorithm to perform distributed mutual exclusion in quorums",
            "thiare-fall"),
    DHT(
            "dht",
            "M. Muhammad, A. S. Cheema, I. Gupta (2005): Efficient mutual exclusion in peer-to-peer systems",
            "dht-experiments"),
    TREE("tree", "Mutual exclusion tolerant to breakdowns, over a logical tree of the sites", "tree");

    private final String word;
    private final String title;
    private final String page;

    Paper(String word, String title, String page) {
        this.word = word;
        this.title = title;
        this.page = page;
    }

    /** As it is named on the command line, and at the beginning of the names of its items. */
    public String word() {
        return word;
    }

    /** Authors, year and title. */
    public String title() {
        return title;
    }

    /** The page about it, from the top of the project. */
    public String page() {
        return "docs/study/protocols/" + page + ".md";
    }

    /** The paper with this word. */
    public static Optional<Paper> named(String word) {
        return Arrays.stream(values()).filter(paper -> paper.word.equals(word)).findFirst();
    }
}
