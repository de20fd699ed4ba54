// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.api.Hold;
import io.quorate.api.LocksConfig;
import io.quorate.api.TlsFiles;
import io.quorate.cli.cluster.FreePorts;
import io.quorate.node.ClusterNode;
import io.quorate.node.net.Roster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From {@code quorate certs} to a lock over TLS. */
@Tag("slow")
@Tag("threads")
final class CertsCommandTest {
    @TempDir
    private Path directory;

    private CommandRun certs(String... more) {
        List<String> arguments = new ArrayList<>(List.of("certs", directory.toString()));
        arguments.addAll(List.of(more));
        return CommandRun.of(arguments.toArray(String[]::new));
    }

    private TlsFiles pem(String id) {
        return TlsFiles.pem(
                directory.resolve(id + ".pem"), directory.resolve(id + "-key.pem"), directory.resolve("ca.pem"));
    }

    @Test
    void nodesWithTheseCertificatesShareALockAndOneWithoutIsToldWhy() throws Exception {
        CommandRun made = certs("--nodes", "n1,n2");
        assertThat(made.exitCode()).isZero();
        assertThat(made.out())
                .containsSubsequence(
                        "Made an authority", "Made 3 certificates, valid for 365 days", "n1.pem", "n2-key.pem", "Next:")
                .contains("quorate node --id n1 --roster ... --tls-cert " + directory.resolve("n1.pem"));

        Roster roster = FreePorts.roster("quorate", 2);
        String members = roster.members().get(0) + "," + roster.members().get(1);
        LocksConfig config = LocksConfig.of(members.split(",")).joinTimeout(Duration.ofSeconds(10));
        try (ClusterNode first = ClusterNode.open(config.nodeId("n1").tls(pem("n1")), UnaryOperator.identity())) {
            CommandRun plain = CommandRun.of("node", "--id", "n2", "--roster", members, "--wait", "1s");
            assertThat(plain.exitCode()).isEqualTo(4);
            TlsFiles store = TlsFiles.pkcs12(directory.resolve("n2.p12"), directory.resolve("n2.password"));
            try (ClusterNode second = ClusterNode.open(config.nodeId("n2").tls(store), UnaryOperator.identity())) {
                second.awaitQuorum();
                first.awaitQuorum();
                try (Hold held = second.locks().lock("orders").acquire(Duration.ofSeconds(10))) {
                    assertThat(held.lockName()).isEqualTo("orders");
                }
            }
        }
    }

    private CommandRun ask(String as, String roster, String... command) {
        List<String> arguments = new ArrayList<>(List.of(command));
        arguments.addAll(List.of("--roster", roster, "--as", as));
        arguments.addAll(List.of("--tls-cert", directory.resolve(as + ".pem").toString()));
        arguments.addAll(List.of("--tls-key", directory.resolve(as + "-key.pem").toString()));
        arguments.addAll(List.of("--tls-ca", directory.resolve("ca.pem").toString()));
        return CommandRun.of(arguments.toArray(String[]::new));
    }

    @Test
    void theCertificateForOperatorsMayRevokeAndOneWithAnotherRoleMayNot() throws Exception {
        CommandRun made = certs("--nodes", "a", "--role", "ci=holder:billing/", "--role", "ci=observer");
        assertThat(made.exitCode()).isZero();
        assertThat(made.out()).contains("role holder of \"billing/\", observer", "role operator");
        assertThat(certs("--role", "x=opertor").err()).contains("no role \"opertor\"", "operator");
        assertThat(certs("--role", "x").err()).contains("NAME=ROLE:PREFIX");
        assertThat(certs().err()).contains("--nodes a,b,c");
        for (String[] pair : new String[][] {{"a.pem", "tls.crt"}, {"a-key.pem", "tls.key"}, {"ca.pem", "ca.crt"}}) {
            Files.copy(directory.resolve(pair[0]), directory.resolve(pair[1]));
        }
        String roster =
                "a=127.0.0.1:" + FreePorts.roster("quorate", 1).members().get(0).port();
        LocksConfig config = LocksConfig.of(roster).lease(Duration.ofMillis(200));
        try (ClusterNode node = ClusterNode.open(config.tls(TlsFiles.directory(directory)), UnaryOperator.identity())) {
            node.awaitQuorum();
            Hold held = node.locks().lock("orders/1").acquire(Duration.ofSeconds(20));
            CommandRun refused = ask("ci", roster, "release", "orders/1", "--force");
            assertThat(refused.exitCode()).isEqualTo(3);
            assertThat(refused.err())
                    .contains("revoking \"orders/1\" needs the role operator", "has holder of \"billing/\", observer");
            assertThat(ask("ci", roster, "locks").out()).contains("orders/1");
            assertThat(held.isValid()).isTrue();
            CommandRun revoked = ask("operator", roster, "release", "orders/1", "--force");
            assertThat(revoked.exitCode()).isZero();
            assertThat(held.isValid()).isFalse();
        }
    }

    @Test
    void nothingIsReplacedWithoutForce() {
        assertThat(certs("--nodes", "a").exitCode()).isZero();
        CommandRun again = certs("--nodes", "b,a");
        assertThat(again.exitCode()).isEqualTo(3);
        assertThat(again.err()).contains("a.pem is there already, and nothing was made. Give --force");
        assertThat(directory.resolve("b.pem")).doesNotExist();
        CommandRun forced = certs("--nodes", "a", "--force", "--json");
        assertThat(forced.json().get("newAuthority").getAsBoolean()).isFalse();
        assertThat(forced.json().getAsJsonArray("nodes")).hasSize(1);
    }

    @Test
    void filesThatDoNotFitAreToldBeforeTheNodeStarts() throws IOException {
        certs("--nodes", "a");
        String roster =
                "a=127.0.0.1:" + FreePorts.roster("quorate", 1).members().get(0).port();
        List<String> node = List.of("node", "--id", "a", "--roster", roster);
        assertThat(run(node, "--tls-cert", "x.pem").err()).contains("give all three");
        assertThat(run(node, "--tls-keystore", "x.p12").err()).contains("give both");
        assertThat(run(node, "--tls-keystore", "x.p12", "--tls-ca", "x.pem").err())
                .contains("are given twice");
        String here = directory.toString();
        CommandRun missing = run(node, "--tls-keystore", here + "/b.p12", "--tls-password-file", here + "/b.password");
        assertThat(missing.exitCode()).isEqualTo(3);
        assertThat(missing.err()).contains("b.password", "there is no such file", "quorate certs");
    }

    private static CommandRun run(List<String> first, String... more) {
        List<String> arguments = new ArrayList<>(first);
        arguments.addAll(List.of(more));
        return CommandRun.of(arguments.toArray(String[]::new));
    }
}
