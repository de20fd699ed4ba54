// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.roster;

import io.quorate.core.model.NodeSet;

/**
 * A node's knowledge of a roster change, for people.
 *
 * @param keeps whether this node keeps its roster on disk, so that it may take part in changes
 * @param sealed the voters of the lower roster that were heard in a joint configuration or beyond (E6)
 * @param behind the members last heard in a lower configuration than this node's
 * @param unheard the members not heard since this node started
 * @param ballot the ballot that this node proposes, promised or accepted; {@link Ballot#NONE} if no decision is under way here
 * @param proposing whether a proposal of this node is under way
 * @param overAt when the lower roster is over, by the node's own clock; {@link Long#MAX_VALUE} if that is not known yet
 */
public record RosterView(
        Configuration configuration,
        boolean keeps,
        NodeSet sealed,
        NodeSet behind,
        NodeSet unheard,
        Ballot ballot,
        boolean proposing,
        long overAt) {}
