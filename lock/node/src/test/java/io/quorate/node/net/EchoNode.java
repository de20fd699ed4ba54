// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net;

import io.quorate.core.model.NodeId;
import io.quorate.node.net.tcp.TcpTransport;
import java.util.ArrayList;
import java.util.List;

/** A node in a process of its own that sends every frame back; ends with its input. See {@link ProcessFaultsTest}. */
final class EchoNode {
    private EchoNode() {}

    static Transport transport(Roster roster, NodeId self, long incarnation) {
        return new TcpTransport(roster, self, incarnation, "none", LinkSettings.usual());
    }

    /** Index of the node, incarnation, then the ports of all. */
    public static void main(String[] args) throws Exception {
        NodeId self = NodeId.of(Integer.parseInt(args[0]));
        List<Integer> ports = new ArrayList<>();
        for (int index = 2; index < args.length; index++) {
            ports.add(Integer.parseInt(args[index]));
        }
        Roster roster = FreePorts.rosterOf("processes", ports);
        try (Transport transport = transport(roster, self, Integer.parseInt(args[1]))) {
            transport.open(new Transport.Receiver() {
                @Override
                public void received(NodeId from, byte[] bytes, int offset, int length) {
                    byte[] copy = java.util.Arrays.copyOfRange(bytes, offset, offset + length);
                    transport.offer(from, copy, length);
                }

                @Override
                public void linkReset(NodeId peer) {}

                @Override
                public void peerSuspected(NodeId peer) {}

                @Override
                public void peerRestored(NodeId peer) {}
            });
            int end = System.in.read();
            System.exit(end < 0 ? 0 : 1);
        }
    }
}
