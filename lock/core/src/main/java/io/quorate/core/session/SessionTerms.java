// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.session;

/**
 * The times of a node's sessions, from its configuration (E1, E3, E8).
 *
 * @param configuration its number, as frames say it
 * @param sealLine frames below are of the past
 * @param keeps whether the node keeps its configuration over starts
 * @param shortest what is promised, and counted on
 * @param longest how long nodes wait for the end of trust
 * @param longestEver the longest that this node ever promised
 */
public record SessionTerms(
        int configuration,
        int sealLine,
        boolean keeps,
        LeaseTerms shortest,
        LeaseTerms longest,
        LeaseTerms longestEver) {}
