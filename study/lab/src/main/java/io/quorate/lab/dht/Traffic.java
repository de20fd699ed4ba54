// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.dht;

import io.quorate.core.lock.Message;
import io.quorate.core.lock.Protocol;
import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.node.FrameBuffers;
import io.quorate.core.session.SessionHeader;
import io.quorate.core.wire.Codec;
import io.quorate.core.wire.FrameReader;
import io.quorate.core.wire.HeaderPart;
import io.quorate.overlay.Key;
import io.quorate.overlay.dht.DhtMessage;
import io.quorate.overlay.dht.DhtTimer;
import io.quorate.overlay.node.RoutedMessage;
import io.quorate.overlay.node.Upkeep;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Counts messages. One that is routed counts once for each link that it goes over, one that is sent directly once; what a node says
 * to itself is none. Apart from those of locks are counted: reminders, of votes that nobody has given back for long; frames without a
 * message, which keep sessions alive; and what keeps the overlay together.
 */
final class Traffic {
    private final FrameReader<Message> reader;
    private final Map<String, Long> byKind = new TreeMap<>();
    private final Map<String, Long> byTimer = new TreeMap<>();
    private final RouteLengths routes;
    private long ofLocks;
    private long ifAllRouted;
    private long hops;
    private long reminders;
    private long ofSessions;
    private long upkeep;
    private long frames;
    private long bytes;

    /** The last frame that says nothing of any lock, and how many messages it has. */
    private byte @Nullable [] ofNoLock;

    private int upkeepInIt;

    /** By the index of the node that got them: messages of locks. */
    private int[] load = new int[1024];

    /** Says over how many links a message to a replica would go if it were routed. */
    interface RouteLengths {
        int from(NodeId sender, Key replica);
    }

    Traffic(Protocol<?> protocol, RouteLengths routes) {
        this.routes = routes;
        Codec<Message> codec = FrameBuffers.codecOf(protocol);
        this.reader = new FrameReader<>(codec, protocol.traits().isLeased() ? new SessionHeader() : HeaderPart.NONE);
    }

    /**
     * A frame is sent by this node. The bytes are not changed afterwards, so that the same array is the same frame.
     *
     * @param timer what the turn of the sender was about, if it was a timer
     * @return how many messages of locks are in it, without reminders
     */
    int sent(NodeId sender, @Nullable Object timer, byte[] frame) {
        frames++;
        bytes += frame.length;
        if (frame == ofNoLock) {
            upkeep += upkeepInIt;
            ofSessions += upkeepInIt == 0 ? 1 : 0;
            return 0;
        }
        reader.read(frame, 0, frame.length);
        ofSessions += reader.size() == 0 ? 1 : 0;
        int counted = 0;
        int ofOverlay = 0;
        for (int place = 0; place < reader.size(); place++) {
            Message message = reader.message(place);
            if (message instanceof Upkeep) {
                ofOverlay++;
            } else if (timer == DhtTimer.REMIND) {
                reminders++;
            } else {
                counted++;
                count(sender, reader.lock(place), message, timer);
            }
        }
        upkeep += ofOverlay;
        if (ofOverlay == reader.size()) {
            ofNoLock = frame;
            upkeepInIt = ofOverlay;
        }
        return counted;
    }

    private void count(NodeId sender, LockName lock, Message message, @Nullable Object timer) {
        ofLocks++;
        int replica = replicaAskedBy(message);
        ifAllRouted += replica < 0 ? 1 : routes.from(sender, Key.ofReplica(lock.toString(), replica));
        boolean routed = message instanceof RoutedMessage<?>;
        hops += routed ? 1 : 0;
        byKind.merge(routed ? message.kind() + ", a hop" : message.kind(), 1L, Long::sum);
        if (timer != null) {
            byTimer.merge(timer.toString(), 1L, Long::sum);
        }
    }

    /** Which replica a message is for that was sent to it directly; -1 if it is not such a message. */
    private static int replicaAskedBy(Message message) {
        if (message instanceof DhtMessage.Request request) {
            return request.replica();
        } else if (message instanceof DhtMessage.Release release) {
            return release.replica();
        } else if (message instanceof DhtMessage.Yield yield) {
            return yield.replica();
        }
        return message instanceof DhtMessage.Transfer transfer ? transfer.replica() : -1;
    }

    /** Records the number of messages that the node with this index has to process. */
    void arrived(int index, int messages) {
        if (index >= load.length) {
            load = Arrays.copyOf(load, Math.max(index + 1, 2 * load.length));
        }
        load[index] += messages;
    }

    int loadOf(int index) {
        return index < load.length ? load[index] : 0;
    }

    DhtReport.Messages report() {
        return new DhtReport.Messages(
                ofLocks, ifAllRouted, hops, reminders, ofSessions, upkeep, frames, bytes, byKind, byTimer);
    }
}
