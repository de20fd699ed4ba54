// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quorate.node.net.Roster;
import java.io.IOException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Does with a StatefulSet what Kubernetes does, as far as the run book needs it. It starts all pods at once. It replaces them from the
 * last to the first: hook, TERM, start, and the probe until the pod is ready. It does not wait for {@code minReadySeconds}, and it probes
 * without a pause: both make it harder for the recipe.
 */
final class StatefulSetStandIn implements AutoCloseable {
    private static final Pattern SERVES = Pattern.compile("serves HTTP at http://[^:]+:(\\d+)");

    private final Stage stage;
    private final Manifest manifest;
    private final Map<String, ManagedNode> pods = new LinkedHashMap<>();

    /** What was replaced, in order. */
    final List<String> replaced = new ArrayList<>();

    StatefulSetStandIn(Stage stage, Manifest manifest) {
        this.stage = stage;
        this.manifest = manifest;
    }

    /** {@code kubectl}. */
    int run(List<String> words) throws Exception {
        String set = "statefulset/" + manifest.at("StatefulSet", "metadata.name");
        switch (String.join(" ", words.subList(1, Math.min(3, words.size())))) {
            case "create secret" -> {
                createSecret(words);
            }
            case "apply -f" -> {
                for (Roster.Member pod : stage.roster.members()) {
                    start(pod);
                }
            }
            case "rollout restart" -> {
                assertThat(words).endsWith(set);
                for (int ordinal = stage.roster.size() - 1; ordinal >= 0; ordinal--) {
                    replace(stage.roster.members().get(ordinal));
                }
            }
            case "rollout status" -> {
                assertThat(words).endsWith(set);
                stage.roster.members().forEach(this::awaitReady);
            }
            default -> throw new AssertionError("no stand-in for " + words);
        }
        return 0;
    }

    /** Puts the files where the pods mount the secret. */
    private void createSecret(List<String> words) throws IOException {
        assertThat(words.get(3)).isEqualTo("generic");
        String name = words.get(4);
        assertThat(manifest.at("StatefulSet", "spec.template.spec.volumes").toString())
                .contains("ame=" + name + ",");
        Path mounted = Files.createDirectories(
                name.endsWith("-tls")
                        ? stage.folder.resolve("tls").resolve(name.replaceFirst("-tls$", ""))
                        : stage.folder.resolve("tokens"));
        for (String word : words.subList(5, words.size())) {
            String[] file = word.replaceFirst("^--from-file=", "").split("=");
            Files.copy(stage.folder.resolve(file[1]), mounted.resolve(file[0]));
        }
    }

    private void start(Roster.Member pod) throws IOException {
        List<String> command = Manifest.expand(manifest.command("command"), environment(pod));
        pods.put(pod.id(), ManagedNode.start(here(pod, command), environment(pod), log(pod)));
    }

    private void replace(Roster.Member pod) throws IOException, InterruptedException {
        Duration grace = Duration.ofSeconds(
                (int) manifest.at("StatefulSet", "spec.template.spec.terminationGracePeriodSeconds"));
        long begin = System.nanoTime();
        ManagedNode.run(
                here(pod, manifest.command("lifecycle.preStop.exec.command")), environment(pod), log(pod), grace);
        pods.get(pod.id()).stop("SIGTERM", grace.minusNanos(System.nanoTime() - begin));
        start(pod);
        replaced.add(pod.id());
        awaitReady(pod);
    }

    private void awaitReady(Roster.Member pod) {
        await(pod.id() + " is ready").atMost(Stage.DEADLINE).until(() -> isReady(pod));
    }

    /** As the probe finds; on loopback nodes speak HTTP in plain text, and each at a port that was free. */
    private boolean isReady(Roster.Member pod) throws IOException {
        Matcher serves = SERVES.matcher(Files.readString(log(pod)));
        String port = "";
        while (serves.find()) {
            port = serves.group(1);
        }
        if (port.isEmpty()) {
            return false;
        }
        URI probe = URI.create("http://127.0.0.1:" + port + manifest.container("readinessProbe.httpGet.path"));
        HttpURLConnection connection = (HttpURLConnection) probe.toURL().openConnection();
        try {
            return connection.getResponseCode() == 200;
        } catch (ConnectException notThere) {
            return false;
        } finally {
            connection.disconnect();
        }
    }

    /** The variables of the pod, with the addresses that nodes have here. */
    private Map<String, String> environment(Roster.Member pod) {
        Map<String, String> variables = new LinkedHashMap<>(manifest.environment(pod.id()));
        variables.put("QUORATE_ROSTER", stage.members());
        return variables;
    }

    /** A command with the places of a container, as they are here. */
    private List<String> here(Roster.Member pod, List<String> command) {
        return command.stream()
                .map(word -> word.replace("/opt/quorate/", stage.folder + "/opt/quorate/")
                        .replace("/tls/", stage.folder + "/tls/")
                        .replaceAll("^/tokens/", stage.folder + "/tokens/")
                        .replaceAll("^0\\.0\\.0\\.0$", "127.0.0.1")
                        .replaceAll("^" + manifest.at("Service", "spec.ports.1.port") + "$", "0")
                        .replaceAll("^/data$", stage.folder + "/" + pod.id() + ".data")
                        .replace("0.0.0.0:" + manifest.at("Service", "spec.ports.0.port"), pod.address()))
                .toList();
    }

    private Path log(Roster.Member pod) {
        return stage.folder.resolve(pod.id() + ".log");
    }

    @Override
    public void close() {
        pods.values().forEach(ManagedNode::close);
    }
}
