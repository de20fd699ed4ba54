// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring.health;

import io.quorate.api.Health;
import java.util.LinkedHashMap;
import java.util.Map;

/** The details of the node for a health endpoint, the same for all versions of Boot. */
final class HealthDetails {
    private HealthDetails() {}

    /** UP if locks are available, DOWN if the node has stopped, OUT_OF_SERVICE for temporary states. */
    static String status(Health health) {
        if (health.isReady()) {
            return "UP";
        }
        return switch (health.state()) {
            case TWIN, CLOSED -> "DOWN";
            case JOINING, VOTING, SILENT, NO_QUORUM -> "OUT_OF_SERVICE";
        };
    }

    static Map<String, Object> of(String nodeId, Health health) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("node", nodeId);
        details.put("state", health.state().name());
        details.put("reason", health.reason());
        details.put("missing", health.missing().stream().sorted().toList());
        details.put("silentFor", health.silentFor().toString());
        return details;
    }
}
