// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht.nonendtoend;

import io.quorate.overlay.dht.Rules;
import org.jspecify.annotations.Nullable;

/**
 * All rules, or all but one.
 *
 * @param votes those of votes
 * @param leftOut of those of partial queues
 */
record PathRules(Rules votes, @Nullable PathRule leftOut) {
    static final PathRules ALL = new PathRules(Rules.ALL, null);

    boolean keep(PathRule rule) {
        return rule != leftOut;
    }
}
