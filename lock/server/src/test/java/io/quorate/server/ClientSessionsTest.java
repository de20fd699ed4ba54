// SPDX-License-Identifier: Apache-2.0
package io.quorate.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.quorate.api.Hold;
import io.quorate.server.ServedCluster.Reply;
import io.quorate.server.json.JsonWriter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Clients of any language hold locks over HTTP. */
@Tag("threads")
final class ClientSessionsTest {
    private final ServedCluster cluster = new ServedCluster();

    @AfterEach
    void close() {
        cluster.close();
    }

    private boolean isTakenFor(int node, String lock) throws Exception {
        var taken = cluster.node(node).lock(lock).tryAcquire();
        taken.ifPresent(Hold::close);
        return taken.isEmpty();
    }

    private void awaitFree(String lock) {
        await().atMost(ServedCluster.TIMEOUT).until(() -> !isTakenFor(1, lock));
    }

    private CompletableFuture<Reply> getSoon(String path) {
        return cluster.client()
                .sendAsync(cluster.request(path).GET().build(), java.net.http.HttpResponse.BodyHandlers.ofByteArray())
                .thenApply(response -> {
                    try {
                        return ServedCluster.read(response);
                    } catch (Exception malformed) {
                        throw new AssertionError(malformed);
                    }
                });
    }

    private void awaitWaiting(int count) {
        await().atMost(ServedCluster.TIMEOUT)
                .until(() -> cluster.server.clients().waitingCount() == count);
    }

    @Test
    void aFreeLockIsHeldAtOnceWithItsFenceAndForHowLong() throws Exception {
        Reply held = cluster.claim(cluster.session(20_000), "orders/42", 10_000).expect(201);
        assertThat(held.text("state")).isEqualTo("held");
        assertThat(Long.parseLong(held.text("fence"))).isPositive();
        assertThat(held.number("validForMillis")).isBetween(1L, 5_000L);
        assertThat(isTakenFor(1, "orders/42")).isTrue();
        Reply shown = cluster.get("/v1/locks/orders/42").expect(200);
        assertThat(shown.body()).contains("\"fence\":\"" + held.text("fence") + "\"", "\"label\":\"anybody\"");
    }

    @Test
    void whatIsGivenBackIsFreeAndSaysThatItWasHeld() throws Exception {
        String session = cluster.session(20_000);
        String claim = cluster.claim(session, "x", 10_000).expect(201).text("claim");
        Reply released = cluster.delete(session + "/claims/" + claim).expect(200);
        assertThat(released.json().get("wasHeld")).isEqualTo(true);
        assertThat(isTakenFor(1, "x")).isFalse();
        assertThat(cluster.get(session + "/claims/" + claim).expect(404).text("type"))
                .isEqualTo("urn:quorate:unknown-claim");
    }

    @Test
    void aClaimKeepsItsPlaceOverSeveralPolls() throws Exception {
        String session = cluster.session(20_000);
        Hold first = cluster.node(1).lock("x").acquire();
        String claim = cluster.claim(session, "x", 0).expect(202).text("claim");
        var later = cluster.node(2).lock("x").acquireAsync();
        assertThat(cluster.get(session + "/claims/" + claim + "?waitMillis=1")
                        .expect(202)
                        .text("state"))
                .isEqualTo("waiting");
        CompletableFuture<Reply> poll = getSoon(session + "/claims/" + claim + "?waitMillis=10000");
        awaitWaiting(1);
        first.close();
        Reply held = poll.get(30, TimeUnit.SECONDS).expect(200);
        assertThat(held.text("state")).isEqualTo("held");
        assertThat(later.toCompletableFuture()).isNotDone();
        cluster.delete(session).expect(200);
        later.toCompletableFuture().get(30, TimeUnit.SECONDS).close();
    }

    @Test
    void aClaimThatIsSentAgainIsTheSameClaim() throws Exception {
        String session = cluster.session(20_000);
        JsonWriter.Fields body = JsonWriter.object().with("lock", "x").with("claim", "mine-1");
        Reply first = cluster.post(session + "/claims", body).expect(201);
        Reply again = cluster.post(session + "/claims", body).expect(201);
        assertThat(again.text("fence")).isEqualTo(first.text("fence"));
        Reply other = cluster.post(
                        session + "/claims",
                        JsonWriter.object().with("lock", "y").with("claim", "mine-1"))
                .expect(409);
        assertThat(other.text("type")).isEqualTo("urn:quorate:claim-in-use");
    }

