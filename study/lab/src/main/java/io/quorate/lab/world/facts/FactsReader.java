// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world.facts;

import io.quorate.core.lock.Phase;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@link NodeFacts} from a description: parts of the node are locks, parts of a lock are votes, entries, claims. */
final class FactsReader implements StateWriter {
    private NodeSet suspected = NodeSet.EMPTY;
    private NodeSet missed = NodeSet.EMPTY;
    private NodeSet slow = NodeSet.EMPTY;
    private NodeSet twins = NodeSet.EMPTY;
    private NodeSet left = NodeSet.EMPTY;
    private NodeSet stopping = NodeSet.EMPTY;
    private NodeSet awaited = NodeSet.EMPTY;
    private boolean stops;
    private boolean voting = true;
    private boolean lonely;
    private int configuration;
    private boolean frozen;
    private final List<NodeFacts.VoterSession> sessions = new ArrayList<>();
    private final List<NodeFacts.OwnerSession> owners = new ArrayList<>();
    private final List<NodeFacts.LockFacts> locks = new ArrayList<>();

    private @Nullable LockName lock;
    private Phase phase = Phase.IDLE;
    private @Nullable Stamp ownStamp;
    private boolean contended;
    private boolean sparesWanted;
    private @Nullable Stamp ownWriter;
    private final List<NodeFacts.Vote> votes = new ArrayList<>();
    private final List<NodeFacts.Entry> entries = new ArrayList<>();

    /** How deep inside the part that is about the overlay, which has no name; 0 if outside. */
    private int overlayDepth;

    private String part = "";
    private @Nullable NodeId partNode;
    private @Nullable Stamp partStamp;
    private Mode partMode = Mode.EXCLUSIVE;
    private long partNumber;
    private boolean partGranted;
    private boolean partInquired;
    private boolean partHolding;
    private @Nullable Stamp partWriter;

    NodeFacts facts() {
        return new NodeFacts(
                suspected,
                missed,
                slow,
                twins,
                stopping,
                left.union(twins),
                awaited,
                stops,
                voting,
                lonely,
                configuration,
                frozen,
                List.copyOf(sessions),
                List.copyOf(owners),
                List.copyOf(locks));
    }

    @Override
    public void number(String name, long value) {
        if (name.equals("seen") || name.equals("number")) {
            partNumber = value;
        } else if (name.equals("configuration")) {
            configuration = (int) value;
        }
    }

    @Override
    public void flag(String name, boolean value) {
        if (part.isEmpty() && name.equals("contended")) {
            contended = value;
        } else if (name.equals("granted") || name.equals("has")) {
            partGranted = value;
        } else if (name.equals("inquired")) {
            partInquired = value;
        } else if (name.equals("holding")) {
            partHolding = value;
        } else if (name.equals("writerWaits") && !value) {
            setWriter(null);
        } else if (name.equals("sparesWanted")) {
            sparesWanted = value;
        } else if (name.equals("frozen")) {
            frozen |= value;
        } else if (name.equals("stops")) {
            stops = value;
        } else if (name.equals("voting")) {
            voting = value;
        } else if (name.equals("lonely")) {
            lonely = value;
        }
    }

    @Override
    public void word(String name, @Nullable Enum<?> value) {
        if (value instanceof Phase read) {
            phase = read;
        } else if (!part.isEmpty() && value instanceof Mode read) {
            partMode = read;
        }
    }

    @Override
    public void node(String name, NodeId value) {
        if (overlayDepth == 0) {
            partNode = value;
        }
    }

    @Override
    public void nodes(String name, NodeSet value) {
        if (name.equals("suspected")) {
            suspected = value;
        } else if (name.equals("suspectedByTransport")) {
            missed = value;
        } else if (name.equals("slow")) {
            slow = value;
        } else if (name.equals("stopping")) {
            stopping = value;
        } else if (name.equals("left")) {
            left = value;
        } else if (name.equals("twins")) {
            twins = value;
        } else if (name.equals("awaiting")) {
            awaited = awaited.union(value);
        }
    }

    @Override
    public void stamp(String name, @Nullable Stamp value) {
        if (name.equals("to")) {
            partStamp = value;
        } else if (name.equals("stamp")) {
            ownStamp = value;
        } else if (name.equals("writer")) {
            setWriter(value);
        }
    }

    private void setWriter(@Nullable Stamp value) {
        if (part.isEmpty()) {
            ownWriter = value;
        } else {
            partWriter = value;
        }
    }

    @Override
    public void clock(long value) {}

    @Override
    public void voterSession(NodeId voter, long number, boolean open, long trustedIncarnation) {
        sessions.add(new NodeFacts.VoterSession(voter, number, open, trustedIncarnation));
    }

    @Override
    public void ownerSession(NodeId requester, long start, long number, boolean closing) {
        owners.add(new NodeFacts.OwnerSession(requester, start, number, closing));
    }

    @Override
    public void begin(String name) {
        if (overlayDepth > 0 || name.isEmpty()) {
            overlayDepth++;
        } else if (lock == null) {
            lock = LockName.of(name);
        } else {
            part = name;
        }
    }

    @Override
    public void end() {
        if (overlayDepth > 0) {
            overlayDepth--;
            return;
        }
        LockName ended = lock;
        if (!part.isEmpty()) {
            endPart();
        } else if (ended != null) {
            locks.add(new NodeFacts.LockFacts(
                    ended,
                    phase,
                    ownStamp,
                    contended,
                    sparesWanted,
                    ownWriter,
                    List.copyOf(votes),
                    List.copyOf(entries)));
            lock = null;
            phase = Phase.IDLE;
            ownStamp = null;
            contended = false;
            sparesWanted = false;
            ownWriter = null;
            votes.clear();
            entries.clear();
        }
    }

    private void endPart() {
        NodeId of = partNode;
        Stamp to = partStamp;
        if (of != null) {
            votes.add(new NodeFacts.Vote(of, partNumber, partGranted, partInquired));
        } else if (to != null) {
            entries.add(
                    new NodeFacts.Entry(to, partMode, partGranted, partHolding, partNumber, partInquired, partWriter));
        }
        part = "";
        partNode = null;
        partStamp = null;
        partNumber = 0;
        partGranted = false;
        partInquired = false;
        partHolding = false;
        partWriter = null;
    }
}
