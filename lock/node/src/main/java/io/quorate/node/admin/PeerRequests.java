// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.admin;

import io.quorate.core.model.LockName;
import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.MalformedFrameException;
import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.net.Transport;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32C;

/**
 * Questions between nodes beside the protocol of the locks, such as: what do you know of this lock? They travel as frames of their
 * own, told apart by the first byte, behind what was sent before; so an answer also proves that all of that has arrived.
 */
public final class PeerRequests {
    private static final EventLog LOG = EventLog.of(PeerRequests.class);

    /** The first byte of a question: {@code Q}. */
    public static final int QUERY = 0x51;

    /** The first byte of an answer: {@code A}. */
    public static final int ANSWER = 0x41;

    /** The first byte of a refusal: {@code N}. */
    public static final int REFUSAL = 0x4E;

    private static final int WHY_LENGTH_MAX = 2000;

    private static final int CHECKSUM_LENGTH = 4;

    private final Transport transport;
    private final AtomicLong lastId = new AtomicLong();
    private final Map<Long, Pending> pending = new ConcurrentHashMap<>();

    public PeerRequests(Transport transport) {
        this.transport = transport;
    }

    /** The answers that came in time, and the connected nodes that did not answer. */
    public record Answers(Map<NodeId, NodeReport> reports, NodeSet silent) {}

    /** Answers that are being waited for. */
    private static final class Pending {
        private final Map<NodeId, NodeReport> answers = new TreeMap<>();
        private final NodeSet asked;
        private final CountDownLatch missing;
        private NodeSet gone = NodeSet.EMPTY;

        Pending(NodeSet asked) {
            this.asked = asked;
            this.missing = new CountDownLatch(asked.size());
        }

        synchronized void add(NodeId from, NodeReport report) {
            boolean expected = asked.contains(from) && !gone.contains(from);
            if (expected && answers.putIfAbsent(from, report) == null) {
                missing.countDown();
            }
        }

        synchronized Answers soFar() {
            NodeSet silent = asked;
            for (int index = asked.next(0); index >= 0; index = asked.next(index + 1)) {
                NodeId node = NodeId.of(index);
                if (answers.containsKey(node) || gone.contains(node)) {
                    silent = silent.without(node);
                }
            }
            return new Answers(new TreeMap<>(answers), silent);
        }

        /** The node will not answer: nobody need wait for it. */
        synchronized void giveUpOn(NodeId node) {
            if (asked.contains(node) && !answers.containsKey(node) && !gone.contains(node)) {
                gone = gone.with(node);
                missing.countDown();
            }
        }
    }

    /** The node cannot be reached any more. */
    public void peerSuspected(NodeId peer) {
        pending.values().forEach(each -> each.giveUpOn(peer));
    }

    /** Asks these nodes, and gives the answers that came in time. An interrupt ends the wait and is kept. */
    public Answers ask(AdminRequest request, NodeSet nodes, Duration timeout) {
        long id = lastId.incrementAndGet();
        Pending answers = new Pending(nodes);
        pending.put(id, answers);
        try {
            ByteSink question = begin(QUERY, id);
            request.writeTo(question);
            finish(question);
            for (int index = nodes.next(0); index >= 0; index = nodes.next(index + 1)) {
                if (!transport.offer(NodeId.of(index), question.buffer(), question.length())) {
                    answers.giveUpOn(NodeId.of(index));
                }
            }
            boolean complete = answers.missing.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
            LOG.say(LogEvent.PEER_QUERY, id, nodes, complete ? "all answered" : "some did not");
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
        } finally {
            pending.remove(id);
        }
        return answers.soFar();
    }

    /** A question and its receiver, read from a frame. */
    public record Question(long id, AdminRequest request) {}

    public static Question readQuestion(byte[] bytes, int offset, int length) {
        ByteSource source = open(bytes, offset, length);
        return new Question(source.readFixedLong(), AdminRequest.read(source));
    }

    public void answer(NodeId to, Question question, NodeReport report) {
        ByteSink answer = begin(ANSWER, question.id);
        report.writeTo(answer);
        finish(answer);
        transport.offer(to, answer.buffer(), answer.length());
    }

    /** An answer has come; one that nobody waits for any more is dropped. */
    public void answered(NodeId from, byte[] bytes, int offset, int length) {
        ByteSource source = open(bytes, offset, length);
        Pending waiting = pending.get(source.readFixedLong());
        if (waiting != null) {
            waiting.add(from, NodeReport.read(source));
        }
    }

    /**
     * The answer of a member to a guest whose certificate does not allow the request.
     *
     * @param lock the lock that the guest may not take; empty if it was a question
     * @param why in words
     */
    public record Refusal(String lock, String why) {}

    public static Refusal readRefusal(byte[] bytes, int offset, int length) {
        ByteSource source = open(bytes, offset, length);
        source.readFixedLong();
        return new Refusal(WireText.read(source, LockName.BYTES_MAX), WireText.read(source, WHY_LENGTH_MAX));
    }

    public void refuse(NodeId to, Refusal refusal) {
        ByteSink notice = begin(REFUSAL, 0);
        WireText.write(notice, refusal.lock, LockName.BYTES_MAX);
        WireText.write(notice, refusal.why, WHY_LENGTH_MAX);
        finish(notice);
        transport.offer(to, notice.buffer(), notice.length());
    }

    /** A frame that begins so; {@link #finish} ends it. */
    public static ByteSink begin(int kind, long id) {
        ByteSink sink = new ByteSink();
        sink.writeByte(kind);
        sink.writeFixedLong(id);
        return sink;
    }

    /** Ends a frame, with its checksum. */
    public static void finish(ByteSink sink) {
        sink.writeFixedInt(checksum(sink.buffer(), 0, sink.length()));
    }

    /** The content after the first byte, if the checksum is right. */
    public static ByteSource open(byte[] bytes, int offset, int length) {
        int contentLength = length - CHECKSUM_LENGTH;
        if (contentLength < 1) {
            throw new MalformedFrameException("a frame of " + length + " bytes is too short");
        }
        ByteSource source = new ByteSource();
        source.aimAt(bytes, offset + contentLength, CHECKSUM_LENGTH);
        int claimed = source.readFixedInt();
        if (claimed != checksum(bytes, offset, contentLength)) {
            throw new MalformedFrameException("the checksum of a frame is wrong");
        }
        source.aimAt(bytes, offset + 1, contentLength - 1);
        return source;
    }

    private static int checksum(byte[] bytes, int offset, int length) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes, offset, length);
        return (int) checksum.getValue();
    }
}
