// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.HTTPGetAction;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.quorate.cli.CommandRun;
import io.quorate.node.net.Roster;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The manifests of the examples fit the types of Kubernetes, each other, and the program. RollingRecipesTest runs them. */
@Tag("threads")
final class KubernetesManifestsTest {
    private static final Map<String, Class<?>> TYPES = Map.of(
            "v1 Service", Service.class,
            "policy/v1 PodDisruptionBudget", PodDisruptionBudget.class,
            "apps/v1 StatefulSet", StatefulSet.class,
            "apps/v1 Deployment", Deployment.class);

    /** A word in place of a number is refused. */
    private static final ObjectMapper STRICT = JsonMapper.builder()
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .build();

    private static Object typed(Map<?, ?> document) {
        String kind = document.get("apiVersion") + " " + document.get("kind");
        Class<?> type = TYPES.get(kind);
        assertThat(type).as(kind).isNotNull();
        Object object = STRICT.convertValue(document, type);
        assertNothingUnknown(object, kind);
        return object;
    }

    /** What a type does not know, its objects keep aside. */
    private static void assertNothingUnknown(Object object, String where) {
        if (object instanceof List<?> list) {
            list.forEach(each -> assertNothingUnknown(each, where + "[]"));
            return;
        }
        if (object == null || !object.getClass().getName().startsWith("io.fabric8.")) {
            return;
        }
        for (Field field : object.getClass().getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers())) {
                continue;
            }
            try {
                field.setAccessible(true);
                Object value = field.get(object);
                if (field.getName().equals("additionalProperties")) {
                    assertThat((Map<?, ?>) value)
                            .as("unknown fields in " + where)
                            .isEmpty();
                } else {
                    assertNothingUnknown(value, where + "." + field.getName());
                }
            } catch (IllegalAccessException impossible) {
                throw new AssertionError(impossible);
            }
        }
    }

    private static List<Map<?, ?>> documents(String file) throws IOException {
        return Manifest.documents(Files.readString(Manifest.FOLDER.resolve(file)));
    }

    private static <T> T only(String file, Class<T> type) throws IOException {
        List<T> found = new ArrayList<>();
        for (Map<?, ?> document : documents(file)) {
            Object object = typed(document);
            if (type.isInstance(object)) {
                found.add(type.cast(object));
            }
        }
        assertThat(found).as(file).hasSize(1);
        return found.get(0);
    }

    @Test
    void everyManifestFitsTheTypesOfKubernetes() throws IOException {
        try (Stream<Path> files = Files.list(Manifest.FOLDER)) {
            List<String> names =
                    files.map(each -> each.getFileName().toString()).sorted().toList();
            assertThat(names).containsExactly("certificates.yaml", "guests.yaml", "http.yaml", "voters.yaml");
        }
        for (String file : List.of("guests.yaml", "http.yaml", "voters.yaml")) {
            documents(file).forEach(KubernetesManifestsTest::typed);
        }
        Map<?, ?> misspelt = Manifest.documents(
                        Files.readString(Manifest.VOTERS).replace("publishNotReadyAddresses", "publishNotReady"))
                .get(0);
        assertThatThrownBy(() -> typed(misspelt)).hasMessageContaining("publishNotReady");
        Map<?, ?> mistyped = Manifest.documents(
                        Files.readString(Manifest.VOTERS).replace("port: 7400}", "port: many}"))
                .get(0);
        assertThatThrownBy(() -> typed(mistyped)).hasMessageContaining("many");
    }

    @Test
    void votersFindEachOtherStartTogetherAndLeaveOneByOne() throws IOException {
        StatefulSet set = only("voters.yaml", StatefulSet.class);
        Service service = only("voters.yaml", Service.class);
        PodDisruptionBudget budget = only("voters.yaml", PodDisruptionBudget.class);
        Map<String, String> labels = set.getSpec().getTemplate().getMetadata().getLabels();
        assertThat(service.getSpec().getClusterIP()).isEqualTo("None");
        assertThat(service.getSpec().getPublishNotReadyAddresses()).isTrue();
        assertThat(service.getMetadata().getName()).isEqualTo(set.getSpec().getServiceName());
        assertThat(service.getSpec().getSelector()).isEqualTo(labels);
        assertThat(only("http.yaml", Service.class).getSpec().getSelector()).isEqualTo(labels);
        assertThat(set.getSpec().getSelector().getMatchLabels()).isEqualTo(labels);
        assertThat(set.getSpec().getPodManagementPolicy()).isEqualTo("Parallel");
        assertThat(budget.getSpec().getSelector().getMatchLabels()).isEqualTo(labels);
        assertThat(budget.getSpec().getMaxUnavailable().getIntVal()).isEqualTo(1);
        Container container =
                set.getSpec().getTemplate().getSpec().getContainers().get(0);
        Roster roster = new Roster(
                "quorate",
                Stream.of(roster(container).split(","))
                        .map(each -> Roster.Member.at(each.split("=")[0], each.split("=")[1]))
                        .toList());
        String name = set.getMetadata().getName();
        List<String> pods = IntStream.range(0, set.getSpec().getReplicas())
                .mapToObj(ordinal -> name + "-" + ordinal)
                .toList();
        assertThat(roster.members()).extracting(Roster.Member::id).isEqualTo(pods);
        assertThat(roster.members())
                .extracting(Roster.Member::address)
                .isEqualTo(pods.stream()
                        .map(pod -> pod + "." + service.getMetadata().getName() + ":7400")
                        .toList());
        Container guest = only("guests.yaml", Deployment.class)
                .getSpec()
                .getTemplate()
                .getSpec()
                .getContainers()
                .get(0);
        assertThat(roster(guest)).isEqualTo(roster(container));
    }

    /** A pod that is not root can read its secrets and write its data only by its group. */
    @Test
    void theUserOfTheImageReadsItsSecretsAndGetsNoOtherRights() throws IOException {
        String image = Files.readString(Path.of("../package/image/pom.xml"));
        PodSpec pod =
                only("voters.yaml", StatefulSet.class).getSpec().getTemplate().getSpec();
        PodSecurityContext context = pod.getSecurityContext();
        assertThat(image).contains("<user>" + context.getRunAsUser() + ":" + context.getFsGroup() + "</user>");
        assertThat(context.getRunAsNonRoot()).isTrue();
        assertThat(context.getSeccompProfile().getType()).isEqualTo("RuntimeDefault");
        SecurityContext rights = pod.getContainers().get(0).getSecurityContext();
        assertThat(rights.getAllowPrivilegeEscalation()).isFalse();
        assertThat(rights.getReadOnlyRootFilesystem()).isTrue();
        assertThat(rights.getCapabilities().getDrop()).containsExactly("ALL");
        assertThat(only("guests.yaml", Deployment.class)
                        .getSpec()
                        .getTemplate()
                        .getSpec()
                        .getSecurityContext()
                        .getFsGroup())
                .isNotNull();
    }

    private static String roster(Container container) {
        return container.getEnv().stream()
                .filter(each -> each.getName().equals("QUORATE_ROSTER"))
                .findFirst()
                .orElseThrow()
                .getValue();
    }

    @Test
    void theProgramTakesTheCommandAndServesTheProbes() throws IOException {
        StatefulSet set = only("voters.yaml", StatefulSet.class);
        Container container =
                set.getSpec().getTemplate().getSpec().getContainers().get(0);
        List<String> command = container.getCommand();
        assertThat(command).startsWith("/opt/quorate/quorate", "node");
        Manifest manifest = Manifest.parse(Files.readString(Manifest.VOTERS));
        assertThat(Manifest.expand(command, manifest.environment("quorate-0")))
                .contains("quorate-0")
                .noneMatch(word -> word.contains("$("));
        String help = CommandRun.of("node", "--help").out();
        assertThat(command.stream().filter(word -> word.startsWith("--")))
                .hasSizeGreaterThan(6)
                .allMatch(option -> help.matches("(?s).*" + option + "[=\\s\\]].*"), "is an option of quorate node");
        assertThat(command.get(command.indexOf("--http") + 1)).isEqualTo("7480");
        String api = Files.readString(Path.of("../../lock/server/src/main/resources/io/quorate/server/openapi.json"));
        for (HTTPGetAction probe : List.of(
                container.getLivenessProbe().getHttpGet(),
                container.getReadinessProbe().getHttpGet())) {
            assertThat(api).contains("\"" + probe.getPath() + "\"");
            assertThat(probe.getScheme()).isEqualTo("HTTPS");
            assertThat(probe.getPort().getStrVal()).isEqualTo("http");
        }
    }

    @Test
    void everySecretThatIsMountedIsOneThatCertManagerWrites() throws IOException {
        TreeSet<String> made = new TreeSet<>();
        for (Map<?, ?> document : documents("certificates.yaml")) {
            assertThat(document.get("apiVersion") + " " + document.get("kind"))
                    .isEqualTo("cert-manager.io/v1 Certificate");
            Map<?, ?> spec = (Map<?, ?>) document.get("spec");
            assertThat(List.copyOf(spec.keySet()).toString()).contains("secretName, commonName, dnsNames");
            assertThat((List<?>) spec.get("usages")).asString().contains("client auth");
            assertThat(spec.get("secretName")).isEqualTo(spec.get("commonName") + "-tls");
            made.add((String) spec.get("secretName"));
        }
        assertThat(only("voters.yaml", StatefulSet.class)
                        .getSpec()
                        .getTemplate()
                        .getSpec()
                        .getVolumes()
                        .get(0)
                        .getProjected()
                        .getDefaultMode())
                .isEqualTo(0400);
        String mounted = Files.readString(Manifest.VOTERS) + Files.readString(Manifest.FOLDER.resolve("guests.yaml"));
        assertThat(made).hasSize(4).allMatch(name -> mounted.contains("ame: " + name));
    }
}
