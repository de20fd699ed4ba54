// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.health;

import io.quorate.api.Health;
import io.quorate.core.wire.MalformedFrameException;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The health of a node at one moment.
 *
 * @param missing in the order of the roster
 */
public record NodeHealth(State state, boolean isReady, Set<String> missing, Duration silentFor, String reason)
        implements Health {
    /** No id has a blank in it. */
    private static final String BETWEEN = " ";

    private static final int PARTS = 4;

    public NodeHealth {
        missing = Collections.unmodifiableSet(new LinkedHashSet<>(missing));
    }

    /** In one line, for admin clients: state, ready or not, milliseconds of silence, number of missing members, their ids, the reason. */
    public String toLine() {
        StringBuilder line = new StringBuilder(state.name())
                .append(isReady ? " ready " : " not-ready ")
                .append(silentFor.toMillis())
                .append(BETWEEN)
                .append(missing.size());
        missing.forEach(id -> line.append(BETWEEN).append(id));
        return line.append(BETWEEN).append(reason).toString();
    }

    /** Reads a line of {@link #toLine}; throws {@link MalformedFrameException} if it is none. */
    public static NodeHealth ofLine(String line) {
        try {
            String[] words = line.split(BETWEEN, PARTS + 1);
            int count = Integer.parseInt(words[PARTS - 1]);
            String[] rest = words[PARTS].split(BETWEEN, count + 1);
            return new NodeHealth(
                    State.valueOf(words[0]),
                    words[1].equals("ready"),
                    new LinkedHashSet<>(List.of(rest).subList(0, count)),
                    Duration.ofMillis(Long.parseLong(words[2])),
                    rest[count]);
        } catch (IllegalArgumentException | IndexOutOfBoundsException malformed) {
            throw new MalformedFrameException(
                    "this says nothing about the health of a node (" + malformed.getMessage() + "): " + line);
        }
    }
}
