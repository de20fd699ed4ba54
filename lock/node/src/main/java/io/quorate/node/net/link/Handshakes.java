// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.link;

import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.net.GuardedReceiver;
import io.quorate.node.net.LogThrottle;
import io.quorate.node.net.TransportMeter;
import io.quorate.node.net.roles.Role;
import java.net.InetAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Decides with whom this node talks, by their hellos, and keeps what was said when it came to nothing. */
public final class Handshakes {
    private static final EventLog LOG = EventLog.of(Handshakes.class);

    /** The refusal for an unauthenticated caller. */
    private static final String NOTHING_BUT_NO =
            "rejected. The log of the called node has the reason. A caller without a certificate is told it only at an address in the roster of that node: correct the roster there, or use TLS";

    private final Peers peers;
    /** The present hello of this node. */
    private final Supplier<Hello> mine;

    private final long staleNanos;
    private final TransportMeter meter;
    private final GuardedReceiver receiver;

    /** The messages of peers that know another process with the id of this one. */
    private final Map<Link, String> ownIdTakenAt = new LinkedHashMap<>();

    private final ClusterLevel level;

    private final LogThrottle logThrottle = new LogThrottle();

    Handshakes(Peers peers, Supplier<Hello> mine, long staleNanos, TransportMeter meter, GuardedReceiver receiver) {
        this.receiver = receiver;
        this.peers = peers;
        this.mine = mine;
        this.staleNanos = staleNanos;
        this.meter = meter;
        this.level = new ClusterLevel(peers);
    }

    /** The other side has said who it is. */
    void hello(PeerConnection connection, byte[] content) {
        String version = Hello.versionObjection(content);
        if (version != null) {
            refuse(connection, new Refusal(Refusal.Reason.DOES_NOT_FIT, version), true);
            return;
        }
        Hello theirs = Hello.read(content);
        Hello said = mine.get();
        if (!connection.isAuthenticated() && !theirs.cluster().equals(said.cluster())) {
            refuse(connection, new Refusal(Refusal.Reason.DOES_NOT_FIT, noSuchCluster(theirs.cluster())), false);
            return;
        }
        String objection = peers.objectionTo(connection, theirs, said);
        if (objection != null) {
            refuse(connection, new Refusal(Refusal.Reason.DOES_NOT_FIT, objection), true);
            return;
        }
        connection.speaks(Hello.levelOf(content));
        Refusal refusal = peers.establish(connection, theirs, said, staleNanos);
        Link link = connection.link();
        if (refusal != null) {
            refuse(connection, refusal, true);
        } else if (link != null) {
            ownIdIsFree(link);
            level.look();
        }
    }

    /** The refusal for a caller that does not know the name of the cluster: no details. */
    static String noSuchCluster(String cluster) {
        return "no node of the cluster \"" + cluster + "\" listens here: check the address and the cluster name";
    }

    /** With {@code concerns}, the application may be told why it cannot join; what a program from outside says is no reason. */
    private void refuse(PeerConnection connection, Refusal refusal, boolean concerns) {
        Refusal told = mayKnowWhy(connection) ? refusal : new Refusal(refusal.reason(), NOTHING_BUT_NO);
        connection.sendWord(Packet.Kind.REFUSED, told.toBytes());
        note(connection, refusal, "refused", concerns || connection.calledFor != null);
        connection.end();
    }

    /**
     * Whether the reason may be told, which can tell rosters, addresses and settings: to the owner of a certificate, to whom this node
     * has called, and without TLS to callers from the roster or this machine. The log of this node has the reason in any case.
     */
    private boolean mayKnowWhy(PeerConnection connection) {
        InetAddress from = connection.address();
        return connection.isAuthenticated()
                || connection.calledFor != null
                || (from != null && (from.isLoopbackAddress() || peers.isMemberAddress(from)));
    }

