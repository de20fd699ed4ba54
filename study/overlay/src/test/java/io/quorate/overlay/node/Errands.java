// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.node;

import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Message;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.ProtocolTraits;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.systems.Majority;
import io.quorate.core.quorumlock.QuorumLock;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.Codec;
import io.quorate.overlay.Passage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A protocol that shows what becomes of routed messages, and excludes nobody. Whoever wants the lock routes {@code ask} to its
 * first replica, and enters when {@code given} comes back. All that machines are told of routes is noted.
 */
final class Errands implements OverlayProtocol<Errands.Note>, Codec<Errands.Note> {
    /** What nodes say to each other. */
    record Note(String text) implements Message {
        @Override
        public String kind() {
            return "Note";
        }

        @Override
        public String toString() {
            return "Note " + text;
        }
    }

    final List<String> log = new ArrayList<>();

    /** The node that takes what passes it, and the one that changes it. */
    NodeId taker = NodeId.of(99);

    NodeId changer = NodeId.of(99);

    /** The rule that its nodes do not keep, if any. */
    @Nullable
    PlaceRule leftOut;

    List<String> takeLog() {
        List<String> taken = List.copyOf(log);
        log.clear();
        return taken;
    }

    @Override
    public String name() {
        return "errands";
    }

    @Override
    public boolean keeps(PlaceRule rule) {
        return rule != leftOut;
    }

    @Override
    public String summary() {
        return "for tests";
    }

    @Override
    public ProtocolTraits traits() {
        return new QuorumLock().traits();
    }

    @Override
    public LockMachine<Note> newMachine(MachineContext context) {
        return new Machine(context, Phase.IDLE);
    }

    @Override
    public Codec<Note> codec() {
        return this;
    }

    @Override
    public QuorumSystem usualQuorums(int nodes) {
        return new Majority(1);
    }

    @Override
    public void write(Note message, ByteSink sink) {
        byte[] bytes = message.text.getBytes(StandardCharsets.UTF_8);
        sink.writeInt(bytes.length);
        sink.writeBytes(bytes);
    }

    @Override
    public Note read(ByteSource source) {
        return new Note(new String(source.readBytes(source.readInt()), StandardCharsets.UTF_8));
    }

    private final class Machine implements RoutedMachine<Note> {
        private final MachineContext context;
        private Phase phase;

        Machine(MachineContext context, Phase phase) {
            this.context = context;
            this.phase = phase;
        }

        private void note(String what) {
            log.add(context.self() + " " + what);
        }

        @Override
        public void acquire(Mode mode, Outbox<Note> out) {
            phase = Phase.WAITING;
            RoutedMachine.route(Place.replicaKey(context, 0), new Note("ask"), out);
            note("asks"); // before anything passes
        }

        @Override
        public void release(Outbox<Note> out) {
            phase = Phase.IDLE;
            RoutedMachine.route(Place.replicaKey(context, 0), new Note("back"), out);
        }

        @Override
        public void abandon(Outbox<Note> out) {
            phase = Phase.IDLE;
        }

        @Override
        public Passage<Note> passing(Waypoint at, Note message, Outbox<Note> out) {
            note(message.text + " of " + at.origin() + " passes from " + at.previous() + " to " + at.next() + " after "
                    + at.hops());
            if (context.self().equals(taker)) {
                out.send(at.origin(), new Note("given"));
                return Passage.consumed();
            }
            return Passage.forward(context.self().equals(changer) ? new Note(message.text + "!") : message);
        }

        @Override
        public void delivered(Waypoint at, Note message, Outbox<Note> out) {
            note(message.text + " of " + at.origin() + " arrives from " + at.previous() + " after " + at.hops());
            if (message.text.startsWith("ask")) {
                out.send(at.origin(), new Note("given"));
            }
        }

        @Override
        public void receive(NodeId from, Note message, Outbox<Note> out) {
            if (phase == Phase.WAITING && message.text.equals("given")) {
                phase = Phase.HOLDING;
                out.entered();
            }
            if (message.text.equals("ask directly")) {
                context.sessions().ask(from);
            }
        }

        @Override
        public void ownershipChanged(Outbox<Note> out) {
            note(Place.ownsReplica(context, 0) ? "owns" : "does not own");
        }

        @Override
        public Phase phase() {
            return phase;
        }

        @Override
        public boolean isContended() {
            return false;
        }

        @Override
        public boolean isQuiescent() {
            return phase == Phase.IDLE;
        }

        @Override
        public LockMachine<Note> copy(MachineContext other) {
            return new Machine(other, phase);
        }

        @Override
        public void describeTo(StateWriter writer) {
            writer.word("phase", phase);
        }
    }

    static final LockName L = LockName.of("L");
}
