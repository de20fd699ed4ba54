// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.api.LockUnavailableException;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.node.net.FreePorts;
import io.quorate.node.net.Roster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Quorums that are listed in a file. */
@Tag("slow")
@Tag("threads")
@Timeout(60)
class QuorumFileTest {
    @TempDir
    private Path directory;

    private String file(String name, String lines) throws IOException {
        return "file:" + Files.writeString(directory.resolve(name), lines);
    }

    @Test
    void theSetsOfTheFileBecomeANameThatNeedsNoFile() throws IOException {
        assertThat(QuorumFile.inlined(file("three", "n1 n2\n2, 3\n{n1,n3} # the last\n")))
                .isEqualTo("sets:n1,n2/n2,n3/n1,n3");
        assertThat(QuorumFile.inlined("majority")).isEqualTo("majority");
    }

    @Test
    void whatCannotBeReadIsSaidWithWhatToDo() throws IOException {
        assertThatThrownBy(() -> QuorumFile.inlined("file:" + directory.resolve("nowhere")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nowhere")
                .hasMessageContaining("there is no such file")
                .hasMessageContaining("Give the path of a readable text file");
        assertThatThrownBy(() -> QuorumFile.inlined("file:" + directory)).hasMessageContaining("is a directory");
        assertThatThrownBy(() -> QuorumFile.inlined("file:")).hasMessageContaining("name of a file is missing");
        String empty = file("empty", "# to be done\n");
        assertThatThrownBy(() -> QuorumFile.inlined(empty))
                .hasMessageContaining("empty\" lists no quorums: there is no quorum in it: write one a line");
        String broken = file("broken", "n1 n2\nn1 and n3\n");
        assertThatThrownBy(() -> QuorumFile.inlined(broken)).hasMessageContaining("line 2: \"and\" is no node");
        Path bytes = Files.write(directory.resolve("bytes"), new byte[] {(byte) 0xFF, (byte) 0xFE, 'x'});
        assertThatThrownBy(() -> QuorumFile.inlined("file:" + bytes)).hasMessageContaining("not a text in UTF-8");
    }

    @Test
    void aListOfManySetsIsCutButStaysDifferentFromOthersThatBeginAlike() {
        String hub = "sets:" + "n1,n2/".repeat(500) + "n1,n3";
        String other = "sets:" + "n1,n2/".repeat(500) + "n1,n4";
        assertThat(NodeBuilder.brief(hub))
                .hasSizeLessThan(200)
                .startsWith("sets:n1,n2/")
                .isNotEqualTo(NodeBuilder.brief(other));
        assertThat(NodeBuilder.brief("majority")).isEqualTo("majority");
    }

    @Test
    void nodesWithTheSameListServeTogetherAndOneWithAnotherListIsRefused() throws Exception {
        Roster roster = FreePorts.roster("any", 3);
        LocksConfig config = LocksConfig.of(
                        roster.members().stream().map(Roster.Member::toString).toList())
                .quorums(file("hub", "n1 n2\nn1 n3\n"))
                .joinTimeout(Duration.ofSeconds(20));
        String[] ids = roster.members().stream().map(Roster.Member::id).toArray(String[]::new);
        try (ClusterNode first = FirstStart.open(config.nodeId(ids[0]))) {
            assertThat(first.quorums().quorumOf(NodeId.of(2))).isEqualTo(NodeSet.ofIndexes(0, 2));
            LocksConfig another = config.nodeId(ids[2])
                    .quorums(file("other", "n1 n2\nn1 n2 n3\n"))
                    .joinTimeout(Duration.ofSeconds(3));
            assertThatThrownBy(() -> Locks.join(another))
                    .isInstanceOf(LockUnavailableException.class)
                    .hasMessageContaining("does not fit");
            CompletableFuture<Locks> joining =
                    CompletableFuture.supplyAsync(() -> FirstStart.join(config.nodeId(ids[1])));
            try (Locks second = joining.get()) {
                second.lock("x").acquire().close();
            }
        }
    }
}
