// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.api.LocksConfig;
import io.quorate.api.TlsFiles;
import io.quorate.cli.CommandRun;
import io.quorate.cli.cluster.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The rolling restarts of the run book, copied from the page and run, while guests hold locks. Only addresses and folders are others
 * than on the page. What is not there, stand-ins do: systemd on three hosts, and Kubernetes.
 */
@Tag("slow")
@Tag("threads")
final class RollingRecipesTest {
    @TempDir
    private Path folder;

    private static Map<String, String> environment(Map<String, String> onThePage, String id, String members) {
        Map<String, String> variables = new LinkedHashMap<>(onThePage);
        variables.put("QUORATE_ID", id);
        variables.put("QUORATE_ROSTER", members);
        return variables;
    }

    private static LocksConfig tls(LocksConfig config, Path certificates, String name) {
        return config.tls(TlsFiles.pem(
                certificates.resolve(name + ".pem"),
                certificates.resolve(name + "-key.pem"),
                certificates.resolve("ca.pem")));
    }

    @Test
    void byHandNoHoldIsLost() throws Exception {
        RunBook book = RunBook.read();
        try (Stage stage = new Stage(folder, List.of("a", "b", "c"))) {
            String start = book.block("By hand", "members=").replaceFirst("members=\\S+", "members=" + stage.members());
            String restart = book.block("By hand", "kill -TERM");
            assertThat(start).contains(stage.members());
            try (ChildProcess shell =
                    stage.shell(start + "echo started\nread -r go\n" + restart + "echo restarted\n", Map.of())) {
                shell.await("started", Stage.DEADLINE);
                List<String> before = pids();
                stage.holdLocks((config, guest) -> config);
                shell.tell("go");
                shell.await("restarted", Stage.DEADLINE.multipliedBy(3));
                assertThat(pids()).doesNotContainAnyElementsOf(before).hasSize(3);
                stage.assertNothingWasLost();
            } finally {
                for (String pid : pids()) {
                    ProcessHandle.of(Long.parseLong(pid)).ifPresent(ProcessHandle::destroyForcibly);
                }
            }
        }
    }

    private List<String> pids() throws IOException {
        try (var files = Files.newDirectoryStream(folder, "*.pid")) {
            List<String> pids = new ArrayList<>();
            for (Path file : files) {
                pids.add(Files.readString(file).strip());
            }
            return pids;
        }
    }

    @Test
    @Tag("long")
    void withSystemdNoHoldIsLost() throws Exception {
        RunBook book = RunBook.read();
        SystemdUnit unit = SystemdUnit.parse(book.block("systemd", "[Service]"));
        Map<String, String> file = SystemdUnit.environment(book.block("systemd", "QUORATE_ID=s1\n"));
        List<String> hosts = List.of("s1", "s2", "s3");
        try (Stage stage = new Stage(folder, hosts)) {
            Path certificates = folder.resolve("certs");
            assertThat(CommandRun.of("certs", certificates.toString(), "--nodes", "s1,s2,s3,first,second")
                            .exitCode())
                    .isZero();
            Map<String, Map<String, String>> environments = new LinkedHashMap<>();
            for (String host : hosts) {
                environments.put(host, environment(file, host, stage.members()));
                Path tls = Files.createDirectories(folder.resolve(host).resolve("etc/quorate/tls"));
                Files.copy(certificates.resolve(host + ".pem"), tls.resolve("tls.crt"));
                Files.copy(certificates.resolve(host + "-key.pem"), tls.resolve("tls.key"));
                Files.copy(certificates.resolve("ca.pem"), tls.resolve("ca.crt"));
            }
            try (SystemdStandIn systemd = new SystemdStandIn(folder, unit, environments)) {
                stage.standIn(List.of("ssh"), systemd::run);
                for (String host : hosts) {
                    systemd.start(host);
                }
                for (String host : hosts) {
                    assertThat(systemd.awaitStarted(host)).as(host).isZero();
                }
                stage.holdLocks((config, guest) -> tls(config, certificates, guest));
                Map<String, String> variables = Map.of(
                        "members",
                        stage.members(),
                        "tls",
                        "--tls-cert certs/operator.pem --tls-key certs/operator-key.pem --tls-ca certs/ca.pem");
                stage.run(book.block("systemd", "for host in"), variables);
                assertThat(systemd.restarted).isEqualTo(hosts);
                assertThat(systemd.codes)
                        .as("each was ready when systemctl returned")
                        .containsOnly(0);
                stage.assertNothingWasLost();
            }
        }
    }

    @Test
    @Tag("long")
    void withKubernetesNoHoldIsLost() throws Exception {
        RunBook book = RunBook.read();
        Manifest manifest = Manifest.parse(Files.readString(Manifest.VOTERS));
        try (Stage stage = new Stage(folder, List.of("quorate-0", "quorate-1", "quorate-2"));
                StatefulSetStandIn pods = new StatefulSetStandIn(stage, manifest)) {
            stage.standIn(List.of("kubectl"), pods::run);
            stage.run(book.block("Kubernetes", "kubectl apply"), Map.of());
            assertThat(CommandRun.of("certs", folder.resolve("certs").toString(), "--nodes", "first,second")
                            .exitCode())
                    .isZero();
            stage.holdLocks((config, guest) -> tls(config, folder.resolve("certs"), guest));
            stage.run(book.block("Kubernetes", "kubectl rollout restart"), Map.of());
            assertThat(pods.replaced).containsExactly("quorate-2", "quorate-1", "quorate-0");
            assertThat(Files.exists(folder.resolve("tls/ca.p12")))
                    .as("the key of the authority")
                    .isFalse();
            stage.assertNothingWasLost();
        }
    }
}
