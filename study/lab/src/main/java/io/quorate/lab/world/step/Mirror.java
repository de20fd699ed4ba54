// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world.step;

import io.quorate.core.lock.LossReason;
import io.quorate.core.model.NodeId;
import io.quorate.lab.world.Cluster;
import io.quorate.lab.world.event.Event;
import io.quorate.lab.world.facts.ArmedTimer;
import io.quorate.lab.world.facts.NodeClaim;
import io.quorate.lab.world.net.Channel;
import io.quorate.lab.world.net.FrameInFlight;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The states, frames and channels of a {@link RememberingStepper} where nodes have other names. It knows nothing of what is in them: it
 * runs
 * each turn a second time, at the node with the other name, with its state and its event renamed, and remembers which state and which frames came
 * of it instead. If the two turns differ in more than names, or if one state would have to be two under the other names, then the nodes are not alike: {@link NotAlikeException}.
 */
final class Mirror {
    private static final int UNKNOWN = -1;

    private final RememberingStepper stepper;
    private final Renaming renaming;
    private int[] nodes = new int[0];
    private int[] frames = new int[0];
    private final Map<Integer, Channel> channels = new TreeMap<>();

    Mirror(RememberingStepper stepper, Renaming renaming) {
        this.stepper = stepper;
        this.renaming = renaming;
    }

    Renaming renaming() {
        return renaming;
    }

    private static int[] with(int[] images, int original, int image, Object what) {
        int[] room = images;
        if (original >= images.length) {
            room = Arrays.copyOf(images, Math.max(64, 2 * original));
            Arrays.fill(room, images.length, room.length, UNKNOWN);
        }
        if (room[original] != UNKNOWN && room[original] != image) {
            throw new NotAlikeException("renamed, this would be two: " + what);
        }
        room[original] = image;
        return room;
    }

    void node(NodeSnapshot original, NodeSnapshot image) {
        nodes = with(nodes, original.id(), image.id(), original.self());
    }

    private NodeSnapshot imageOf(NodeSnapshot original) {
        return stepper.node(known(nodes, original.id(), original.self()));
    }

    private FrameInFlight imageOf(FrameInFlight original) {
        return stepper.frame(known(frames, original.id(), original));
    }

    private static int known(int[] images, int original, Object what) {
        if (original >= images.length || images[original] == UNKNOWN) {
            throw new IllegalStateException("the image of " + what + " under other names is not known");
        }
        return images[original];
    }

    private Channel imageOf(Channel original) {
        if (original.isEmpty()) {
            return original;
        }
        Channel known = channels.get(original.id());
        if (known == null) {
            FrameInFlight[] renamed = new FrameInFlight[original.size()];
            for (int place = 0; place < renamed.length; place++) {
                renamed[place] = imageOf(original.at(place + 1));
            }
            known = stepper.known(original.with(renamed));
            channels.put(original.id(), known);
        }
        return known;
    }

    /** A turn was made for the first time: makes the renamed one, and compares. */
    void turned(NodeSnapshot before, Event event, RecordedTurn.Told turn) {
        RecordedTurn.Told renamed = stepper.turn(imageOf(before), event.renamed(renaming, this::imageOf));
        Effects original = new Effects(renaming);
        Effects image = new Effects(null);
        node(turn.tell(original), renamed.tell(image));
        if (!original.others.equals(image.others) || !original.sent.keySet().equals(image.sent.keySet())) {
            throw new NotAlikeException("renamed, " + event + " leads to something else");
        }
        original.sent.forEach((to, sent) -> {
            List<FrameInFlight> instead = image.sent.getOrDefault(to, List.of());
            if (sent.size() != instead.size()) {
                throw new NotAlikeException("renamed, " + event + " sends something else");
            }
            for (int place = 0; place < sent.size(); place++) {
                frames = with(frames, sent.get(place).id(), instead.get(place).id(), sent.get(place));
            }
        });
    }

    /** The effects of a turn, under the other names if there are some: the frames for each node, and the rest in its order. */
    private static final class Effects implements TurnEffects {
        private final @Nullable Renaming renaming;
        private final Map<Integer, List<FrameInFlight>> sent = new TreeMap<>();
        private final List<List<Object>> others = new ArrayList<>();

        Effects(@Nullable Renaming renaming) {
            this.renaming = renaming;
        }

        private NodeClaim name(NodeClaim claim) {
            return renaming == null ? claim : renaming.of(claim);
        }

        @Override
        public void timerStarted(ArmedTimer timer, Duration delay, Duration jitter) {
            others.add(List.of("started", timer, delay, jitter));
        }

        @Override
        public void timerStopped(ArmedTimer timer) {
            others.add(List.of("stopped", timer));
        }

        @Override
        public void sent(int to, FrameInFlight packet) {
            sent.computeIfAbsent(renaming == null ? to : renaming.of(to), node -> new ArrayList<>())
                    .add(packet);
        }

        @Override
        public void granted(NodeClaim claim, long fence) {
            others.add(List.of("granted", name(claim), fence));
        }

        @Override
        public void lost(NodeClaim claim, LossReason reason) {
            others.add(List.of("lost", name(claim), reason));
        }

        @Override
        public void busy(NodeClaim claim, NodeId holder) {
            others.add(List.of("busy", name(claim), renaming == null ? holder : renaming.of(holder)));
        }
    }

    /** Puts the second cluster into the state of the first under the other names. */
    void rename(Cluster original, Cluster into) {
        into.copyFrom(original);
        into.usage().rename(renaming, original.usage());
        int size = original.size();
        for (int from = 0; from < size; from++) {
            into.nodes[renaming.of(from)] = imageOf(original.nodes[from]);
            for (int to = 0; to < size; to++) {
                into.channels.set(renaming.of(from), renaming.of(to), imageOf(original.channels.get(from, to)));
            }
        }
    }
}
