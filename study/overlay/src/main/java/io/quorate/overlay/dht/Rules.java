// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht;

import org.jspecify.annotations.Nullable;

/** All rules of votes, or all but one. */
public record Rules(@Nullable Rule leftOut) {
    public static final Rules ALL = new Rules(null);

    public boolean keep(Rule rule) {
        return rule != leftOut;
    }
}
