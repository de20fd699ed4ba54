package io.quorate.core.protocol;

import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.session.Sessions;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** What a machine obeys besides if its grants last as long as sessions: trust ends at any time, and then the arbiter forgets. */
public abstract class LeasedMachineLaws<M extends Message> extends LockMachineLaws<M> {
    private static final int END_TRUST = 6;
    private static final int EXPIRE = 8;

    @Property(tries = 1000)
    void trustThatEndsLetsNobodyElseInAndLeavesNothing(
            @ForAll @Size(max = 100) List<@IntRange(max = 29) Integer> codes) {
        World world = new World();
        Mode[] asked = new Mode[NODES];
        for (int code : codes) {
            int node = node(code);
            if (what(code) >= EXPIRE) {
                expire(world, node, (node + what(code) - EXPIRE + 1) % NODES);
            } else if (what(code) >= END_TRUST) {
                endTrust(world, node, NodeId.of((node + what(code) - END_TRUST + 1) % NODES));
            } else {
                if (world.machines.get(node).phase() == Phase.IDLE && what(code) < 3) {
                    asked[node] = what(code) == 1 ? Mode.SHARED : Mode.EXCLUSIVE;
                }
                world.step(node, what(code));
            }
            requireOneHolder(world, asked);
        }
        requireRestOf(world);
    }

    /** S3. */
    private void endTrust(World world, int node, NodeId arbiter) {
        if (world.contexts.get(node).sessions().endTrust(arbiter)) {
            RecordingOutbox<M> out = new RecordingOutbox<>();
            world.machines.get(node).trustEnded(arbiter, out);
            world.send(node, out);
        }
    }

    /** S7: an arbiter forgets a session only when the requester has ended it. */
    private void expire(World world, int arbiter, int requester) {
        long known = new Numbers(world.contexts.get(arbiter).sessions(), requester).asOwner;
        Numbers theirs = new Numbers(world.contexts.get(requester).sessions(), arbiter);
        if (known > 0 && (!theirs.open || theirs.asRequester > known)) {
            world.contexts.get(arbiter).sessions().forget(NodeId.of(requester), 0);
            RecordingOutbox<M> out = new RecordingOutbox<>();
            world.machines.get(arbiter).ownerGone(NodeId.of(requester), 0, out);
            world.send(arbiter, out);
        }
    }

    /** The numbers of the sessions that a node has with one other. */
    private static final class Numbers implements Sessions.Writer {
        private final NodeId peer;
        private long asRequester;
        private boolean open;
        private long asOwner;

        Numbers(Sessions sessions, int peer) {
            this.peer = NodeId.of(peer);
            sessions.describeTo(this);
        }

        @Override
        public void voterSession(NodeId arbiter, long number, boolean isOpen, int trustedIncarnation) {
            if (arbiter.equals(peer)) {
                asRequester = number;
                open = isOpen;
            }
        }

        @Override
        public void ownerSession(NodeId requester, int start, long number, boolean closing) {
            if (requester.equals(peer)) {
                asOwner = number;
            }
        }
    }
}