    @Test
    void aTimeoutAndNowOrNotAtAllAreToldAsConflicts() throws Exception {
        String session = cluster.session(20_000);
        try (Hold held = cluster.node(1).lock("x").acquire()) {
            for (long timeout : new long[] {0, 50}) {
                Reply refused = cluster.post(
                                session + "/claims",
                                JsonWriter.object()
                                        .with("lock", "x")
                                        .with("timeoutMillis", timeout)
                                        .with("waitMillis", 9_000))
                        .expect(409);
                assertThat(refused.text("type")).isEqualTo("urn:quorate:timed-out");
            }
            assertThat(held.isValid()).isTrue();
        }
        assertThat(cluster.server.clients().claimCount()).isZero();
    }

    @Test
    void sharedHoldsStandTogetherAndKeepWritersOut() throws Exception {
        String session = cluster.session(20_000);
        JsonWriter.Fields shared = JsonWriter.object().with("lock", "x").with("shared", true);
        cluster.post(session + "/claims", shared).expect(201);
        cluster.post(session + "/claims", shared).expect(201);
        cluster.node(1).readWriteLock("x").readLock().acquire().close();
        assertThat(isTakenFor(1, "x")).isTrue();
    }

    @Test
    void aSessionThatIsNotRenewedEndsItsHoldsAndSaysSo() throws Exception {
        String session = "";
        for (int status = 0; status != 201; ) { // a busy machine may be too slow for so short a session
            session = cluster.session(1_000);
            status = cluster.claim(session, "x", 400).status();
        }
        awaitFree("x");
        Reply gone = cluster.post(session + "/renew", JsonWriter.object()).expect(410);
        assertThat(gone.text("type")).isEqualTo("urn:quorate:session-ended");
        assertThat(gone.text("detail")).contains("not renewed", "Treat every lock of it as lost");
        assertThat(cluster.server.clients().sessionCount()).isZero();
    }

    @Test
    void renewingShowsEveryClaimAndGivesTheSessionItsTimeAgain() throws Exception {
        String session = cluster.session(600_000);
        Reply held = cluster.claim(session, "x", 400).expect(201);
        long fresh = cluster.get(session).expect(200).number("validForMillis");
        await().atMost(ServedCluster.TIMEOUT).until(() -> cluster.get(session).number("validForMillis") < fresh - 20);
        long old = cluster.get(session).number("validForMillis");
        Reply renewed = cluster.post(session + "/renew", JsonWriter.object()).expect(200);
        assertThat(renewed.number("validForMillis")).isGreaterThan(old);
        assertThat(renewed.body()).contains("\"state\":\"held\"", held.text("fence"));
    }

    @Test
    void aLossIsToldToWhoWaitsForIt() throws Exception {
        String session = cluster.session(20_000);
        Reply held = cluster.claim(session, "x", 9_000).expect(201);
        String claim = session + "/claims/" + held.text("claim");
        CompletableFuture<Reply> poll = getSoon(claim + "?waitMillis=9000&while=held");
        awaitWaiting(1);
        cluster.node(1).admin().revoke("x", Long.parseLong(held.text("fence")), "a test");
        Reply lost = poll.get(30, TimeUnit.SECONDS).expect(410);
        assertThat(lost.text("type")).isEqualTo("urn:quorate:lost");
        assertThat(lost.text("lossReason")).isEqualTo("revoked");
        assertThat(cluster.get(claim).expect(410).text("lossReason")).isEqualTo("revoked");
        assertThat(cluster.post(session + "/renew", JsonWriter.object())
                        .expect(200)
                        .body())
                .contains("\"state\":\"lost\"");
        assertThat(cluster.delete(claim).expect(410).text("lossReason")).isEqualTo("revoked");
        cluster.get(claim).expect(404);
    }

