// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.reproduce;

import io.quorate.cli.keep.CodeDigest;
import io.quorate.reproduce.Finding;
import io.quorate.reproduce.Item;
import io.quorate.reproduce.Scale;
import java.util.Objects;

/**
 * The finding for an item, and the code that found it; the content of a file.
 *
 * @param item its name
 * @param code of the experiments: {@link CodeDigest}
 * @param seconds how long it took
 */
record Measured(String item, Scale scale, String code, double seconds, Finding finding) {
    /** A file in which something is missing is read as if it were null. */
    Measured {
        Objects.requireNonNull(item, "the name of the item is missing");
        Objects.requireNonNull(scale, "the scale is missing");
        Objects.requireNonNull(code, "the number of the code is missing");
        Objects.requireNonNull(finding, "the finding is missing");
    }

    boolean isOf(Item other, Scale otherScale) {
        return item.equals(other.name()) && scale == otherScale;
    }
}
