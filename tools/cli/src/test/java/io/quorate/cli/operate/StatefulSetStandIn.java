package io.quorate.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quorate.node.net.Roster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Does with a StatefulSet what Kubernetes does, as far as the run book needs it. It starts all pods at once. It replaces them from the
 * last to the first: hook, TERM, start, and the probe until the pod is ready. It does not wait for {@code minReadySeconds}, and it probes
 * without a pause: both make it harder for the recipe.
 */
final class StatefulSetStandIn implements AutoCloseable {
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
                assertThat(words).contains("generic", (String)
                        manifest.at("StatefulSet", "spec.template.spec.volumes.0.secret.secretName"));
                String from = words.get(words.size() - 1).replaceFirst("--from-file=", "");
                Files.move(stage.folder.resolve(from), stage.folder.resolve("tls"));
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
        List<String> probe = here(pod, manifest.command("readinessProbe.exec.command"));
        await(pod.id() + " is ready")
                .atMost(Stage.DEADLINE)
                .until(() -> ManagedNode.run(probe, environment(pod), log(pod), Stage.DEADLINE) == 0);
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
