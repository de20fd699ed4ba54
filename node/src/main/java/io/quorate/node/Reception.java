package io.quorate.node;

import io.quorate.core.wire.ByteSink;
import io.quorate.node.net.Transport;
import java.lang.System.Logger.Level;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Where a node answers visitors: on threads of its own, because it may ask all other nodes first. */
final class Reception {
    private static final System.Logger LOG = System.getLogger(Reception.class.getName());

    /** So many visitors are served at once, */
    private static final int THREADS_MAX = 2;

    /** and so many wait; more get no answer, and ask again. */
    private static final int WAITING_MAX = 32;

    private static final long IDLE_SECONDS = 5;

    private final Inquiries inquiries;
    private final ThreadPoolExecutor threads;

    Reception(String name, Inquiries inquiries) {
        this.inquiries = inquiries;
        threads = new ThreadPoolExecutor(
                THREADS_MAX,
                THREADS_MAX,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(WAITING_MAX),
                task -> {
                    Thread thread = new Thread(task, name);
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
    }

    /** Throws {@link io.quorate.core.wire.MalformedFrameException} if this is no question. */
    void asked(Transport.Visitor visitor, byte[] bytes, int offset, int length) {
        VisitorTalk.Question question = VisitorTalk.Question.read(bytes, offset, length);
        try {
            threads.execute(() -> answer(visitor, question));
        } catch (RejectedExecutionException busy) {
            LOG.log(
                    Level.WARNING,
                    "No time for the question of {0}: too many visitors at once, or closing.",
                    visitor.name());
        }
    }

    private void answer(Transport.Visitor visitor, VisitorTalk.Question question) {
        Inquiry asked = question.inquiry();
        // Who it is knows the line better than the question does.
        Inquiry inquiry = new Inquiry(asked.kind(), asked.name(), asked.limit(), asked.fence(), visitor.name());
        boolean changes = asked.kind() == Inquiry.Kind.REVOKE || asked.kind() == Inquiry.Kind.ASK_RELEASE;
        LOG.log(
                changes ? Level.WARNING : Level.DEBUG,
                () -> "AUDIT: " + visitor.name() + " asks: " + asked.kind() + " \"" + asked.name() + "\""
                        + (asked.fence() == 0 ? "" : " fence " + asked.fence()));
        try {
            Inquiries.Answers answers = question.ofAll() ? inquiries.all(inquiry) : inquiries.own(inquiry);
            answers.reports().forEach((id, report) -> send(visitor, new VisitorTalk.Report(question.id(), id, report)));
            ByteSink end = new VisitorTalk.End(question.id(), answers.silent()).toBytes();
            visitor.answer(end.buffer(), end.length());
        } catch (RuntimeException failure) {
            LOG.log(Level.ERROR, "A question of a visitor could not be answered. Please report this.", failure);
        }
    }

    private static void send(Transport.Visitor visitor, VisitorTalk.Report report) {
        ByteSink bytes = report.toBytes();
        visitor.answer(bytes.buffer(), bytes.length());
    }

    void close() {
        threads.shutdownNow();
    }
}
