// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.view;

import io.quorate.api.Health;
import io.quorate.api.LockAdmin;
import io.quorate.api.LockDescription;
import io.quorate.api.LockFailedException;
import io.quorate.api.LockListing;
import io.quorate.api.Locks;
import io.quorate.api.RosterView;
import io.quorate.server.access.Caller;
import io.quorate.server.access.Gate;
import io.quorate.server.access.Right;
import io.quorate.server.history.AuditTrail;
import io.quorate.server.http.Answer;
import io.quorate.server.http.BodyFields;
import io.quorate.server.http.Call;
import io.quorate.server.http.Problem;
import io.quorate.server.json.JsonWriter;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The routes for operators and probes. */
public final class ViewRoutes {
    private static final int LISTED_USUAL = 100;
    private static final int LISTED_MAX = 1000;
    private static final int NAME_LENGTH_MAX = 512;

    /** Pages without anything that the caller may see. */
    private static final int PAGES_SKIPPED_MAX = 100;

    /** Questions to all nodes at once: each may take a thread for some seconds, and clients must not lose their locks meanwhile. */
    private static final int QUERIES_MAX = 4;

    private static final int RELEASES_MAX = 2;

    private final Locks locks;
    private final Gate gate;
    private final Metrics metrics;
    private final AuditTrail audit;
    private final Semaphore queries = new Semaphore(QUERIES_MAX);

    /** Of their own: many dashboards must not keep an operator from a release. */
    private final Semaphore releases = new Semaphore(RELEASES_MAX);

    public ViewRoutes(Locks locks, Gate gate, Metrics metrics, AuditTrail audit) {
        this.locks = locks;
        this.gate = gate;
        this.metrics = metrics;
        this.audit = audit;
    }

    /** GET /health/live: whether a restart would not help. Never depends on other nodes. */
    public void live(Call call) {
        Health.State state = locks.health().state();
        boolean isLive = state != Health.State.CLOSED && state != Health.State.TWIN;
        call.answer(Answer.json(isLive ? 200 : 503, JsonWriter.object().with("live", isLive)));
    }

    /** GET /health/ready: whether locks are available through this node. */
    public void ready(Call call) {
        Health health = locks.health();
        call.answer(Answer.json(
                health.isReady() ? 200 : 503,
                JsonWriter.object().with("ready", health.isReady()).with("state", LockDocuments.word(health.state()))));
    }

    /** GET /metrics. */
    public void metrics(Call call, Caller caller) {
        gate.require(caller, "reading metrics", Right.READ, null);
        call.answer(Answer.text(200, "text/plain; version=0.0.4; charset=utf-8", metrics.text()));
    }

    /** GET /v1/health. */
    public void health(Call call, Caller caller) {
        gate.require(caller, "the health of this node", Right.READ, null);
        call.answer(Answer.json(200, LockDocuments.of(locks.nodeId(), locks.health())));
    }

    /** GET /v1/members. */
    public void members(Call call, Caller caller) {
        gate.require(caller, "listing members", Right.READ, null);
        call.answer(Answer.json(
                200,
                LockDocuments.of(locks.nodeId(), locks.admin().members())
                        .with("configuration", LockDocuments.of(roster()))));
    }

    /** GET /v1/cluster: what each member says, and what may fail. */
    public void cluster(Call call, Caller caller) {
        gate.require(caller, "the state of the cluster", Right.READ, null);
        JsonWriter.Fields document = LockDocuments.of(
                locks.nodeId(), locks.health(), asked(() -> locks.admin().survey()), locks.statistics());
        call.answer(Answer.json(
                200,
                document.with("configuration", LockDocuments.of(roster()))
                        .with(
                                "caller",
                                JsonWriter.object()
                                        .with("name", caller.name())
                                        .with("admin", caller.may(Right.ADMIN)))));
    }

    /** Null where the members never change. */
    private @Nullable RosterView roster() {
        try {
            return locks.roster();
        } catch (UnsupportedOperationException fixed) {
            return null;
        }
    }

