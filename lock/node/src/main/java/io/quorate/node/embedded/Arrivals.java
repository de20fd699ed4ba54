// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.embedded;

import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.wire.MalformedFrameException;
import io.quorate.node.admin.Inspection;
import io.quorate.node.admin.PeerRequests;
import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.net.LogThrottle;
import io.quorate.node.net.roles.PeerRights;
import io.quorate.node.part.PartDesk;
import io.quorate.node.turn.NodeNames;
import io.quorate.node.turn.NodeState;
import io.quorate.node.turn.Turns;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Brings the frames that come into turns: read where they lie if nobody is in a turn, else copied and kept. */
final class Arrivals {
    private static final EventLog LOG = EventLog.of(Arrivals.class);

    private final NodeNames names;
    private final NodeId self;
    private final Turns<?> turns;
    private final NodeState state;
    private final PeerRequests peerRequests;
    private final Inspection inspection;

    /** Null if the protocol has no part. */
    private final @Nullable PartDesk desk;

    private final GuestRights guestRights;
    private final InboxLimit inboxLimit;
    private final RefusedFrames framesRefused;
    private final FrameInPlace frameInPlace;
    private final AtomicLong framesKept = new AtomicLong();
    private final LogThrottle noticesThrottle = new LogThrottle();

    Arrivals(
            NodeNames names,
            NodeId self,
            Turns<?> turns,
            NodeState state,
            PeerRequests peerRequests,
            Inspection inspection,
            GuestRights guestRights,
            @Nullable PartDesk desk) {
        this.desk = desk;
        this.self = self;
        this.turns = turns;
        this.state = state;
        this.peerRequests = peerRequests;
        this.inspection = inspection;
        this.guestRights = guestRights;
        this.names = names;
        this.inboxLimit = new InboxLimit(names);
        this.framesRefused = new RefusedFrames(names);
        this.frameInPlace = new FrameInPlace();
    }

    void received(NodeId from, byte[] bytes, int offset, int length) {
        if (length > 0 && bytes[offset] == PeerRequests.ANSWER) {
            framesRefused.guard(from, () -> peerRequests.answered(from, bytes, offset, length));
        } else if (length > 0 && bytes[offset] == PeerRequests.REFUSAL && isForGuests(from)) {
            framesRefused.guard(from, () -> refused(from, PeerRequests.readRefusal(bytes, offset, length)));
        } else if (turns.enter()) {
            frameInPlace.aimAt(from, guestRights.of(from), bytes, offset, length);
            turns.finish(frameInPlace);
        } else if (inboxLimit.admits(from, length)) {
            framesKept.incrementAndGet();
            FrameInPlace kept = new FrameInPlace();
            byte[] copy = new byte[length];
            System.arraycopy(bytes, offset, copy, 0, length);
            kept.aimAt(from, guestRights.of(from), copy, 0, length);
            turns.bring(kept);
        } else if (inboxLimit.needsReset(from)) {
            turns.bring(() -> {
                inboxLimit.resetIsRead(from);
                state.linkReset(from);
            });
        }
    }

    /** Members refuse guests, and nobody else refuses anybody. */
    private boolean isForGuests(NodeId from) {
        return names.isGuest(self) && !names.isGuest(from);
    }

    private void refused(NodeId by, PeerRequests.Refusal notice) {
        boolean loud = noticesThrottle.isWorthSaying(notice.why(), System.nanoTime());
        LOG.sayIf(loud, LogEvent.REFUSED_BY, names.of(by), notice.why());
        if (!notice.lock().isEmpty()) {
            LockName lock = LockName.ofUtf8(notice.lock().getBytes(StandardCharsets.UTF_8));
            turns.bring(() -> state.refuse(lock, "Refused by " + names.of(by) + ": " + notice.why() + "."));
        }
    }

    /** The guest will not come again under this number. */
    void forget(NodeId guest) {
        inboxLimit.forget(guest);
        guestRights.left(guest);
    }

    long kept() {
        return framesKept.get();
    }

    long refused() {
        return framesRefused.count();
    }

    /** Messages about locks that their sender may not take. */
    long notPermitted() {
        return guestRights.refused();
    }

    long dropped() {
        return inboxLimit.dropped();
    }

    /** A frame as an input. The one that is read where it lies is used again and again: only one is in a turn at a time. */
    private final class FrameInPlace extends Turns.Input {
        private static final byte[] NOTHING = {};

        private NodeId from = self;
        private PeerRights rights = PeerRights.OF_ANYBODY;
        private byte[] bytes = NOTHING;
        private int offset;
        private int length;

        void aimAt(NodeId sender, PeerRights ofSender, byte[] source, int start, int count) {
            from = sender;
            rights = ofSender;
            bytes = source;
            offset = start;
            length = count;
        }

        @Override
        public void apply() {
            byte[] frame = bytes;
            bytes = NOTHING;
            if (this != frameInPlace) {
                inboxLimit.left(from, length);
            }
            if (length > 0 && frame[offset] == PeerRequests.QUERY) {
                framesRefused.guard(from, () -> answer(frame));
            } else if (desk != null && length > 0 && desk.concerns(frame[offset])) {
                framesRefused.guard(from, () -> desk.received(frame, offset, length));
            } else {
                read(frame);
            }
        }

        private void read(byte[] frame) {
            try {
                state.receive(from, frame, offset, length, guestRights.filterFor(from, rights));
            } catch (MalformedFrameException malformed) {
                framesRefused.add(from, malformed);
            }
        }

        private void answer(byte[] frame) {
            PeerRequests.Question question = PeerRequests.readQuestion(frame, offset, length);
            if (guestRights.mayAsk(from, rights, question.request())) {
                peerRequests.answer(from, question, inspection.answer(question.request()));
            }
        }
    }
}
