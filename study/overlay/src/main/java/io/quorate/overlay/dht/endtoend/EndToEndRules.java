// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.dht.endtoend;

import io.quorate.overlay.dht.Rule;
import io.quorate.overlay.dht.Rules;
import org.jspecify.annotations.Nullable;

/** All rules of queue and token, and of votes, or all but one. */
record EndToEndRules(@Nullable EndToEndRule leftOut, Rules votes) {
    static final EndToEndRules ALL = new EndToEndRules(null, Rules.ALL);

    static EndToEndRules without(EndToEndRule rule) {
        return new EndToEndRules(rule, Rules.ALL);
    }

    static EndToEndRules without(Rule rule) {
        return new EndToEndRules(null, new Rules(rule));
    }

    boolean keep(EndToEndRule rule) {
        return rule != leftOut;
    }
}
