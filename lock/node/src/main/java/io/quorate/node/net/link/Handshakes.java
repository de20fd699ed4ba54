package io.quorate.node.net.link;

import io.quorate.node.net.GuardedReceiver;
import io.quorate.node.net.LogThrottle;
import io.quorate.node.net.TransportMeter;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decides with whom this node talks, by their hellos, and keeps what was said when it came to nothing. */
public final class Handshakes {
    private static final System.Logger LOG = System.getLogger(Handshakes.class.getName());

    private final Peers peers;
    private final Hello mine;
    private final long staleNanos;
    private final TransportMeter meter;
    private final GuardedReceiver receiver;

    /** What the peers said that know another process with the id of this one. */
    private final Map<Link, String> ownIdTakenAt = new LinkedHashMap<>();

    private final LogThrottle logThrottle = new LogThrottle();

    Handshakes(Peers peers, Hello mine, long staleNanos, TransportMeter meter, GuardedReceiver receiver) {
        this.receiver = receiver;
        this.peers = peers;
        this.mine = mine;
        this.staleNanos = staleNanos;
        this.meter = meter;
    }

    /** The other side has said who it is. */
    void hello(PeerConnection connection, byte[] content) {
        String version = Hello.versionObjection(content);
        if (version != null) {
            refuse(connection, new Refusal(Refusal.Reason.DOES_NOT_FIT, version), true);
            return;
        }
        Hello theirs = Hello.read(content);
        if (!connection.isAuthenticated() && !theirs.cluster().equals(mine.cluster())) {
            refuse(connection, new Refusal(Refusal.Reason.DOES_NOT_FIT, noSuchCluster(theirs.cluster())), false);
            return;
        }
        String objection = peers.objectionTo(connection, theirs, mine);
        if (objection != null) {
            refuse(connection, new Refusal(Refusal.Reason.DOES_NOT_FIT, objection), true);
            return;
        }
        Refusal refusal = peers.establish(connection, theirs, mine, staleNanos);
        Link link = connection.link();
        if (refusal != null) {
            refuse(connection, refusal, true);
        } else if (link != null) {
            ownIdIsFree(link);
        }
    }

    /** What somebody hears who does not even know the name of the cluster: nothing but no. */
    static String noSuchCluster(String cluster) {
        return "no node of the cluster \"" + cluster + "\" listens here: check the address and the cluster name";
    }

    /** With {@code concerns}, the application may be told why it cannot join; what a program from outside says is no reason. */
    private void refuse(PeerConnection connection, Refusal refusal, boolean concerns) {
        connection.sendWord(Packet.Kind.REFUSED, refusal.toBytes());
        note(connection, refusal, "refused", concerns || connection.calledFor != null);
        connection.end();
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

    /** Not even a hello was exchanged: one of the two has no certificate that the other accepts. */
    void notTrusted(PeerConnection connection, String why) {
        if (connection.calledFor != null) { // else a stranger could say what this node tells its application
            connection.markRefused();
            receiver.refused("the node at " + connection.remote() + " does not fit: " + why);
        }
        tell(connection, why, "cannot talk with");
    }

    private void note(PeerConnection connection, Refusal refusal, String verb, boolean concerns) {
        if (refusal.reason() == Refusal.Reason.DOES_NOT_FIT) {
            connection.markRefused();
            if (concerns) {
                receiver.refused(refusal.text());
            }
        }
        if (refusal.reason() == Refusal.Reason.OTHER_CALL_GOES_ON) {
            return; // as it should be
        }
        tell(connection, refusal.text(), verb);
    }

    private void tell(PeerConnection connection, String why, String verb) {
        meter.peersRefused.increment();
        LOG.log(
                logThrottle.isWorthSaying(why, System.nanoTime()) ? Level.WARNING : Level.DEBUG,
                () -> mine.memberId() + " " + verb + " the node at " + connection.remote() + ": " + why);
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
