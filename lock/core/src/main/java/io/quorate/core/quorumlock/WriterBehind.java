// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.quorumlock;

import io.quorate.core.lock.Guard;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.core.quorumlock.QuorumLockMessage.Behind;
import org.jspecify.annotations.Nullable;

/**
 * Rule M, the requester's side: a writer that waits in this node for the node's own readers to end. The voters of these readers know of it, so
 * that no later reader of any node overtakes it. Made for the first such writer of a hold, for most holds have none.
 */
final class WriterBehind {
    private final MachineContext context;
    private final Votes votes;

    /** The stamp with which the writer will ask. A stamp that was given up never comes back. */
    private Stamp stamp;

    /** False when it has given up. */
    private boolean waits = true;

    WriterBehind(MachineContext context, Votes votes) {
        this(context, votes, context.nextStamp());
    }

    private WriterBehind(MachineContext context, Votes votes, Stamp stamp) {
        this.context = context;
        this.votes = votes;
        this.stamp = stamp;
    }

    /** M1: voters that are asked later, or again, are told of the writer as well. */
    @Guard("M1c")
    static QuorumLockMessage with(QuorumLockMessage request, @Nullable WriterBehind writer) {
        return writer == null ? request : writer.message(request.stamp());
    }

    static boolean isWaiting(@Nullable WriterBehind writer) {
        return writer != null && writer.waits;
    }

    /** The writer that is known, changed; or the first one of the hold. */
    static WriterBehind changed(@Nullable WriterBehind known, boolean waits, MachineContext context, Votes votes) {
        if (known == null) {
            return new WriterBehind(context, votes);
        }
        known.change(waits);
        return known;
    }

    /** The writer has given up, or another waits now, later than all that asked before. */
    private void change(boolean isThere) {
        stamp = isThere ? context.nextStamp() : stamp;
        waits = isThere;
    }

    /** M1: every voter that was asked for the readers is told. */
    void tell(Stamp readers, Outbox<QuorumLockMessage> out) {
        if (waits) {
            announce(readers, out);
        } else {
            withdraw(readers, out);
        }
    }

    @Guard("M1a")
    private void announce(Stamp readers, Outbox<QuorumLockMessage> out) {
        message(readers).sendTo(votes.asked(), out);
    }

    /** M1: those who were told of a writer are told that it has given up. */
    @Guard("M1b")
    private void withdraw(Stamp readers, Outbox<QuorumLockMessage> out) {
        message(readers).sendTo(votes.asked(), out);
    }

    Behind message(Stamp readers) {
        return new Behind(readers, stamp.counter(), waits);
    }

    /** M3: whether its Request takes the place of the readers'. */
    @Guard("M3a")
    boolean mayReplace() {
        return waits;
    }

    Stamp stamp() {
        return stamp;
    }

    /** M3: it asks all voters of the readers: with the vote of one that it did not ask a later reader might get in before it. */
    @Guard("M3b")
    NodeSet askedAlso(NodeSet theirs) {
        return theirs.minus(votes.asked());
    }

    static @Nullable WriterBehind copy(@Nullable WriterBehind writer, MachineContext context, Votes votes) {
        if (writer == null) {
            return null;
        }
        WriterBehind copy = new WriterBehind(context, votes, writer.stamp);
        copy.waits = writer.waits;
        return copy;
    }

    static void describe(@Nullable WriterBehind writer, StateWriter to) {
        to.stamp("writer", writer == null ? null : writer.stamp);
        to.flag("writerWaits", isWaiting(writer));
    }
}
