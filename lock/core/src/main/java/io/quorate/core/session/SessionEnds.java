// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.session;

import io.quorate.core.model.NodeId;

/** The effects when a session, or trust in one, ends. */
public interface SessionEnds {
    /** S3: what the voter granted no longer counts. */
    void trustEnded(NodeId voter);

    /** S7: what that start of the node asked for is over. */
    void ownerExpired(NodeId node, long incarnation);

    /** S8: this node grants from now on. */
    void votingBegan();

    /** No witness was heard for a lease: others may have taken over from this node. */
    default void cutOff() {}

    /** The voter has not answered for long. */
    void doubtChanged(NodeId voter);

    /** H1: the voter has become slow, or is slow no longer. */
    void slownessChanged(NodeId voter);

    /** H4: an empty frame to the voter is to be answered, so that its answer time stays known. */
    void probe(NodeId voter);

    /** A frame to the voter keeps the session alive. It may be empty. */
    void keepAlive(NodeId voter);
}
