// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.storm;

import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.core.node.LockNode;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The sessions of a node at one moment: what ended between two of them is what the clock has ended. */
final class SessionSnapshot implements StateWriter {
    private final Map<NodeId, Long> openWithVoters = new LinkedHashMap<>();
    private long owners;
    private boolean voting;

    static SessionSnapshot of(LockNode<?> node) {
        SessionSnapshot snapshot = new SessionSnapshot();
        snapshot.voting = node.isVoting();
        node.describeTo(snapshot);
        return snapshot;
    }

    void countEndsUntil(SessionSnapshot later, EventCounts counts) {
        counts.count("expiries", owners - later.owners);
        counts.count("restart intervals over", later.voting && !voting ? 1 : 0);
        openWithVoters.forEach((voter, number) -> {
            if (!number.equals(later.openWithVoters.get(voter))) {
                counts.count("trust ended");
            }
        });
    }

    @Override
    public void voterSession(NodeId voter, long number, boolean open, long trustedIncarnation) {
        if (open) {
            openWithVoters.put(voter, number);
        }
    }

    @Override
    public void ownerSession(NodeId requester, long start, long number, boolean closing) {
        owners++;
    }

    @Override
    public void number(String name, long value) {}

    @Override
    public void flag(String name, boolean value) {}

    @Override
    public void word(String name, @Nullable Enum<?> value) {}

    @Override
    public void node(String name, NodeId value) {}

    @Override
    public void nodes(String name, NodeSet value) {}

    @Override
    public void stamp(String name, @Nullable Stamp value) {}

    @Override
    public void clock(long value) {}

    @Override
    public void begin(String name) {}

    @Override
    public void end() {}
}
