// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.admin;

import io.quorate.core.wire.ByteSink;
import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.net.LogThrottle;
import io.quorate.node.net.Transport;
import io.quorate.node.net.roles.Permissions;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Answers admin requests, on threads of its own, because it may ask all other nodes first. */
public final class AdminServer {
    private static final EventLog LOG = EventLog.of(AdminServer.class);

    /** Maximum number of requests that are answered at once. */
    private static final int THREADS_MAX = 2;

    /** Maximum number of requests that wait; more get no answer, and the client asks again. */
    private static final int WAITING_MAX = 32;

    private static final long IDLE_SECONDS = 5;

    private final ClusterQuery clusterQuery;
    private final Permissions permissions;
    private final ThreadPoolExecutor threads;
    private final LogThrottle logThrottle = new LogThrottle();

    public AdminServer(String name, ClusterQuery clusterQuery, Permissions permissions) {
        this.clusterQuery = clusterQuery;
        this.permissions = permissions;
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
    public void asked(Transport.AdminCaller client, byte[] bytes, int offset, int length) {
        AdminMessages.Question question = AdminMessages.Question.read(bytes, offset, length);
        try {
            threads.execute(() -> answer(client, question));
        } catch (RejectedExecutionException busy) {
            boolean loud = logThrottle.isWorthSaying("busy", System.nanoTime());
            LOG.sayIf(loud, LogEvent.ADMIN_REJECTED, client.name());
        }
    }

    private void answer(Transport.AdminCaller client, AdminMessages.Question question) {
        AdminRequest asked = question.request();
        // The connection knows the caller better than the question does.
        AdminRequest request =
                new AdminRequest(asked.kind(), asked.name(), asked.limit(), asked.fence(), client.name());
        try {
            String objection = permissions.objectionTo(
                    client.rights(), client.name(), asked.inWords(), asked.neededRole(), asked.neededFor());
            if (objection != null) {
                ByteSink refusal = new AdminMessages.Refused(question.id(), objection).toBytes();
                client.answer(refusal.buffer(), refusal.length());
                return;
            }
            ClusterQuery.Answers answers = question.ofAll() ? clusterQuery.all(request) : clusterQuery.own(request);
            answers.reports()
                    .forEach((id, report) -> send(client, new AdminMessages.Report(question.id(), id, report)));
            ByteSink end = new AdminMessages.End(question.id(), answers.silent()).toBytes();
            client.answer(end.buffer(), end.length());
        } catch (RuntimeException failure) {
            LOG.sayWith(LogEvent.ADMIN_FAILED, failure);
        }
    }

    private static void send(Transport.AdminCaller client, AdminMessages.Report report) {
        ByteSink bytes = report.toBytes();
        client.answer(bytes.buffer(), bytes.length());
    }

    public void close() {
        threads.shutdownNow();
    }
}
