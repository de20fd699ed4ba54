// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock;

import io.quorate.core.lock.part.PartOrder;
import java.util.List;

/** What the machines of a protocol need of a {@link MachineWorld} if it plugs a part into its nodes. */
public interface WorldPart<M extends Message> {
    /** How many nodes there are. */
    int nodes();

    /** So many times as many messages arrive between two calls as without a part. */
    int deliveriesPerCall();

    /** How many steps a run has at most. */
    int stepsMax();

    /** With what the part of that node is started with. */
    NodeStart start(NodeStart plain);

    /** A machine of this node has handed this over, and its step is over. */
    void handOver(MachineWorld<M> world, int node, PartOrder order, List<String> effects);

    /** Of protocols without a part: all nodes send to each other. */
    static <M extends Message> WorldPart<M> none() {
        return new WorldPart<>() {
            @Override
            public int nodes() {
                return 3;
            }

            @Override
            public int deliveriesPerCall() {
                return 1;
            }

            @Override
            public int stepsMax() {
                return 80;
            }

            @Override
            public NodeStart start(NodeStart plain) {
                return plain;
            }

            @Override
            public void handOver(MachineWorld<M> world, int node, PartOrder order, List<String> effects) {
                throw new AssertionError("there is nobody to hand over to: " + order);
            }
        };
    }
}
