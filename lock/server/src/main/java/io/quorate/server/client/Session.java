// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.client;

import io.quorate.server.json.JsonWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A client that holds locks here as long as it sends requests. */
final class Session {
    final String id;
    final String owner;
    final String label;
    final Duration ttl;
    private final Map<String, Claim> claims = new LinkedHashMap<>();
    private long deadline;
    private boolean isOpen = true;

    Session(String id, String owner, String label, Duration ttl) {
        this.id = id;
        this.owner = owner;
        this.label = label;
        this.ttl = ttl;
        this.deadline = System.nanoTime() + ttl.toNanos();
    }

    /** The client has sent a request. False if the session has ended. */
    synchronized boolean renew() {
        if (isOpen && left().isNegative()) {
            return false; // the timer is late: what was promised is over
        }
        if (isOpen) {
            deadline = System.nanoTime() + ttl.toNanos();
        }
        return isOpen;
    }

    synchronized Duration left() {
        return isOpen ? Duration.ofNanos(deadline - System.nanoTime()) : Duration.ZERO;
    }

    /** Takes the claims out, once: gives them to the caller that ends the session. */
    synchronized List<Claim> end() {
        isOpen = false;
        List<Claim> left = new ArrayList<>(claims.values());
        claims.clear();
        return left;
    }

    synchronized @Nullable Claim claim(String claimId) {
        return claims.get(claimId);
    }

    synchronized int claimCount() {
        return claims.size();
    }

    /** The claim that is there already under its id; null if it was added. */
    synchronized @Nullable Claim addOrFind(Claim claim) {
        return isOpen ? claims.putIfAbsent(claim.id, claim) : null;
    }

    synchronized boolean isOpen() {
        return isOpen;
    }

    /** Whether it was there. */
    synchronized boolean remove(Claim claim) {
        return claims.remove(claim.id, claim);
    }

    synchronized List<Claim> claims() {
        return List.copyOf(claims.values());
    }

    JsonWriter.Fields document() {
        Duration left = left();
        return JsonWriter.object()
                .with("session", id)
                .with("label", label)
                .with("ttlMillis", ttl.toMillis())
                .with("validForMillis", Promise.millis(left))
                .with(
                        "claims",
                        claims().stream().map(each -> each.document(left)).toList());
    }
}