    @Test
    void aClientIsToldWhoAsksForItsLockAndKeepsIt() throws Exception {
        String session = cluster.session(20_000);
        String claim = session + "/claims/"
                + cluster.claim(session, "x", 9_000).expect(201).text("claim");
        CompletableFuture<Reply> poll = getSoon(claim + "?waitMillis=9000&while=held");
        awaitWaiting(1);
        assertThat(cluster.node(1).admin().askRelease("x", "anna").actedAt()).containsEntry("n1", 1);
        Reply asked = poll.get(30, TimeUnit.SECONDS).expect(200);
        assertThat(asked.text("releaseRequestedBy")).isEqualTo("anna");
        assertThat(asked.text("state")).isEqualTo("held");
    }

    @Test
    void whenTheNodeEndsItsClientsSeeALossAndNoSilentSuccess() throws Exception {
        String session = cluster.session(20_000);
        Reply held = cluster.claim(session, "x", 9_000).expect(201);
        cluster.node(0).close();
        Reply lost = cluster.get(session + "/claims/" + held.text("claim")).expect(410);
        assertThat(lost.text("lossReason")).isEqualTo("node-closed");
        assertThat(cluster.claim(session, "y", 9_000).expect(503).text("detail"))
                .contains("cannot be acquired");
        cluster.get("/health/live").expect(503);
    }

    @Test
    void aNewServerKnowsNoSessionOfTheOldAndSaysWhatToDo() throws Exception {
        Reply unknown = cluster.post("/v1/sessions/ofanearlierserver/renew", JsonWriter.object())
                .expect(404);
        assertThat(unknown.text("type")).isEqualTo("urn:quorate:unknown-session");
        assertThat(unknown.text("detail")).contains("Treat every lock of it as lost", "open a new session");
    }

    @Test
    void aServerThatClosesKeepsLocksUntilNoClientCountsOnThem() throws Exception {
        String session = cluster.session(20_000);
        cluster.post(session + "/claims", JsonWriter.object().with("lock", "x").with("claim", "held"))
                .expect(201);
        String waiting = cluster.session(20_000);
        try (Hold other = cluster.node(1).lock("y").acquire()) {
            String claim = cluster.claim(waiting, "y", 0).expect(202).text("claim");
            CompletableFuture<Reply> poll = getSoon(waiting + "/claims/" + claim + "?waitMillis=9000");
            awaitWaiting(1);
            CompletableFuture<Reply> watching = getSoon(session + "/claims/held?waitMillis=9000&while=held");
            awaitWaiting(2);
            CompletableFuture<Void> closed = cluster.closeServerSoon();
            watching.get(30, TimeUnit.SECONDS).expect(503);
            assertThat(poll.get(30, TimeUnit.SECONDS).expect(503).text("type")).isEqualTo("urn:quorate:closing");
            Reply refused =
                    cluster.post(session + "/renew", JsonWriter.object()).expect(503);
            assertThat(refused.text("type")).isEqualTo("urn:quorate:closing");
            assertThat(other.isValid()).isTrue();
            assertThat(closed).isNotDone();
            assertThat(isTakenFor(1, "x")).isTrue();
            cluster.delete(session).expect(200);
            closed.get(30, TimeUnit.SECONDS);
            assertThat(isTakenFor(1, "x")).isFalse();
        }
    }

    @Test
    void atLeastOutlivesTheReleaseAndAtMostEndsTheHold() throws Exception {
        String session = cluster.session(20_000);
        Reply held = cluster.post(
                        session + "/claims",
                        JsonWriter.object().with("lock", "x").with("atLeastMillis", 60_000))
                .expect(201);
        cluster.delete(session + "/claims/" + held.text("claim")).expect(200);
        assertThat(isTakenFor(1, "x")).isTrue();
        Reply limited = cluster.post(
                session + "/claims",
                JsonWriter.object().with("lock", "y").with("claim", "limited").with("atMostMillis", 50));
        assertThat(limited.status()).isIn(201, 410); // held, or over already
        Reply lost = getSoon(session + "/claims/limited?waitMillis=9000&while=held")
                .get(30, TimeUnit.SECONDS)
                .expect(410);
        assertThat(lost.text("lossReason")).isEqualTo("time-is-up");
    }
}
