// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net;

import io.quorate.core.model.NodeId;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/** Keeps all that a transport tells, in order. */
public class RecordingReceiver implements Transport.Receiver {
    public static final Duration DEADLINE = Duration.ofSeconds(30);

    /** What was told. */
    public enum What {
        FRAME,
        RESET,
        SUSPECTED,
        TRUSTED
    }

    /** Something that was told; the bytes of a frame, else none. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Told(What what, NodeId peer, byte[] bytes) {
        @Override
        public String toString() {
            String text = new String(bytes, 0, Math.min(bytes.length, 20), StandardCharsets.UTF_8);
            return what + " " + peer + (what == What.FRAME ? " " + text : "");
        }
    }

    public final List<Told> told = new CopyOnWriteArrayList<>();
    public final List<String> refusals = new CopyOnWriteArrayList<>();

    /** The peers that use a connection with this node. */
    public final List<NodeId> acceptedBy = new CopyOnWriteArrayList<>();

    @Override
    public void received(NodeId from, byte[] bytes, int offset, int length) {
        told.add(new Told(What.FRAME, from, Arrays.copyOfRange(bytes, offset, offset + length)));
    }

    @Override
    public void linkReset(NodeId peer) {
        told.add(new Told(What.RESET, peer, new byte[0]));
    }

    @Override
    public void peerSuspected(NodeId peer) {
        told.add(new Told(What.SUSPECTED, peer, new byte[0]));
    }

    @Override
    public void peerRestored(NodeId peer) {
        told.add(new Told(What.TRUSTED, peer, new byte[0]));
    }

    @Override
    public void peerAccepts(NodeId peer) {
        acceptedBy.add(peer);
    }

    @Override
    public void refused(String why) {
        refusals.add(why);
    }

    public List<String> framesFrom(NodeId peer) {
        return told.stream()
                .filter(each -> each.what() == What.FRAME && each.peer().equals(peer))
                .map(each -> new String(each.bytes(), StandardCharsets.UTF_8))
                .toList();
    }

    public long count(What what, NodeId peer) {
        return told.stream()
                .filter(each -> each.what() == what && each.peer().equals(peer))
                .count();
    }

    /** What was told last about the peer's presence. */
    public boolean trusts(NodeId peer) {
        boolean trusts = false;
        for (Told each : told) {
            if (each.peer().equals(peer) && each.what() != What.FRAME && each.what() != What.RESET) {
                trusts = each.what() == What.TRUSTED;
            }
        }
        return trusts;
    }

    public void await(String what, Predicate<RecordingReceiver> condition) {
        Awaitility.await(what)
                .atMost(DEADLINE)
                .pollInterval(Duration.ofMillis(2))
                .until(() -> condition.test(this));
    }

    public void awaitTrust(NodeId peer) {
        await("trust in " + peer, receiver -> receiver.trusts(peer));
    }

    public void awaitSuspicion(NodeId peer) {
        await("suspicion of " + peer, receiver -> !receiver.trusts(peer));
    }
}
