// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.client;

import io.quorate.api.AcquireOptions;
import io.quorate.api.DistributedLock;
import io.quorate.api.LockMode;
import io.quorate.api.Locks;
import io.quorate.server.http.Problem;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** All sessions of a server. */
final class Sessions {
    private static final int ID_BYTES = 24;

    /** Maximum number of ended sessions that are told apart from unknown ones. */
    private static final int ENDED_MAX = 1000;

    private final Locks locks;
    private final Limits limits;
    private final ScheduledExecutorService timer;
    private final Consumer<Parked> news;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, Session> open = new ConcurrentHashMap<>();
    private final AtomicInteger claimCount = new AtomicInteger();
    private volatile boolean isClosing;

    /** Why sessions have ended, the last ones, by their ids and owners. */
    private final Map<String, String> ended = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > ENDED_MAX;
        }
    };

    /**
     * None yet.
     *
     * @param news is given each request that is to be answered now
     */
    Sessions(Locks locks, Limits limits, ScheduledExecutorService timer, Consumer<Parked> news) {
        this.locks = locks;
        this.limits = limits;
        this.timer = timer;
        this.news = news;
    }

    Session open(String owner, String label, Duration ttl) {
        requireNotClosing();
        if (open.size() >= limits.sessions()) {
            throw tooMany(
                    503, "too-many-sessions", "All " + limits.sessions() + " sessions of this server are in use.");
        }
        byte[] bytes = new byte[ID_BYTES];
        random.nextBytes(bytes);
        Session session = new Session(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes), owner, label, ttl);
        open.put(session.id, session);
        look(session);
        return session;
    }

    /** Ends the session if it was not renewed; else looks again when it might be. */
    private void look(Session session) {
        Duration left = session.left();
        if (open.get(session.id) != session) {
            return;
        }
        if (left.isNegative() || left.isZero()) {
            end(session, "it was not renewed within its " + session.ttl.toMillis() + " ms");
            return;
        }
        try {
            var unused = timer.schedule(() -> look(session), left.toNanos() + 1, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException closed) {
            end(session, "the server has closed");
        }
    }

    /** Throws a {@link Problem} if there is none, or it is another's. */
    Session find(String id, String owner) {
        Session session = open.get(id);
        if (session != null && session.owner.equals(owner)) {
            return session;
        }
        String why;
        synchronized (ended) {
            why = ended.get(key(id, owner));
        }
        if (why != null) {
            throw gone(why);
        }
        throw new Problem(
                404,
                "unknown-session",
                "There is no such session",
                "This server has no such session: it has restarted since, or the session ended long ago. Treat every lock of"
                        + " it as lost, stop the work under them, and open a new session.");
    }

    private static Problem gone(String why) {
        return new Problem(
                410,
                "session-ended",
                "The session has ended",
                "The session has ended, because " + why
                        + ". Treat every lock of it as lost, stop the work under them, and" + " open a new session.");
    }

    /** As {@link #find}, and the session lasts its time again. */
    Session renewed(String id, String owner) {
        Session session = find(id, owner);
        if (isClosing) {
            throw closing();
        }
        if (!session.renew()) {
            end(session, "it was not renewed within its " + session.ttl.toMillis() + " ms");
            throw gone("it was not renewed within its " + session.ttl.toMillis() + " ms");
        }
        return session;
    }

    void end(Session session, String why) {
        if (open.remove(session.id, session)) {
            synchronized (ended) {
                ended.put(key(session.id, session.owner), why);
            }
            List<Claim> left = session.end();
            claimCount.addAndGet(-left.size());
            left.forEach(Claim::end);
        }
    }

    private static String key(String id, String owner) {
        return id + " " + owner;
    }

    /** Asks for a lock, or finds the claim that has asked already. */
    Claim claim(Session session, String claimId, String lockName, LockMode mode, AcquireOptions options, String label) {
        requireNotClosing();
        DistributedLock lock;
        try {
            lock = mode == LockMode.SHARED ? locks.readWriteLock(lockName).readLock() : locks.lock(lockName);
        } catch (IllegalArgumentException noName) {
            throw Problem.badRequest("This is no name of a lock: " + noName.getMessage() + ".");
        }
        if (session.claim(claimId) == null) {
            requireRoom(session);
        }
        Claim claim = new Claim(claimId, lockName, mode, news);
        Claim there = session.addOrFind(claim);
        if (there == null) {
            if (!session.isOpen()) {
                throw gone("it was ended meanwhile");
            }
            claimCount.incrementAndGet();
            claim.ask(lock, options, label);
            return claim;
        }
        if (!there.lockName.equals(lockName) || there.mode != mode) {
            throw new Problem(
                    409,
                    "claim-in-use",
                    "The id of the claim is in use",
                    "The session has a claim \"" + claimId + "\" for another lock or mode. Choose another id.");
        }
        return there;
    }

    private void requireRoom(Session session) {
        if (session.claimCount() >= limits.claimsOfSession()) {
            throw tooMany(
                    429,
                    "too-many-claims",
                    "The session has " + limits.claimsOfSession()
                            + " claims, which is the limit: delete those that are over.");
        }
        if (claimCount.get() >= limits.claims()) {
            throw tooMany(503, "too-many-claims", "All " + limits.claims() + " claims of this server are in use.");
        }
    }

    private static Problem tooMany(int status, String type, String detail) {
        return new Problem(status, type, "A limit is reached", detail + " Try again later, or use another node.")
                .with("Retry-After", "1");
    }

    /** Throws a {@link Problem} if there is none. */
    static Claim claim(Session session, String claimId) {
        @Nullable Claim claim = session.claim(claimId);
        if (claim == null) {
            throw new Problem(
                    404,
                    "unknown-claim",
                    "There is no such claim",
                    "The session has no claim \"" + claimId
                            + "\": it was given back, or it has failed and said so. Ask for the lock again.");
        }
        return claim;
    }

    void forget(Session session, Claim claim) {
        if (session.remove(claim)) {
            claimCount.decrementAndGet();
        }
    }

    int sessionCount() {
        return open.size();
    }

    int claimCount() {
        return claimCount.get();
    }

    boolean isClosing() {
        return isClosing;
    }

    private void requireNotClosing() {
        if (isClosing) {
            throw closing();
        }
    }

    static Problem closing() {
        return new Problem(
                        503,
                        "closing",
                        "The server closes",
                        "This server closes. Stop the work under its locks, give them back, and open a session at another"
                                + " node.")
                .with("Retry-After", "1");
    }

    /**
     * Takes nothing more, and gives up what waits. Locks stay held until their clients have released them, or can no longer count on them.
     */
    void beginClosing() {
        isClosing = true;
        for (Session session : open.values()) {
            for (Claim claim : session.claims()) {
                if (claim.state() == Claim.State.WAITING) {
                    forget(session, claim);
                    claim.end();
                } else {
                    claim.wakeAll();
                }
            }
        }
    }

    /** Whether no client counts on a lock. */
    boolean isDrained() {
        long now = System.nanoTime();
        return open.values().stream()
                .allMatch(session -> session.claims().stream().noneMatch(claim -> claim.isPromised(now)));
    }

    void close() {
        open.values().forEach(session -> end(session, "the server has closed"));
    }
}
