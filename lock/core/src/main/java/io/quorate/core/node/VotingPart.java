package io.quorate.core.node;

import io.quorate.core.lock.engine.LockEngine;
import io.quorate.core.model.NodeId;
import io.quorate.core.session.Sessions;
import org.jspecify.annotations.Nullable;

/** Whether a node grants: begins, pauses and ends it, and tells everybody with whom it has a session. */
final class VotingPart {
    /** Null if the protocol has no sessions: then there is nothing that could not be granted. */
    private final @Nullable Sessions sessions;

    private final LockEngine<?> engine;
    private final DestinationBatches batches;

    /** What else is to be done when the node begins to grant. */
    private Runnable whenBegun = () -> {};

    VotingPart(@Nullable Sessions sessions, LockEngine<?> engine, DestinationBatches batches) {
        this.sessions = sessions;
        this.engine = engine;
        this.batches = batches;
    }

    boolean isOn() {
        return sessions == null || sessions.isVoting();
    }

    void begin() {
        if (sessions != null && !sessions.isVoting()) {
            sessions.beginVoting();
            began();
        }
    }

    void whenBegun(Runnable step) {
        whenBegun = step;
    }

    /** Whoever keeps the time has said that this node may grant. */
    void began() {
        whenBegun.run();
        engine.votingBegan();
        tell();
    }

    /** This node has become responsible for what others may have granted. That must have run out before it grants. */
    void pause() {
        if (sessions != null) {
            sessions.pauseVoting();
            tell();
        }
    }

    void stop() {
        if (sessions != null) {
            sessions.stopVoting();
            tell();
        }
    }

    /** This node is responsible for nothing any more, as far as it can know. It confirms no longer what it has granted. */
    void giveUp() {
        if (sessions != null) {
            sessions.stopConfirming();
            sessions.suspendVoting();
            tell();
        }
    }

    void witnessHeard() {
        if (sessions != null) {
            sessions.witnessHeard();
        }
    }

    private void tell() {
        if (sessions != null) {
            for (NodeId peer : sessions.counterparts()) {
                batches.confirm(peer);
            }
        }
    }
}
