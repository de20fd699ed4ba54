// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.watch;

import io.quorate.api.LossReason;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** A lock that was taken through watched locks and not given back yet: who took it, and where. */
public final class OpenHold {
    private static final int FRAMES_MAX = 12;

    private final HoldBook book;
    private final LockWatch.Held held;
    private final int node;
    private final String nodeId;
    private final Thread taker = Thread.currentThread();
    private final long fence;
    private final StackTraceElement[] takenAt;
    private final AtomicInteger listeners = new AtomicInteger();
    private final AtomicInteger told = new AtomicInteger();
    private volatile boolean closed;
    private volatile Runnable whenClosed = () -> {};

    OpenHold(HoldBook book, LockWatch.Held held, int node, String nodeId) {
        this.book = book;
        this.held = held;
        this.node = node;
        this.nodeId = nodeId;
        this.fence = held.fence();
        this.takenAt = new Throwable().getStackTrace();
    }

    public LockWatch.Held held() {
        return held;
    }

    public int node() {
        return node;
    }

    public Thread taker() {
        return taker;
    }

    public long fence() {
        return fence;
    }

    /** Runs this when it is given back. */
    public void whenClosed(Runnable step) {
        whenClosed = step;
    }

    /** It was given back. */
    void closed() {
        closed = true;
        book.remove(this);
        whenClosed.run();
    }

    /** The same listener, counted: {@link #isUntold} is false once all that were added have returned. */
    Consumer<LossReason> counted(Consumer<LossReason> listener) {
        listeners.incrementAndGet();
        return reason -> {
            book.listenerBegins();
            try {
                listener.accept(reason);
            } finally {
                book.listenerEnds();
                told.incrementAndGet();
            }
        };
    }

    /** A listener that was counted was removed before it was called. */
    void uncounted() {
        told.incrementAndGet();
    }

    /** Whether it is lost, and a listener of the application has not returned yet. */
    boolean isUntold() {
        return !closed && told.get() < listeners.get() && held.isLost();
    }

    /** One line: which lock, by whom. */
    public String inWords() {
        return "\"" + held.lock() + "\" (" + held.mode() + ", fence " + fence + ") by node " + nodeId + ", thread "
                + taker.getName();
    }

    /** The same with where it was taken, one frame a line. */
    public String withStack() {
        StringBuilder text = new StringBuilder(inWords()).append(", taken here:");
        int shown = 0;
        for (StackTraceElement frame : takenAt) {
            if (!isOurs(frame) && shown < FRAMES_MAX) {
                text.append("\n    at ").append(frame);
                shown++;
            }
        }
        return text.toString();
    }

    private static boolean isOurs(StackTraceElement frame) {
        String name = frame.getClassName();
        return name.startsWith(OpenHold.class.getPackageName() + ".")
                || name.startsWith("io.quorate.testing.cluster.")
                || name.startsWith("org.junit.")
                || name.startsWith("java.")
                || name.startsWith("jdk.");
    }
}
