package io.quorate.api;

import io.quorate.api.text.Printable;
import java.util.List;

/** A {@link LocksConfig} that cannot work. The message lists every fault, one a line, each with what to do. */
public final class InvalidConfigException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final List<String> faults;

    /** Of at least one fault, each a sentence. */
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

    /** What is wrong, each a sentence. */
    public List<String> faults() {
        return faults;
    }
}
