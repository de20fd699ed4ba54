// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.quorate.api.LocksConfig;
import io.quorate.cli.cluster.FreePorts;
import io.quorate.node.ClusterNode;
import io.quorate.node.net.Roster;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What can be wrong when a node is started, and what the program says then. */
@Tag("threads")
final class NodeCommandTest {
    private static String text(Roster roster) {
        return roster.members().stream().map(Roster.Member::toString).collect(Collectors.joining(","));
    }

    @Test
    void aPortThatIsInUseIsNamed() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String roster = "a=127.0.0.1:" + taken.getLocalPort();
            CommandRun run = CommandRun.of("node", "--id", "a", "--roster", roster);
            assertThat(run.exitCode()).isEqualTo(3);
            assertThat(run.err()).contains(String.valueOf(taken.getLocalPort()), "in use", "choose another port");
        }
    }

    @Test
    void aSecondNodeWithTheSameIdDoesNotStart() throws IOException {
        String roster = text(FreePorts.roster("quorate", 3));
        LocksConfig config = LocksConfig.of(roster.split(",")).nodeId("n1");
        try (ClusterNode first = ClusterNode.open(config, UnaryOperator.identity())) {
            CommandRun second = CommandRun.of("node", "--id", "n1", "--roster", roster);
            assertThat(second.exitCode()).isEqualTo(3);
            assertThat(first.roster().size()).isEqualTo(3);
        }
    }

    @Test
    void aNodeCanListenElsewhereThanTheRosterSays() throws IOException {
        Roster free = FreePorts.roster("quorate", 2);
        String here = free.members().get(0).address();
        String roster = "a=192.0.2.1:7400,b=" + free.members().get(1).address();
        String[] node = {"node", "--id", "a", "--roster", roster, "--listen", here, "--wait", "1s"};
        CommandRun refused = CommandRun.of(node);
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("Without TLS", "192.0.2.1:7400", "quorate certs", "--insecure");
        String[] insecure = Arrays.copyOf(node, node.length + 1);
        insecure[node.length] = "--insecure";
        CommandRun run = CommandRun.of(insecure);
        assertThat(run.exitCode()).isEqualTo(4);
        assertThat(run.out()).contains("node a of cluster quorate listens on " + here);
    }

    @Test
    void aNodeServesHttpOnLoopbackAndBeyondOnlyIfThatIsWanted() throws IOException {
        String roster = text(FreePorts.roster("quorate", 2));
        String[] node = {"node", "--id", "n1", "--roster", roster, "--wait", "1s", "--http", "0"};
        CommandRun run = CommandRun.of(node);
        assertThat(run.exitCode()).isEqualTo(4);
        assertThat(run.out()).containsPattern("serves HTTP at http://localhost:[1-9]\\d+");
        String[] exposed = Arrays.copyOf(node, node.length + 2);
        exposed[node.length] = "--http-address";
        exposed[node.length + 1] = "0.0.0.0";
        CommandRun refused = CommandRun.of(exposed);
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains("Without TLS the server talks only with its own machine", "--insecure");
        CommandRun alone = CommandRun.of("node", "--id", "n1", "--roster", roster, "--http-tokens", "tokens");
        assertThat(alone.exitCode()).isEqualTo(2);
        assertThat(alone.err()).contains("give --http 7480");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            node[node.length - 1] = String.valueOf(taken.getLocalPort());
            CommandRun inUse = CommandRun.of(node);
            assertThat(inUse.exitCode()).isEqualTo(3);
            assertThat(inUse.err()).contains("cannot listen at", "Give another address or port");
        }
    }

    @Test
    void peersThatDoNotAnswerEndTheWaitWithWhatIsMissing() throws IOException {
        String roster = text(FreePorts.roster("quorate", 3));
        CommandRun run = CommandRun.of("node", "--id", "n2", "--roster", roster, "--wait", "1s");
        assertThat(run.exitCode()).isEqualTo(4);
        assertThat(run.err()).contains("1 of 3 nodes are there", "no answer from n1 (127.0.0.1:", "n3 (");
        assertThat(run.out())
                .contains("node n2 of cluster quorate listens on 127.0.0.1:")
                .contains("quorums majority (this node asks 2 of 3), roster n1=");
    }

    @Test
    void theLogHasDatesAndIsJsonIfThatIsWanted() throws IOException {
        Roster roster = FreePorts.roster("quorate", 2);
        String members = roster.members().stream().map(Roster.Member::toString).collect(Collectors.joining(","));
        String[] words = {"node", "--id", "n1", "--roster", members, "--wait", "10ms", "--log"};
        CommandRun json = CommandRun.of(with(words, "json"));
        assertThat(json.exitCode()).isEqualTo(4);
        List<JsonObject> lines = json.out()
                .lines()
                .map(line -> JsonParser.parseString(line).getAsJsonObject())
                .toList();
        assertThat(lines).isNotEmpty().allSatisfy(line -> {
            assertThat(OffsetDateTime.parse(line.get("time").getAsString())).isNotNull();
            assertThat(line.keySet()).contains("level", "logger", "message", "fields");
        });
        assertThat(lines.get(0).get("message").getAsString()).startsWith("node n1 of cluster quorate listens on ");
        CommandRun text = CommandRun.of(with(words, "text"));
        assertThat(text.out().lines().toList())
                .isNotEmpty()
                .allSatisfy(line -> assertThat(OffsetDateTime.parse(line.substring(0, line.indexOf(' '))))
                        .isNotNull());
        CommandRun wrong = CommandRun.of(with(words, "xml"));
        assertThat(wrong.exitCode()).isEqualTo(2);
        assertThat(wrong.err()).contains("text or as json, not as \"xml\"");
    }

    private static String[] with(String[] words, String last) {
        String[] all = Arrays.copyOf(words, words.length + 1);
        all[words.length] = last;
        return all;
    }

    @Test
    void nodesWithDifferentRostersDoNotTakePartInOneCluster() throws IOException {
        Roster roster = FreePorts.roster("quorate", 3);
        String other = text(roster).replace("n3=", "n4=");
        LocksConfig config = LocksConfig.of(text(roster).split(",")).nodeId("n1");
        try (ClusterNode first = ClusterNode.open(config, UnaryOperator.identity())) {
            CommandRun run = CommandRun.of("node", "--id", "n2", "--roster", other, "--wait", "1s");
            assertThat(run.exitCode()).isIn(3, 4);
            assertThat(first.isQuorate()).isFalse();
        }
    }

    @Test
    void anIdOutsideTheRosterIsRefused() {
        CommandRun run = CommandRun.of("node", "--id", "x", "--roster", "a=localhost:7401,b=localhost:7402");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("\"x\"", "The members are: a, b");
    }

    @Test
    void aRosterThatCannotBeReadIsRefusedWithAnExample() {
        assertThat(CommandRun.of("node", "--id", "a", "--roster", "a=localhost").err())
                .contains("id=host:port");
        assertThat(CommandRun.of("node", "--id", "a", "--roster", "a=h:1,a=h:2").err())
                .contains("Two members have the id");
        assertThat(CommandRun.of("node", "--id", "a", "--roster", "a=h:1", "--wait", "soon")
                        .err())
                .contains("2m or 1h");
        assertThat(CommandRun.of("node", "--id", "a").exitCode()).isEqualTo(2);
    }

    @Test
    void allFaultsAreNamedAtOnce() {
        CommandRun run = CommandRun.of(
                "node", "--id", "x", "--roster", "a=localhost:7401", "--protocol", "quorumlok", "--lease", "1ms");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .contains(
                        "The configuration has 3 faults:\n- No member is called \"x\"",
                        "\n- The lease must be between",
                        "\n- There is no protocol \"quorumlok\". Did you mean \"quorumlock\"?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"maekawa:as-printed", "maekawa:take-over"})
    void unsafeRulesRunOnlyWhenThatIsSaid(String protocol) throws IOException {
        String roster = text(FreePorts.roster("quorate", 3));
        String[] node = {"node", "--id", "n1", "--roster", roster, "--protocol", protocol, "--wait", "1s"};
        CommandRun refused = CommandRun.of(node);
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err()).contains(protocol + " is unsafe", "Take maekawa without", "--unsafe");
        String[] unsafe = Arrays.copyOf(node, node.length + 1);
        unsafe[node.length] = "--unsafe";
        CommandRun run = CommandRun.of(unsafe);
        assertThat(run.exitCode()).as("it ran, and nobody else came").isEqualTo(4);
        assertThat(run.out()).contains("protocol " + protocol);
    }
}
