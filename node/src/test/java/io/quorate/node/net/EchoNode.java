package io.quorate.node.net;

import io.quorate.core.model.NodeId;
import java.util.ArrayList;
import java.util.List;

/** A node in a process of its own that sends every frame back; ends with its input. See {@link ProcessFaultsTest}. */
final class EchoNode {
    private EchoNode() {}

    /** Index of the node, incarnation, then the ports of all. */
    public static void main(String[] args) throws Exception {
        NodeId self = NodeId.of(Integer.parseInt(args[0]));
        List<Integer> ports = new ArrayList<>();
        for (int index = 2; index < args.length; index++) {
            ports.add(Integer.parseInt(args[index]));
        }
        try (Transport transport =
                new JGroupsTransport(FreePorts.rosterOf("processes", ports), self, Integer.parseInt(args[1]), "none")) {
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
                public void peerTrusted(NodeId peer) {}
            });
            int end = System.in.read();
            System.exit(end < 0 ? 0 : 1);
        }
    }
}
