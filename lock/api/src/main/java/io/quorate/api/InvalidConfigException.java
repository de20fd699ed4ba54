// SPDX-License-Identifier: Apache-2.0
package io.quorate.api;

import io.quorate.api.text.Printable;
import java.util.List;

/** Thrown for a {@link LocksConfig} with errors. The message lists all of them, one per line, each with what to do. */
public final class InvalidConfigException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /** All errors, each a sentence. */
    private final List<String> faults;

    /**
     * Creates the exception.
     *
     * @param faults at least one error, each a sentence
     */
    public InvalidConfigException(List<String> faults) {
        super(
                faults.size() == 1
                        ? Printable.of(faults.get(0))
                        : "The configuration has " + faults.size() + " faults:\n- "
                                + String.join(
                                        "\n- ",
                                        faults.stream().map(Printable::of).toList()));
        this.faults = List.copyOf(faults);
    }

    /** {@return all errors, each a sentence} */
    public List<String> faults() {
        return faults;
    }
}
