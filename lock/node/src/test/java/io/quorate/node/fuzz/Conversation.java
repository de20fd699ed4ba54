// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.fuzz;

import io.quorate.core.lock.LossReason;
import io.quorate.core.lock.NodeStart;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.Protocols;
import io.quorate.core.lock.TimerName;
import io.quorate.core.lock.engine.Claim;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.core.node.LockNode;
import io.quorate.core.node.NodeEffects;
import io.quorate.core.quorum.Placement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.ServiceLoader;

/** Three nodes that contend for two locks, and every frame that they send: what a fuzzer begins with. */
public final class Conversation {
    static final int NODES = 3;

    private static final NodeId FIRST = NodeId.of(0);

    static final List<LockName> LOCKS = List.of(LockName.of("x"), LockName.of("orders/17"));

    /** A claim of one node. */
    record Wish(LockName lock, Mode mode, long id) implements Claim {}

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Sent(NodeId from, NodeId to, byte[] bytes) {}

    private final List<LockNode<?>> nodes = new ArrayList<>();
    private final ArrayDeque<Sent> underWay = new ArrayDeque<>();
    private final List<byte[]> frames = new ArrayList<>();

    private Conversation(Protocol<?> protocol) {
        for (int index = 0; index < NODES; index++) {
            nodes.add(newNode(protocol, NodeId.of(index)));
            endTurn(index);
            deliverAll();
        }
    }

    static LockNode<?> newNode(Protocol<?> protocol, NodeId self) {
        NodeStart start = NodeStart.first(self, Placement.byName(protocol.usualQuorums(NODES)))
                .withIncarnation(1);
        return protocol.part().isEmpty()
                ? new LockNode<>(protocol, start)
                : ServiceLoader.load(FuzzedPart.class)
                        .findFirst()
                        .orElseThrow()
                        .newNode(protocol, start, self.equals(FIRST));
    }

    /** Those with a part, where there are some: all others are fed where there are none. */
    public static List<Protocol<?>> protocols() {
        List<Protocol<?>> withPart = new ArrayList<>(Protocols.all());
        withPart.removeIf(protocol -> protocol.part().isEmpty());
        return withPart.isEmpty() ? Protocols.all() : withPart;
    }

    static List<byte[]> framesOf(Protocol<?> protocol) {
        Conversation conversation = new Conversation(protocol);
        for (LockName lock : LOCKS) {
            for (int index = 0; index < NODES; index++) {
                Mode mode = index == 0 ? Mode.EXCLUSIVE : Mode.SHARED;
                conversation.nodes.get(index).acquire(new Wish(lock, mode, index));
                conversation.endTurn(index);
            }
        }
        conversation.deliverAll();
        conversation.nodes.get(0).linkReset(NodeId.of(1));
        conversation.endTurn(0);
        conversation.deliverAll();
        return conversation.frames;
    }

    private void endTurn(int index) {
        LockNode<?> node = nodes.get(index);
        NodeId self = NodeId.of(index);
        node.endTurn(new Quiet() {
            @Override
            public void send(NodeId to, byte[] frame, int length) {
                byte[] bytes = Arrays.copyOf(frame, length);
                frames.add(bytes);
                underWay.add(new Sent(self, to, bytes));
            }

            @Override
            public void granted(Claim claim, long fence) {
                node.release(claim);
            }
        });
    }

    private void deliverAll() {
        for (Sent sent = underWay.poll(); sent != null; sent = underWay.poll()) {
            nodes.get(sent.to.index()).receive(sent.from, sent.bytes, 0, sent.bytes.length);
            endTurn(sent.to.index());
            endTurn(sent.to.index()); // what was granted has been released
        }
    }

    /** Effects that nobody cares about. */
    static class Quiet implements NodeEffects {
        @Override
        public void startTimer(LockName lock, TimerName timer, Duration delay, Duration jitter) {}

        @Override
        public void stopTimer(LockName lock, TimerName timer) {}

        @Override
        public void send(NodeId to, byte[] frame, int length) {}

        @Override
        public void keepCeiling(long ceiling) {}

        @Override
        public void granted(Claim claim, long fence) {}

        @Override
        public void lost(Claim claim, LossReason reason) {}
    }
}
