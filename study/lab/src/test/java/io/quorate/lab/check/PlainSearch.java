// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.check;

import io.quorate.core.lock.StateText;
import io.quorate.core.model.NodeId;
import io.quorate.core.wire.Frame;
import io.quorate.lab.world.Cluster;
import io.quorate.lab.world.Possibilities;
import io.quorate.lab.world.Usage;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.net.Channel;
import io.quorate.lab.world.net.Network;
import io.quorate.lab.world.setup.Limits;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A search as simple as can be: every turn is run on a live node, every state is a whole text. Slow, to compare with. */
final class PlainSearch {
    private final CheckSystem system;
    private final boolean forgetsClocks;
    private final Set<String> seen = new LinkedHashSet<>();
    private final Set<String> seenButForClocks = new LinkedHashSet<>();
    private int terminalStates;

    PlainSearch(CheckSystem system, boolean forgetsClocks) {
        this.system = system;
        this.forgetsClocks = forgetsClocks;
    }

    void run() {
        Limits limits = system.limits();
        ArrayDeque<Cluster> waiting = new ArrayDeque<>();
        Cluster first = Cluster.of(system.setup());
        isNew(first);
        waiting.add(first);
        for (Cluster cluster = waiting.poll(); cluster != null; cluster = waiting.poll()) {
            List<Choice> choices = cluster.enabled(limits);
            terminalStates += choices.stream().allMatch(Choice::isOptional) ? 1 : 0;
            for (Choice choice : choices) {
                Cluster next = cluster.fork();
                next.apply(choice);
                if (isNew(next)) {
                    waiting.add(next);
                }
            }
        }
    }

    boolean isNew(Cluster cluster) {
        seenButForClocks.add(describe(cluster, true));
        return seen.add(describe(cluster, forgetsClocks));
    }

    int states() {
        return seen.size();
    }

    /** How many states there are when those that differ in clocks only, which nobody will read any more, are one. */
    int statesButForClocks() {
        return seenButForClocks.size();
    }

    int terminalStates() {
        return terminalStates;
    }

    private String describe(Cluster cluster, boolean mayForgetClocks) {
        boolean withoutClocks = mayForgetClocks && new Possibilities(system.limits()).nobodyWillAsk(cluster);
        StringBuilder text = new StringBuilder();
        Usage usage = cluster.usage();
        for (int index = 0; index < cluster.size(); index++) {
            StateText node = new StateText();
            cluster.node(index).describeTo(node);
            text.append(withoutClocks ? node.toString().replaceFirst("clock=[0-9]+", "") : node)
                    .append(" made ")
                    .append(usage.claims(index));
            for (int to = 0; to < cluster.size(); to++) {
                text.append(describe(cluster.channel(NodeId.of(index), NodeId.of(to)), withoutClocks));
            }
        }
        return text.append(usage.resets())
                .append(' ')
                .append(usage.oneSidedResets())
                .append(' ')
                .append(usage.duplicates())
                .append(' ')
                .append(usage.suspicions())
                .append(usage.passes())
                .append(' ')
                .append(usage.promises().overtaking().bits())
                .toString();
    }

    private List<String> describe(Channel channel, boolean withoutClocks) {
        List<String> packets = new ArrayList<>();
        for (int position = 1; position <= channel.size(); position++) {
            byte[] bytes = channel.at(position).bytes().clone();
            if (withoutClocks) {
                Arrays.fill(bytes, Frame.CLOCK_OFFSET, Frame.HEADER_LENGTH, (byte) 0);
                Arrays.fill(bytes, bytes.length - Frame.CHECKSUM_LENGTH, bytes.length, (byte) 0);
            }
            packets.add(HexFormat.of().formatHex(bytes));
        }
        if (system.setup().network() == Network.UNORDERED) {
            packets.sort(null);
        }
        return packets;
    }
}
