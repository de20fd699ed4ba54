package io.quorate.lab.dht;

import io.quorate.core.node.EntryCodec;
import io.quorate.core.node.RoutedMessage;
import io.quorate.core.node.Upkeep;
import io.quorate.core.protocol.Message;
import io.quorate.core.protocol.Protocol;
import io.quorate.core.protocol.dht.DhtTimer;
import io.quorate.core.session.SessionHeader;
import io.quorate.core.wire.Codec;
import io.quorate.core.wire.FrameReader;
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
    private long ofLocks;
    private long hops;
    private long reminders;
    private long ofSessions;
    private long upkeep;
    private long frames;
    private long bytes;

    /** By the index of the node that got them: messages of locks. */
    private int[] load = new int[1024];

    Traffic(Protocol<?> protocol) {
        Codec<Message> codec = EntryCodec.of(protocol);
        this.reader = new FrameReader<>(codec, new SessionHeader());
    }

    /**
     * A frame is sent.
     *
     * @param timer what the turn of the sender was about, if it was a timer
     * @return how many messages of locks are in it, without reminders
     */
    int sent(@Nullable Object timer, byte[] frame, int length) {
        reader.read(frame, 0, length);
        frames++;
        bytes += length;
        if (reader.size() == 0) {
            ofSessions++;
        }
        int counted = 0;
        for (int place = 0; place < reader.size(); place++) {
            Message message = reader.message(place);
            if (message instanceof Upkeep) {
                upkeep++;
            } else if (timer == DhtTimer.REMIND) {
                reminders++;
            } else {
                counted++;
                count(message, timer);
            }
        }
        return counted;
    }

    private void count(Message message, @Nullable Object timer) {
        ofLocks++;
        boolean routed = message instanceof RoutedMessage<?>;
        hops += routed ? 1 : 0;
        byKind.merge(routed ? message.kind() + ", a hop" : message.kind(), 1L, Long::sum);
        if (timer != null) {
            byTimer.merge(timer.toString(), 1L, Long::sum);
        }
    }

    /** The node with this index has so many messages to process. */
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
        return new DhtReport.Messages(ofLocks, hops, reminders, ofSessions, upkeep, frames, bytes, byKind, byTimer);
    }
}
