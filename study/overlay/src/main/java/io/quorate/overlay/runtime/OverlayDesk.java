// SPDX-License-Identifier: Apache-2.0
package io.quorate.overlay.runtime;

import io.quorate.core.model.NodeId;
import io.quorate.core.node.LockNode;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.node.admin.PeerRequests;
import io.quorate.node.part.PartDesk;
import io.quorate.node.part.PartNode;
import io.quorate.overlay.Handle;
import io.quorate.overlay.Key;
import io.quorate.overlay.Overlay;
import io.quorate.overlay.Router;
import io.quorate.overlay.node.OverlayPart;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A running node's place in its overlay: comes in, and finds out where nodes are of which it has only the number. The key of a node
 * follows from its number, so the question goes towards that key, from node to node; the node itself, or one that knows it, answers the
 * asker. Questions and answers are frames of their own; one that is lost is asked again.
 */
final class OverlayDesk implements PartDesk {
    /** The first byte of a question: {@code W}. */
    static final int WHERE = 0x57;

    /** The first byte of an answer: {@code T}. */
    static final int THERE = 0x54;

    /** The answer that nobody waits for in particular: it goes into the book. */
    private static final long FOR_THE_BOOK = 0;

    private final PartNode runtime;
    private final LockNode<?> node;
    private final OverlayPart<?> part;
    private final OverlayLinks links;
    private final AddressBook book;
    private final AtomicLong lastId = new AtomicLong();
    private final Map<Long, CompletableFuture<String>> awaited = new ConcurrentHashMap<>();

    OverlayDesk(PartNode runtime, OverlayLinks links) {
        this.runtime = runtime;
        this.node = runtime.node();
        this.part = OverlayPart.of(node);
        this.links = links;
        this.book = links.book();
    }

    /** A node that is in, and where it is. */
    record Contact(Handle handle, String address) {}

    @Override
    public boolean concerns(byte first) {
        return first == WHERE || first == THERE;
    }

    /** Becomes part of the overlay of these, with their help; of a new one, if there is nobody. */
    void enter(List<Contact> contacts) {
        contacts.forEach(contact -> book.heardOf(contact.handle.node(), contact.address));
        runtime.bring(() -> {
            if (contacts.isEmpty()) {
                part.begin();
            } else {
                part.join(contacts.stream().map(Contact::handle).toList());
            }
        });
    }

    @Override
    public void addressWanted(NodeId sought) {
        runtime.bring(() -> pass(new Where(FOR_THE_BOOK, sought, node.self(), 0)));
    }

    /**
     * Where the node is that has this number; it answers itself, so that the dead are not there. Empty if nobody has it; null if
     * that was not found out in time.
     */
    @Nullable
    String find(NodeId sought, Duration timeout) {
        long id = lastId.incrementAndGet();
        CompletableFuture<String> answer = new CompletableFuture<>();
        awaited.put(id, answer);
        try {
            runtime.bring(() -> pass(new Where(id, sought, node.self(), 0)));
            return answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException silence) {
            return null;
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            return null;
        } finally {
            awaited.remove(id);
        }
    }

    /** A question on its way. */
    private record Where(long id, NodeId sought, NodeId asker, int hops) {}

    @Override
    public void received(byte[] bytes, int offset, int length) {
        ByteSource source = PeerRequests.open(bytes, offset, length);
        long id = source.readFixedLong();
        if (bytes[offset] == THERE) {
            NodeId sought = book.read(source);
            answered(id, sought, source.readChoice(2, "answer") == 1);
        } else {
            NodeId sought = source.readNode();
            NodeId asker = book.read(source);
            pass(new Where(id, sought, asker, source.readChoice(Router.HOPS_MAX + 1, "number of hops")));
        }
    }

    private void pass(Where question) {
        Overlay overlay = part.overlay();
        NodeId sought = question.sought;
        if (sought.equals(node.self())) {
            answer(question, true);
            return;
        }
        if (!overlay.isJoined() || question.hops >= Router.HOPS_MAX) {
            return;
        }
        Handle next = overlay.nextHop(Key.of(sought));
        boolean isOwner = next.equals(overlay.self());
        boolean isKnown = next.node().equals(sought) && !book.of(sought).isEmpty();
        if (isOwner || (isKnown && question.id == FOR_THE_BOOK && question.hops > 0)) {
            answer(question, !isOwner);
        } else {
            ByteSink sink = PeerRequests.begin(WHERE, question.id);
            sink.writeInt(sought.index());
            book.write(question.asker, sink);
            sink.writeByte(question.hops + 1);
            send(next.node(), sink);
        }
    }

    private void answer(Where question, boolean isThere) {
        if (question.asker.equals(node.self())) {
            answered(question.id, question.sought, isThere);
            return;
        }
        ByteSink sink = PeerRequests.begin(THERE, question.id);
        book.write(question.sought, sink);
        sink.writeByte(isThere ? 1 : 0);
        send(question.asker, sink);
    }

    private void answered(long id, NodeId sought, boolean isThere) {
        CompletableFuture<String> answer = awaited.get(id);
        if (answer != null) {
            answer.complete(isThere ? book.of(sought) : "");
        }
    }

    private void send(NodeId to, ByteSink sink) {
        PeerRequests.finish(sink);
        runtime.offer(to, sink.buffer(), sink.length());
    }

    @Override
    public String where(String id, Duration timeout) {
        String address = id.matches("n[1-9][0-9]{0,4}") ? find(NodeId.parse(id), timeout) : null;
        return address == null ? "" : address;
    }

    @Override
    public String place() {
        return view().inWords();
    }

    /** Not in a turn. */
    OverlayView view() {
        CompletableFuture<OverlayView> view = new CompletableFuture<>();
        runtime.bring(() -> view.complete(viewInTurn()));
        return view.join();
    }

    private OverlayView viewInTurn() {
        Overlay overlay = part.overlay();
        return new OverlayView(
                links.kind(),
                node.self().toString(),
                overlay.self().key().toString(),
                book.of(node.self()),
                overlay.isJoined(),
                node.isVoting(),
                overlay.neighbours().stream()
                        .map(each -> each + " at " + book.of(each.node()))
                        .toList(),
                overlay.known().size(),
                links.connected().get().size());
    }
}
