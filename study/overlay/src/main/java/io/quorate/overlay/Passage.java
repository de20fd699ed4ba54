// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay;

import org.jspecify.annotations.Nullable;

/**
 * The decision about a message that passes a node: it goes on, perhaps changed, or it ends here.
 *
 * @param content what goes on; null if nothing does
 */
public record Passage<P>(@Nullable P content) {
    private static final Passage<?> CONSUMED = new Passage<>(null);

    /** It goes on, with this in it. */
    public static <P> Passage<P> forward(P content) {
        return new Passage<>(content);
    }

    /** It ends here: the node has done all that is to do. */
    @SuppressWarnings("unchecked") // it holds nothing of any type
    public static <P> Passage<P> consumed() {
        return (Passage<P>) CONSUMED;
    }
}
