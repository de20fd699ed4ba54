// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import io.quorate.api.InvalidConfigException;
import io.quorate.node.net.TransportException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Collects everything that is wrong with a configuration, so that its author can fix all of it at once. */
public final class ConfigFaults {
    private final List<String> found;

    /** Begins with those that were found before. */
    public ConfigFaults(List<String> found) {
        this.found = new ArrayList<>(found);
    }

    /** The value of the supplier; null if it throws, and then the reason is kept. */
    public <T> @Nullable T collect(Supplier<T> part) {
        try {
            return part.get();
        } catch (InvalidConfigException several) {
            several.faults().forEach(this::add);
        } catch (IllegalArgumentException | TransportException fault) {
            add(String.valueOf(fault.getMessage()));
        }
        return null;
    }

    /** Runs a check that throws if something is wrong; then why is kept. */
    public void check(Runnable check) {
        collect(() -> {
            check.run();
            return true;
        });
    }

    private void add(String fault) {
        String sentence = Character.toUpperCase(fault.charAt(0)) + fault.substring(1);
        String ended = sentence.endsWith(".") || sentence.endsWith("?") ? sentence : sentence + ".";
        if (!found.contains(ended)) {
            found.add(ended);
        }
    }

    /** Throws all of them in one {@link InvalidConfigException}. */
    public void throwIfAny() {
        if (!found.isEmpty()) {
            throw new InvalidConfigException(found);
        }
    }
}