    /** The other side does not want to talk with this node. */
    void refused(PeerConnection connection, Refusal refusal) {
        if (refusal.reason() == Refusal.Reason.NOT_NEEDED) {
            connection.markQuietEnd();
            connection.close();
            return;
        }
        Link served = connection.link();
        if (served != null && served.isMember() && refusal.reason() == Refusal.Reason.TWIN) {
            receiver.idTaken(refusal.text());
        }
        Link link = connection.calledFor;
        if (link != null && refusal.reason() == Refusal.Reason.ID_IS_TAKEN) {
            ownIdIsTaken(link, refusal.text());
            peers.ownIdIsTaken(link, refusal.text());
        }
        note(connection, refusal, "was refused by", true);
        connection.close();
    }

    /** Ends a connection that stands, if its owner would not be let in any more with the roles and authorities of today. */
    void review(PeerConnection connection) {
        Link link = connection.link();
        if (!connection.isAuthenticated() || connection.isEnding() || (link == null && connection.client() == null)) {
            return;
        }
        Role needed = link == null ? Role.OBSERVER : link.isMember() ? Role.MEMBER : Role.HOLDER;
        String objection = connection.objectionNow();
        if (objection == null && !connection.rights().has(needed)) {
            objection = connection.rights().objectionTo(activity(needed), needed, null);
        }
        if (objection == null && needed == Role.HOLDER && connection.rights().isNarrowed()) {
            objection = Guests.NARROWED;
        }
        if (objection == null) {
            return;
        }
        String who = link == null ? "the admin client" : link.isMember() ? "the member" : "the guest";
        LOG.say(LogEvent.AUDIT_CUT_OFF, who, connection.name(), connection.remote(), objection);
        meter.peersRefused.increment();
        connection.sendWord(Packet.Kind.REFUSED, new Refusal(Refusal.Reason.DOES_NOT_FIT, objection).toBytes());
        connection.end();
    }

    /** The purpose of a connection that needs this role. */
    static String activity(Role needed) {
        return switch (needed) {
            case MEMBER -> "voting";
            case HOLDER -> "taking locks";
            case OBSERVER, OPERATOR -> "asking about locks";
        };
    }

    /** Not even a hello was exchanged: one of the two has no certificate that the other accepts. */
    void notTrusted(PeerConnection connection, String why) {
        if (connection.calledFor
                != null) { // otherwise an unauthenticated peer could choose the text that this node gives to its
            // application
            connection.markRefused();
            receiver.refused("the node at " + connection.remote() + " does not fit: " + why);
            receiver.refusedBy(connection.calledFor.peer());
        }
        tell(connection, why, "cannot talk with");
    }

    private void note(PeerConnection connection, Refusal refusal, String verb, boolean concerns) {
        if (refusal.reason() == Refusal.Reason.DOES_NOT_FIT) {
            connection.markRefused();
            if (concerns) {
                receiver.refused(refusal.text());
            }
            Link link = connection.calledFor;
            if (link != null) {
                receiver.refusedBy(link.peer());
            }
        }
        if (refusal.reason() == Refusal.Reason.OTHER_CALL_GOES_ON || refusal.reason() == Refusal.Reason.NOT_NEEDED) {
            return; // as it should be
        }
        tell(connection, refusal.text(), verb);
    }

    private void tell(PeerConnection connection, String why, String verb) {
        meter.peersRefused.increment();
        boolean loud = logThrottle.isWorthSaying(why, System.nanoTime());
        LOG.sayIf(loud, LogEvent.HANDSHAKE_FAILED, mine.get().memberId(), verb, connection.remote(), why);
    }

    private synchronized void ownIdIsTaken(Link at, String text) {
        ownIdTakenAt.put(at, text);
    }

    private synchronized void ownIdIsFree(Link at) {
        ownIdTakenAt.remove(at);
        notifyAll();
    }

    /**
     * Null if no peer says that another process has the id of this one. Else waits, for they may still believe in a process
     * that has just died, and then says what they say.
     */
    synchronized @Nullable String awaitOwnId(Duration timeout) throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        long left = timeout.toMillis();
        while (!ownIdTakenAt.isEmpty() && left > 0) {
            wait(left);
            left = (end - System.nanoTime()) / 1_000_000;
        }
        return ownIdTakenAt.isEmpty() ? null : ownIdTakenAt.values().iterator().next();
    }
}
