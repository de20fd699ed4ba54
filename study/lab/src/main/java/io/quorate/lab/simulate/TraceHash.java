// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate;

import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.event.Event;
import io.quorate.lab.world.event.Event.News;
import io.quorate.lab.world.event.Event.Signal;
import io.quorate.lab.world.net.FrameInFlight;
import java.util.function.LongSupplier;

/** A number for everything that happened, when, and every byte that was sent: two runs with the same number are the same. */
public final class TraceHash implements ClusterObserver, Choice.Performer {
    private final LongSupplier clock;
    private long hash = 1;

    public TraceHash(LongSupplier clock) {
        this.clock = clock;
    }

    public long value() {
        return hash;
    }

    private void add(long value) {
        long mixed = (hash ^ value) * 0x9E37_79B9_7F4A_7C15L;
        hash = mixed ^ (mixed >>> 32);
    }

    /** A node had a turn, at this time of its own. */
    public void turn(NodeId node, long time) {
        add(21, node, node, time);
    }

    private void add(int kind, NodeId one, NodeId other, long more) {
        add(clock.getAsLong());
        add(((long) kind << 48) | ((long) one.index() << 24) | other.index());
        add(more);
    }

    @Override
    public void begins(Choice choice) {
        choice.performBy(this);
    }

    @Override
    public void sent(NodeId from, NodeId to, FrameInFlight packet) {
        add(20, from, to, polynomial(packet.bytes()));
    }

    /** Each byte times a power of 31; four at a time, so that one multiplication need not wait for the one before. */
    private static long polynomial(byte[] bytes) {
        long sum = 0;
        int place = 0;
        for (; place + 3 < bytes.length; place += 4) {
            sum = sum * (31 * 31 * 31 * 31)
                    + bytes[place] * (31 * 31 * 31)
                    + bytes[place + 1] * (31 * 31)
                    + bytes[place + 2] * 31
                    + bytes[place + 3];
        }
        for (; place < bytes.length; place++) {
            sum = sum * 31 + bytes[place];
        }
        return sum;
    }

    @Override
    public void acquire(Choice.Acquire choice) {
        add(1, choice.node(), choice.node(), choice.lock().hashCode() * 2L + (choice.mode() == Mode.SHARED ? 1 : 0));
    }

    @Override
    public void release(Choice.Release choice) {
        add(2, choice.node(), choice.node(), choice.claim());
    }

    @Override
    public void abandon(Choice.Abandon choice) {
        add(3, choice.node(), choice.node(), choice.claim());
    }

    @Override
    public void deliver(Choice.Deliver choice) {
        add(4, choice.from(), choice.to(), choice.position());
    }

    @Override
    public void duplicate(Choice.Duplicate choice) {
        add(5, choice.from(), choice.to(), choice.position());
    }

    @Override
    public void drop(Choice.Drop choice) {
        add(6, choice.from(), choice.to(), choice.position());
    }

    @Override
    public void crash(Choice.Crash choice) {
        add(11, choice.node(), choice.node(), 0);
    }

    @Override
    public void restart(Choice.Restart choice) {
        add(13, choice.node(), choice.node(), 0);
    }

    @Override
    public void expire(Choice.Expire choice) {
        add(15, choice.voter(), choice.owner(), choice.start());
    }

    @Override
    public void freeze(Choice.Freeze choice) {
        add(23, choice.node(), choice.node(), 0);
    }

    @Override
    public void end(Choice.End choice) {
        add(25, choice.node(), choice.node(), 0);
    }

    @Override
    public void change(Choice.Change choice) {
        add(26, choice.node(), choice.node(), 4 * choice.number() + choice.kind().code);
    }

    @Override
    public void reset(Choice.Reset choice) {
        add(7, choice.one(), choice.other(), choice.bothNotice() ? 1 : 0);
    }

    @Override
    public void tell(Choice.Tell choice) {
        Event event = choice.event();
        int hint = event instanceof Event.OfPeer told ? told.news().code - News.SLOW.code : -1;
        add(codeOf(event), choice.node(), choice.peer(), Math.max(0, hint));
    }

    private static int codeOf(Event event) {
        if (event instanceof Event.OfPeer told) {
            return switch (told.news()) {
                case SUSPECT -> 8;
                case UNSUSPECT -> 9;
                case DETECT -> 12;
                case DISTRUST -> 14;
                default -> 22;
            };
        }
        return event == Signal.LEAVE ? 17 : event == Signal.VOTE ? 16 : 24;
    }

    @Override
    public void fire(Choice.Fire choice) {
        add(10, choice.node(), choice.node(), choice.lock().hashCode());
    }
}
