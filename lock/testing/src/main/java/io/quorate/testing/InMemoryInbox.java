// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing;

import io.quorate.core.model.NodeId;
import io.quorate.node.net.Transport;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The frames that have arrived for one node of an {@link InMemoryNetwork} and are not delivered yet, in order. */
final class InMemoryInbox {
    /** Maximum number of bytes that wait on one link. Further frames are dropped, and the link is reset when it is empty. */
    private static final long LINK_BYTES_MAX = 16 * 1024 * 1024;

    /** The cost of a frame in addition to its bytes. */
    private static final long FRAME_COST = 128;

    private final ArrayDeque<Consumer<Transport.Receiver>> waiting = new ArrayDeque<>();
    private final Map<NodeId, Link> links = new LinkedHashMap<>();
    private boolean paused;
    private boolean closed;

    /** An event was taken and is not handed over yet. */
    private boolean handing;

    /**
     * Copies the frame; false if the link is full.
     *
     * @param arrived called just before the frame is handed over
     */
    synchronized boolean addFrame(NodeId from, byte[] frame, int length, Runnable arrived) {
        Link link = links.computeIfAbsent(from, key -> new Link());
        long cost = length + FRAME_COST;
        if (closed || link.waitingBytes + cost > LINK_BYTES_MAX) {
            link.overflowed = true;
            return false;
        }
        link.waitingBytes += cost;
        byte[] copy = Arrays.copyOf(frame, length);
        add(receiver -> {
            arrived.run();
            receiver.received(from, copy, 0, copy.length);
            if (leave(link, cost)) {
                receiver.linkReset(from);
            }
        });
        return true;
    }

    synchronized void addNews(Consumer<Transport.Receiver> news) {
        add(news);
    }

    private void add(Consumer<Transport.Receiver> event) {
        if (!closed) {
            waiting.add(event);
            notifyAll();
        }
    }

    /** One frame less waits; true if frames were dropped and the link has become empty since. */
    private synchronized boolean leave(Link link, long cost) {
        link.waitingBytes -= cost;
        boolean reset = link.overflowed && link.waitingBytes == 0;
        if (reset) {
            link.overflowed = false;
        }
        return reset;
    }

    synchronized void pause(boolean now) {
        paused = now;
        notifyAll();
    }

    synchronized void close() {
        closed = true;
        waiting.clear();
        notifyAll();
    }

    synchronized boolean isClosed() {
        return closed;
    }

    /** Hands over one by one until the inbox is closed. */
    void deliverTo(Transport.Receiver receiver) {
        for (Consumer<Transport.Receiver> event = take(); event != null; event = take()) {
            event.accept(receiver);
        }
    }

    /** Waits until all that came was handed over, or waits for the end of a pause; false if that takes longer. Keeps interrupts for later. */
    synchronized boolean awaitQuiet(long timeoutMillis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        boolean interrupted = false;
        while (isBusy() && end - System.nanoTime() > 0) {
            try {
                wait(1 + TimeUnit.NANOSECONDS.toMillis(Math.max(0, end - System.nanoTime())));
            } catch (InterruptedException interruption) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return !isBusy();
    }

    private boolean isBusy() {
        return !closed && (handing || (!paused && !waiting.isEmpty()));
    }

    private synchronized @Nullable Consumer<Transport.Receiver> take() {
        if (handing) {
            handing = false;
            notifyAll();
        }
        while (!closed && (paused || waiting.isEmpty())) {
            try {
                wait();
            } catch (InterruptedException interruption) {
                closed = true; // the library never interrupts this thread: an interrupt means that it must end
            }
        }
        handing = !closed;
        return closed ? null : waiting.poll();
    }

    private static final class Link {
        private long waitingBytes;
        private boolean overflowed;
    }
}
