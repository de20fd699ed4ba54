// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.locks;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.quorate.cli.CommandRun;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a probe asks, and what it is answered. */
@Tag("slow")
@Tag("threads")
final class HealthCommandTest {
    private static CommandRun health(String roster, String... words) {
        List<String> arguments = new ArrayList<>(List.of("health"));
        arguments.addAll(List.of(words));
        arguments.addAll(List.of("--roster", roster, "--timeout", "30s"));
        return CommandRun.of(arguments.toArray(String[]::new));
    }

    @Test
    void aClusterIsReadyWhenAllVoteAndIsNotWhenOneIsMissing() throws IOException {
        try (Voters voters = new Voters(3)) {
            askWhileNodesGo(voters, voters.roster());
        }
    }

    private static void askWhileNodesGo(Voters voters, String roster) {
        CommandRun all = health(roster, "--wait", "60s");
        assertThat(all.exitCode()).as(all.out() + all.err()).isZero();
        assertThat(all.out()).contains("voting", "Ready: any one node may be restarted.");
        JsonObject json = health(roster, "--json").json();
        assertThat(json.get("ready").getAsBoolean()).isTrue();
        assertThat(json.getAsJsonArray("nodes")).hasSize(3);

        voters.node(2).close();
        CommandRun two = health(roster);
        assertThat(two.exitCode()).isEqualTo(1);
        assertThat(two.out()).contains("n3", "no answer", "Not ready: restart no node until every member answers");
        assertThat(health(roster, "n1").exitCode())
                .as("through n1 locks can be had")
                .isZero();
        CommandRun gone = health(roster, "n3");
        assertThat(gone.exitCode()).isEqualTo(4);
        assertThat(gone.err()).contains("o node of the cluster quorate answers");

        voters.node(1).close();
        CommandRun one = health(roster, "n1", "--json");
        assertThat(one.exitCode()).isEqualTo(1);
        JsonObject node = one.json().getAsJsonArray("nodes").get(0).getAsJsonObject();
        assertThat(node.get("state").getAsString()).isEqualTo("NO_QUORUM");
        assertThat(node.get("missing").toString()).contains("n2", "n3");
        assertThat(health(roster, "n1").out()).contains("no quorum", "n1: Too few members are connected");
    }

    @Test
    void aNodeThatIsNotInTheRosterIsNotAskedFor() {
        CommandRun run = health("n1=127.0.0.1:1", "n7");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("No node in --roster is called \"n7\"");
    }

    @Test
    void aClusterThatIsNotThereIsSaidInWordsWithWhatToDo() {
        CommandRun run = health("n1=127.0.0.1:1,n2=127.0.0.1:2");
        assertThat(run.exitCode()).isEqualTo(4);
        assertThat(run.err())
                .contains(
                        "No node of the cluster quorate answers: the node at 127.0.0.1:1 cannot be asked: nothing answers there")
                .contains("Start one of them, or check hosts, ports and the name of the cluster.")
                .doesNotContain("Exception");
    }
}
