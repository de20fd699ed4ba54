// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.quorum.Placement;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.Quorums;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Nodes of different versions work together if their quorum systems have equal names and sizes. So these must mean the same
 * quorums for the same lock in every version: else two of them need not meet, and two nodes hold a lock at once. Whoever
 * must change one of these numbers changes the version of the link protocol too, so that old nodes and new ones refuse
 * each other.
 */
class QuorumsOfAllVersionsTest {
    private static final int LOCKS = 12;

    /** Up to here every set of voters is looked at. */
    private static final int ALL_SETS_MAX = 13;

    @ParameterizedTest
    @CsvSource(delimiter = '|', useHeadersInDisplayName = true, textBlock = """
            name | voters | checksum
            majority | 7 | 5666aba1
            plane | 7 | b18091bb
            plane | 13 | 477ac73c
            plane | 21 | a956cf6f
            plane | 73 | 8f141a8b
            plane | 91 | b0f71fe0
            degenerate-plane | 5 | 5dab3569
            degenerate-plane | 10 | 50c18bb5
            degenerate-plane | 18 | bbd8b5a2
            degenerate-plane | 60 | 91c415c3
            plane-on-subset | 10 | b34a70b9
            plane-on-subset | 100 | e9795b0d
            cyclic-cover | 9 | 86547338
            cyclic-cover | 12 | 5cc65416
            cyclic-cover | 40 | 8d1a54db
            cyclic-cover | 100 | 4915b16f
            cyclic-cover | 133 | 8381864d
            grid | 6 | a598d095
            grid | 12 | 91c7b515
            grid | 50 | 681b9319
            grid-as-printed | 5 | ff548bfe
            tree | 7 | fe385d76
            tree | 12 | 77fce070
            tree | 100 | 167845e0
            tree:3 | 13 | f5a33088
            tree:3 | 50 | 8a0b48b2
            weighted | 6 | 20bcd951
            weighted:3,1,0,2,1 | 5 | 3af5ecdc
            hierarchical | 11 | 231c2fd3
            hierarchical | 40 | 2dadb598
            hierarchical:3x4 | 12 | de3d5b82
            hierarchical:5,4,4 | 13 | b3fd0c9
            intersection-only | 10 | b34a70b9
            intersection-only | 30 | a9ac00f2
            intersection-only:6 | 12 | e46bcd69
            intersection-only:5,2 | 12 | 2315782e
            intersection-only:n1,n2/n2,n3/n1,n3,n4 | 4 | 492013a4
            sets:n1,n2/n2,n3/n1,n3 | 3 | 9ce217ac
            tree | 1000 | 86391d79
            """)
    void stayWhatTheyAre(String name, int voters, String checksum) {
        Placement placement = Placement.byName(Quorums.named(name, voters));
        CRC32C sum = new CRC32C();
        for (int number = 0; number < LOCKS; number++) {
            add(placement.of(LockName.of("lock " + number)), sum);
        }
        assertThat(Long.toHexString(sum.getValue())).isEqualTo(checksum);
    }

    /** Which sets are quorums; of a large system, which quorums are asked. */
    private static void add(QuorumSystem system, CRC32C sum) {
        if (system.size() <= ALL_SETS_MAX) {
            for (int set = 0; set < 1 << system.size(); set++) {
                sum.update(system.isQuorum(NodeSet.ofBits(set)) ? 1 : 0);
            }
        } else {
            for (int voter = 0; voter < system.size(); voter++) {
                String quorum = system.quorumOf(NodeId.of(voter)).toString();
                sum.update(quorum.getBytes(StandardCharsets.UTF_8));
            }
        }
    }
}
