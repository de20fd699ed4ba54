// SPDX-License-Identifier: Apache-2.0
package io.quorate.server;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.quorate.api.Locks;
import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.net.roles.Roles;
import io.quorate.node.net.tls.NodeTls;
import io.quorate.server.access.Gate;
import io.quorate.server.access.RenewedTls;
import io.quorate.server.access.Tokens;
import io.quorate.server.client.ClientRoutes;
import io.quorate.server.client.Limits;
import io.quorate.server.event.EventRoutes;
import io.quorate.server.history.History;
import io.quorate.server.http.Router;
import io.quorate.server.http.Workers;
import io.quorate.server.live.Recordings;
import io.quorate.server.view.Metrics;
import io.quorate.server.view.ViewRoutes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * Serves the locks of a node over HTTP: an API for clients of any language, events, probes, metrics, and a dashboard at {@code /}.
 *
 * <pre>{@code
 * try (LockServer server = LockServer.of(locks).start()) {
 *     ... // http://localhost:7480/v1/locks
 * }
 * }</pre>
 *
 * <p>It takes at most 20 threads, whatever waits. Close it before the locks: {@link #close()} lets clients give back what they hold.
 */
public final class LockServer implements AutoCloseable {
    /** Where a server listens if nobody says otherwise: on loopback. */
    public static final int PORT = 7480;

    private static final EventLog LOG = EventLog.of(LockServer.class);

    private static final int WORKERS_MAX = 12;
    private static final int WORKERS_WAITING_MAX = 4096;
    private static final int WRITERS_MAX = 4;
    private static final int RECORDER_WAITING_MAX = 16;
    private static final int CLAIMS_OF_SESSION_MAX = 1000;
    private static final int BACKLOG = 1024;

    /** How long a client may take to send a request, or to read an answer. */
    private static final Duration IO_MAX = Duration.ofSeconds(10);

    /** The same while other clients wait for a thread. */
    private static final Duration IO_MAX_WHEN_BUSY = Duration.ofSeconds(1);

    private static final long LOOK_MILLIS = 20;
    private static final long CLOSE_LOOK_MILLIS = 20;

    /** How long the end of the server waits until its last answers are written. */
    private static final long LAST_ANSWERS_MILLIS = 2000;

    private final Locks locks;
    private final LockServerConfig config;
    private final Workers workers =
            new Workers("quorate-http", WORKERS_MAX, WORKERS_WAITING_MAX, IO_MAX, IO_MAX_WHEN_BUSY);
    private final Workers writers =
            new Workers("quorate-http-events", WRITERS_MAX, Integer.MAX_VALUE, IO_MAX, IO_MAX_WHEN_BUSY);
    private final Workers recorder = new Workers("quorate-http-recorder", 1, RECORDER_WAITING_MAX, IO_MAX, IO_MAX);
    private final ScheduledThreadPoolExecutor timer;
    private final @Nullable NodeTls tls;
    private final ClientRoutes clients;
    private final EventRoutes events;
    private final Metrics metrics;
    private final History history;
    private final Recordings recordings;
    private final Router router;
    private @Nullable HttpServer http;
    private boolean isClosed;

    private LockServer(Locks locks, LockServerConfig config) {
        this.locks = locks;
        this.config = config;
        config.validate();
        var tokens = config.tokens();
        var material = config.tls();
        this.tls = material == null ? null : new NodeTls(material, locks.nodeId());
        Roles roles = config.tls() == null ? null : new Roles(this::isMember, config.roles());
        Gate gate = new Gate(config.isLoopback(), tokens == null ? null : Tokens.of(tokens), roles);
        this.timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "quorate-http-timer");
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
        timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        Limits limits = new Limits(
                config.sessionsMax(),
                config.claimsMax(),
                Math.min(CLAIMS_OF_SESSION_MAX, config.claimsMax()),
                config.waitingMax());
        this.clients = new ClientRoutes(locks, gate, limits, timer, workers.forWork());
        this.events = new EventRoutes(locks, gate, config.streamsMax(), writers.forWork());
        this.metrics = new Metrics(locks);
        this.history = new History(locks, gate);
        this.recordings = new Recordings(locks, gate, recorder.forWork());
        ViewRoutes views = new ViewRoutes(locks, gate, metrics, history.audit());
        this.router = new Router(Api.routes(gate, clients, events, views, history, recordings), gate::check);
    }

    /**
     * A server on loopback, at port {@value #PORT}.
     *
     * @param locks the locks that it serves; closing the server does not close them
     * @return a server that is not started yet
     */
    public static LockServer of(Locks locks) {
        return of(locks, LockServerConfig.onLoopback(PORT));
    }

    /**
     * A server that is not started yet.
     *
     * @param locks the locks that it serves; closing the server does not close them
     * @param config address, authentication and limits
     * @return the server; call {@link #start()}
     * @throws IllegalArgumentException if the configuration is not valid; the message says what to change
     * @throws RuntimeException if the files of certificates or roles cannot be used; the message says why
     */
    public static LockServer of(Locks locks, LockServerConfig config) {
        Objects.requireNonNull(locks, "The locks must not be null.");
        Objects.requireNonNull(config, "The configuration must not be null.");
        return new LockServer(locks, config);
    }

    private boolean isMember(String name) {
        return locks.admin().members().stream().anyMatch(member -> member.id().equals(name));
    }

    /**
     * Begins to listen.
     *
     * @return this server
     * @throws UncheckedIOException if the address is not available
     */
    public synchronized LockServer start() {
        if (http != null || isClosed) {
            throw new IllegalStateException("A server is started once. Make a new one.");
        }
        HttpServer server;
        try {
            server = create();
        } catch (IOException taken) {
            throw new UncheckedIOException(
                    "The server cannot listen at " + config.address() + ": " + taken.getMessage()
                            + ". Give another address or port, or end the program that has it.",
                    taken);
        }
        server.setExecutor(workers);
        server.createContext("/", router);
        server.start();
        http = server;
        var unused = timer.scheduleWithFixedDelay(this::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
        if (config.isExposed()) {
            LOG.say(
                    LogEvent.HTTP_INSECURE,
                    server.getAddress(),
                    config.tokens() == null
                            ? "Any host that reaches it can take every lock."
                            : "Tokens cross the network in plain text.");
        }
        return this;
    }

    private HttpServer create() throws IOException {
        NodeTls current = tls;
        if (current == null) {
            return HttpServer.create(config.address(), BACKLOG);
        }
        SSLContext context = new RenewedTls(() -> current.identity().context());
        HttpsServer server = HttpsServer.create(config.address(), BACKLOG);
        boolean isCertificateNeeded = config.tokens() == null;
        server.setHttpsConfigurator(new HttpsConfigurator(context) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters settings = getSSLContext().getDefaultSSLParameters();
                settings.setProtocols(new String[] {"TLSv1.3"});
                if (isCertificateNeeded) {
                    settings.setNeedClientAuth(true);
                } else {
                    settings.setWantClientAuth(true);
                }
                parameters.setSSLParameters(settings);
            }
        });
        return server;
    }

    private void look() {
        try {
            workers.look();
            writers.look();
            events.look();
            recordings.look();
        } catch (RuntimeException failure) { // a timer that throws ends
            LOG.sayWith(LogEvent.HTTP_CHORE_FAILED, failure);
        }
    }

    /**
     * The address at which it listens, with the port that was chosen for port 0.
     *
     * @return the address
     * @throws IllegalStateException if the server is not started
     */
    public synchronized InetSocketAddress address() {
        HttpServer server = http;
        if (server == null) {
            throw new IllegalStateException("The server is not started.");
        }
        return server.getAddress();
    }

    /** For tests. */
    Router router() {
        return router;
    }

    Recordings recordings() {
        return recordings;
    }

    ClientRoutes clients() {
        return clients;
    }

    EventRoutes events() {
        return events;
    }

    /**
     * Ends. First takes no new session or claim, and gives up what waits; clients that ask hear that the server closes, and may give back
     * what they hold. Locks that they do not give back are kept until no client can count on them any more: at most a lease of the cluster.
     * Then the
     * rest is given back, and the port is closed. A second call does nothing.
     */
    @Override
    public void close() {
        HttpServer server;
        synchronized (this) {
            if (isClosed) {
                return;
            }
            isClosed = true;
            server = http;
        }
        clients.beginClosing();
        events.close();
        recordings.close();
        await(clients::isDrained, Long.MAX_VALUE); // ends: what was promised is over after a lease
        clients.close();
        await(() -> workers.isIdle() && writers.isIdle(), LAST_ANSWERS_MILLIS);
        if (server != null) {
            server.stop(0);
        }
        timer.shutdownNow();
        workers.close();
        writers.close();
        recorder.close();
        history.close();
        metrics.close();
    }

    /** An interrupt ends the wait, and is kept. */
    private static void await(BooleanSupplier condition, long maxMillis) {
        try {
            for (long waited = 0; waited < maxMillis && !condition.getAsBoolean(); waited += CLOSE_LOOK_MILLIS) {
                TimeUnit.MILLISECONDS.sleep(CLOSE_LOOK_MILLIS);
            }
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public String toString() {
        return "LockServer(" + locks + " at " + config.address() + ")";
    }
}
