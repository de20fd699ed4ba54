// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.access;

import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.net.roles.PeerIdentity;
import io.quorate.node.net.roles.PeerRights;
import io.quorate.node.net.roles.Roles;
import io.quorate.server.http.Call;
import io.quorate.server.http.Problem;
import java.net.URI;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Decides who calls, and refuses what the caller may not do. */
public final class Gate {
    private static final EventLog LOG = EventLog.of(Gate.class);

    private static final String BEARER = "Bearer ";
    private static final String FROM = " from ";

    /** Names and addresses of this machine only; a name of another host may lead here, too (DNS rebinding). */
    private static final Pattern LOOPBACK_HOST =
            Pattern.compile("(localhost|127(\\.\\d{1,3}){3}|\\[::1])(:\\d{1,5})?", Pattern.CASE_INSENSITIVE);

    /** The values of {@code Sec-Fetch-Site} for our own page, and for an address that a person has entered. */
    private static final Set<String> OWN_SITES = Set.of("same-origin", "none");

    private final boolean isLoopback;
    private final @Nullable Tokens tokens;
    private final @Nullable Roles roles;
    private final AtomicLong refused = new AtomicLong();

    /**
     * For a server.
     *
     * @param isLoopback whether only this machine can reach it
     * @param tokens null if there are none
     * @param roles of certificates; null without TLS
     */
    public Gate(boolean isLoopback, @Nullable Tokens tokens, @Nullable Roles roles) {
        this.isLoopback = isLoopback;
        this.tokens = tokens;
        this.roles = roles;
    }

    /** Refuses what a page of another site makes a browser send. */
    public void check(Call call) {
        String host = call.header("Host");
        if (host == null) {
            throw Problem.badRequest("The header Host is missing. Add it.");
        }
        if (isLoopback && !LOOPBACK_HOST.matcher(host).matches()) {
            throw new Problem(
                    403,
                    "foreign-host",
                    "The request was meant for another host",
                    "This server listens on loopback only, and the header Host names \"" + host
                            + "\". Call it by localhost.");
        }
        String origin = call.header("Origin");
        if (origin == null ? isOfOtherPage(call) : !isOfHost(origin, host)) {
            throw new Problem(
                    403,
                    "foreign-origin",
                    "The request comes from a page of another site",
                    "A browser sent this request for a page of another site than this server. Open the dashboard itself.");
        }
        if (!call.changesState()) {
            return;
        }
        String type = call.header("Content-Type");
        boolean isDelete = call.isDelete();
        if (!isDelete && (type == null || !type.split(";", 2)[0].strip().equalsIgnoreCase("application/json"))) {
            throw new Problem(
                    415,
                    "not-json",
                    "The body is not said to be JSON",
                    "Add the header Content-Type: application/json, also to a request without a body.");
        }
    }

    /** By what browsers tell of themselves. A link to here may be followed from anywhere; nothing may be loaded or shown inside a page. */
    private static boolean isOfOtherPage(Call call) {
        String site = call.header("Sec-Fetch-Site");
        return site != null
                && !OWN_SITES.contains(site)
                && (call.changesState() || !"document".equals(call.header("Sec-Fetch-Dest")));
    }

    private static boolean isOfHost(String origin, String host) {
        try {
            return host.equalsIgnoreCase(URI.create(origin).getRawAuthority());
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }

    /** The caller of a request; a {@link Problem} says what is missing. */
    public Caller identify(Call call) {
        String from = FROM + call.remote().getAddress().getHostAddress() + ":"
                + call.remote().getPort();
        String authorization = call.header("Authorization");
        Tokens known = tokens;
        if (known != null && authorization != null) {
            String token = authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())
                    ? authorization.substring(BEARER.length()).strip()
                    : "";
            Caller.Rights rights = known.rightsOf(token);
            if (rights == null) {
                throw unknown("The file of tokens does not list this token.", from);
            }
            String name = known.nameOf(token);
            return new Caller("token " + name, name + from, rights);
        }
        X509Certificate certificate = call.certificate();
        Roles by = roles;
        if (by != null && certificate != null) {
            return ofCertificate(certificate, by, from);
        }
        if (known != null || by != null) {
            throw unknown("The request has no " + (known == null ? "certificate" : "token") + ".", from);
        }
        // By its own name only: a page that reaches this machine by a name of its own (DNS rebinding) is no local
        // caller.
        boolean isHere = call.remote().getAddress().isLoopbackAddress()
                && LOOPBACK_HOST.matcher(String.valueOf(call.header("Host"))).matches();
        return new Caller("anybody", "somebody" + from, (what, needed, lock) -> ofAnybody(what, needed, isHere));
    }

    private static @Nullable String ofAnybody(String what, Right needed, boolean isHere) {
        return isHere || needed != Right.ADMIN
                ? null
                : what
                        + " is refused from other hosts, because this server authenticates nobody. Give the server tokens or TLS, or call it on its own machine";
    }

    private Caller ofCertificate(X509Certificate certificate, Roles by, String from) {
        PeerIdentity identity;
        try {
            identity = PeerIdentity.of(certificate);
        } catch (CertificateException unreadable) {
            throw unknown("The certificate cannot be read: " + unreadable.getMessage() + ".", from);
        }
        String name = String.join(",", identity.names());
        if (name.isEmpty()) {
            throw unknown("The certificate names nobody.", from);
        }
        PeerRights rights = PeerRights.of(by, identity);
        return new Caller(
                "certificate " + name,
                name + from,
                (what, needed, lock) -> rights.objectionTo(what, needed.role(), lock));
    }

    private Problem unknown(String why, String from) {
        LOG.say(LogEvent.HTTP_CALLER_UNKNOWN, from.substring(FROM.length()), why);
        return new Problem(
                        401,
                        "unknown-caller",
                        "Nobody knows who calls",
                        why + " Send a token, as in Authorization: Bearer TOKEN, or a certificate over TLS.")
                .with("WWW-Authenticate", "Bearer");
    }

    /** Throws a {@link Problem} if the caller may not do that; see {@link Caller.Rights#objectionTo}. */
    public void require(Caller caller, String what, Right needed, @Nullable String lock) {
        String objection = caller.rights().objectionTo(what, needed, lock);
        if (objection == null) {
            return;
        }
        long times = refused.incrementAndGet();
        LOG.sayIf(
                needed == Right.ADMIN || Long.bitCount(times) == 1,
                LogEvent.AUDIT_REFUSED,
                caller.who(),
                what,
                objection,
                times);
        throw new Problem(403, "not-permitted", "The caller may not do that", objection + ".");
    }
}
