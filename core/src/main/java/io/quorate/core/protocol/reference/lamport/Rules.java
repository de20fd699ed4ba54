package io.quorate.core.protocol.reference.lamport;

import org.jspecify.annotations.Nullable;

/**
 * All rules, or all but one.
 *
 * @param isSparing whether the paper's footnote is followed: no acknowledgement where a later message tells as much
 */
record Rules(boolean isSparing, @Nullable Rule leftOut) {
    boolean keep(Rule rule) {
        return rule != leftOut;
    }
}
