package io.quorate.core.node;

import io.quorate.core.engine.LockEngine;
import io.quorate.core.model.NodeId;
import io.quorate.core.protocol.Fence;
import io.quorate.core.protocol.MachineContext;
import io.quorate.core.session.Sessions;
import org.jspecify.annotations.Nullable;

/** Whether a node grants: begins, pauses and ends it, and tells everybody with whom it has a session. */
final class VotingPart {
    /** Null if the protocol has no sessions: then there is nothing that could not be granted. */
    private final @Nullable Sessions sessions;

    private final MachineContext context;
    private final LockEngine<?> engine;
    private final DestinationBatches batches;

    VotingPart(@Nullable Sessions sessions, MachineContext context, LockEngine<?> engine, DestinationBatches batches) {
        this.sessions = sessions;
        this.context = context;
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

    /**
     * Whoever keeps the time has said that this node may grant. What came to it from others in an overlay it knows nothing about;
     * their fences are below its clock, if clocks follow true time: it has waited for longer than they differ.
     */
    void began() {
        if (context.hasOverlay()) {
            context.raiseFenceFloor(Fence.after(context.clock().counter()));
        }
        engine.votingBegan();
        tell();
    }

    /** V3: keys have come to belong to this node. What others granted for them must have run out before it grants. */
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

    /** V5: nothing belongs to this node any more, as far as it can know. V4: what it has granted it confirms no longer. */
    void giveUp() {
        if (sessions != null) {
            sessions.stopConfirming();
            sessions.suspendVoting();
            tell();
        }
    }

    /** V6: a node next to this one was heard. */
    void neighbourHeard() {
        if (sessions != null) {
            sessions.neighbourHeard();
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