    /** GET /v1/locks. */
    public void list(Call call, Caller caller) {
        call.requireParameters(Set.of("prefix", "after", "limit"));
        String prefix = call.parameterOr("prefix", "");
        String after = call.parameterOr("after", "");
        int limit = (int) call.parameter("limit", LISTED_USUAL, LISTED_MAX);
        gate.require(caller, "listing \"" + prefix + "\"", Right.READ, prefix.isEmpty() ? null : prefix);
        call.answer(Answer.json(
                200,
                LockDocuments.of(
                        asked(() -> pageWithSomething(prefix, after, Math.max(1, limit), caller)), caller::maySee)));
    }

    /** The next page with a lock that the caller may see, or the last one. This method reads the locks that it skips in large pages. */
    private LockListing pageWithSomething(String prefix, String after, int limit, Caller caller) {
        LockListing page = locks.list(prefix, after, limit);
        String behind = after;
        for (int skipped = 0; skipped < PAGES_SKIPPED_MAX; skipped++) {
            List<LockDescription> listed = page.locks();
            int hidden = hiddenAtTheBegin(listed, caller);
            boolean isLast = hidden < listed.size() || !page.isCut() || listed.isEmpty();
            if (isLast && listed.size() <= limit) {
                return page;
            }
            if (hidden > 0) {
                behind = listed.get(hidden - 1).lockName();
            }
            if (isLast) {
                break;
            }
            page = locks.list(prefix, behind, LISTED_MAX);
        }
        return locks.list(prefix, behind, limit);
    }

    private static int hiddenAtTheBegin(List<LockDescription> listed, Caller caller) {
        int hidden = 0;
        for (LockDescription lock : listed) {
            if (caller.maySee(lock.lockName())) {
                break;
            }
            hidden++;
        }
        return hidden;
    }

    /** GET /v1/locks/{name...}. */
    public void describe(Call call, Caller caller) {
        String name = call.variable("name");
        gate.require(caller, "describing \"" + name + "\"", Right.READ, name);
        call.answer(
                Answer.json(200, LockDocuments.of(asked(() -> locks.lock(name).describe()))));
    }

    /** POST /v1/releases. */
    public void release(Call call, Caller caller) {
        BodyFields body = call.body().only(Set.of("lock", "force", "fence"));
        String lock = body.requiredText("lock", NAME_LENGTH_MAX);
        boolean force = body.flag("force");
        String fence = body.text("fence", 20);
        if (force == (fence == null)) {
            throw Problem.badRequest(
                    "A forced release needs the fence of the hold that is meant, and no other release has one. Ask who holds"
                            + " the lock first: GET /v1/locks/NAME tells the fence.");
        }
        String what = (force ? "revoking \"" : "the release of \"") + lock + "\"";
        gate.require(caller, what, Right.ADMIN, lock);
        LockAdmin.Release release = asked(
                releases,
                () -> force
                        ? locks.admin().revoke(lock, number(String.valueOf(fence)), caller.who() + " over HTTP")
                        : locks.admin().askRelease(lock, caller.who() + " over HTTP"));
        int acted =
                release.actedAt().values().stream().mapToInt(Integer::intValue).sum();
        String told = caller.who()
                + (force ? " took it by force, fence " + fence : " asked for it")
                + (acted == 0 ? "; nobody held it so." : ".");
        audit.add(force ? "forced" : "asked", lock, told);
        call.answer(Answer.json(200, LockDocuments.of(release)));
    }

    private static long number(String fence) {
        try {
            return Long.parseLong(fence);
        } catch (NumberFormatException wrong) {
            throw Problem.badRequest("The field \"fence\" is a whole number in quotation marks. Correct it.");
        }
    }

    private <T> T asked(Supplier<T> question) {
        return asked(queries, question);
    }

    /** Runs a question to all nodes, if not too many run. */
    private static <T> T asked(Semaphore permits, Supplier<T> question) {
        if (!permits.tryAcquire()) {
            throw new Problem(
                            503,
                            "busy",
                            "A limit is reached",
                            "This server asks all nodes too many such questions at once already. Ask again.")
                    .with("Retry-After", "1");
        }
        try {
            return question.get();
        } catch (IllegalArgumentException wrong) {
            throw Problem.badRequest(wrong.getMessage() + ". Correct the request.");
        } catch (LockFailedException failed) {
            throw new Problem(503, "closed", "The node has closed", String.valueOf(failed.getMessage()));
        } finally {
            permits.release();
        }
    }
}
