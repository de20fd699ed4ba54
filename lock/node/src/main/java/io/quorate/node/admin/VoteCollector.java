// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.admin;

import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.node.turn.NodeNames;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads from a machine's description of itself whose requests it keeps as a voter: the parts called {@code granted} and
 * {@code waiting} (perhaps {@code at} some replica) that name a stamp. A protocol that describes itself otherwise has no votes to show.
 */
final class VoteCollector implements StateWriter {
    private final List<LockView.Vote> votes = new ArrayList<>();
    private final NodeNames names;
    private String part = "";

    VoteCollector(NodeNames names) {
        this.names = names;
    }

    List<LockView.Vote> votes() {
        return votes;
    }

    @Override
    public void begin(String name) {
        part = name;
    }

    @Override
    public void end() {
        part = "";
    }

    @Override
    public void stamp(String name, @Nullable Stamp value) {
        boolean granted = isCalled("granted");
        if (value != null && (granted || isCalled("waiting"))) {
            votes.add(new LockView.Vote(value.node(), names.of(value.node()), granted));
        }
    }

    /** A replica says which one it is. */
    private boolean isCalled(String name) {
        return part.equals(name) || part.startsWith(name + " at ");
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
    public void clock(long value) {}

    @Override
    public void voterSession(NodeId voter, long number, boolean open, long trustedIncarnation) {}

    @Override
    public void ownerSession(NodeId requester, long start, long number, boolean closing) {}
}
