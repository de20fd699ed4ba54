// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.junit;

import io.quorate.api.LocksConfig;
import io.quorate.testing.cluster.SimulatedCluster;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** The settings of a test's cluster, from its annotations. */
record ClusterSettings(int nodes, @Nullable Duration lease, boolean virtualTime, boolean failOnLeak, boolean onMethod) {
    private static final Pattern SHORT = Pattern.compile("(\\d{1,9})\\s*(ms|s|m)");

    /** Of the method, else of its class or of one around it; empty if none has the annotation. */
    static Optional<ClusterSettings> find(ExtensionContext context) {
        Optional<QuorateCluster> ofMethod = context.getTestMethod()
                .flatMap(method -> AnnotationSupport.findAnnotation(method, QuorateCluster.class));
        if (ofMethod.isPresent()) {
            return ofMethod.map(annotation -> of(annotation, true));
        }
        for (Class<?> type = context.getTestClass().orElse(null); type != null; type = type.getEnclosingClass()) {
            Optional<QuorateCluster> ofClass = AnnotationSupport.findAnnotation(type, QuorateCluster.class);
            if (ofClass.isPresent()) {
                return ofClass.map(annotation -> of(annotation, false));
            }
        }
        return Optional.empty();
    }

    private static ClusterSettings of(QuorateCluster annotation, boolean onMethod) {
        Duration lease = annotation.lease().isBlank() ? null : durationOf(annotation.lease());
        return new ClusterSettings(
                annotation.nodes(), lease, annotation.virtualTime(), annotation.failOnLeak(), onMethod);
    }

    /** For tests without the annotation. */
    static ClusterSettings usual() {
        return new ClusterSettings(3, null, false, true, true);
    }

    private static Duration durationOf(String text) {
        Matcher matcher = SHORT.matcher(text.strip());
        try {
            if (!matcher.matches()) {
                return Duration.parse(text.strip());
            }
        } catch (DateTimeParseException unreadable) {
            throw new ExtensionConfigurationException(
                    "@QuorateCluster(lease = \"" + text + "\") is not a time: write 500ms, 2s, 1m or PT2S.",
                    unreadable);
        }
        long number = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            default -> Duration.ofMinutes(number);
        };
    }

    SimulatedCluster newCluster(boolean virtual) {
        return SimulatedCluster.of(nodes, this::applyTo, virtual);
    }

    private LocksConfig applyTo(LocksConfig config) {
        return lease == null ? config : config.lease(lease);
    }
}
