package io.quorate.core.protocol.reference.raymond;

import org.jspecify.annotations.Nullable;

/** All rules, or all but one. */
record Rules(@Nullable Rule leftOut) {
    static final Rules ALL = new Rules(null);

    boolean keep(Rule rule) {
        return rule != leftOut;
    }
}
