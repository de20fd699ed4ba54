// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.overlay;

import io.quorate.core.model.NodeId;
import io.quorate.overlay.Handle;
import io.quorate.overlay.Overlay;
import io.quorate.overlay.OverlayKind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Builds an overlay, routes through it, then, if asked to, lets nodes fail and others join, and looks how long it takes until
 * everything is right again.
 *
 * @param nodes how many nodes
 * @param routes how many messages are routed, from random nodes to random keys
 * @param churn the number of nodes that change at one moment: half of them fail, and as many new ones join
 * @param settled whether the nodes begin knowing what they should, rather than join one after the other
 */
public record OverlayTrial(OverlayKind kind, int nodes, int routes, int churn, boolean settled, long seed) {
    /** If it is not right by then, it never will be. */
    private static final int ROUNDS_MAX = 200;

    /** In each round of building, the overlay grows by this part of its size. */
    private static final int GROWTH = 4;

    public OverlayTrial {
        if (nodes < 1 || nodes > NodeId.INDEX_MAX / 2) {
            throw new IllegalArgumentException(
                    "There must be 1 to " + NodeId.INDEX_MAX / 2 + " nodes; you gave " + nodes + ".");
        }
        if (routes < 1) {
            throw new IllegalArgumentException("At least one message must be routed; you gave " + routes + ".");
        }
        if (churn < 0 || churn / 2 >= nodes) {
            throw new IllegalArgumentException(
                    "Of the nodes that change, half fail, and at least one must remain: with " + nodes + " nodes, 0 to "
                            + (2 * nodes - 1) + " can change; you gave " + churn + ".");
        }
    }

    /** The steps of a trial. */
    public enum Stage {
        JOINING,
        SETTLING,
        BUILT,
        ROUTING
    }

    /** Is told, now and then, how far a trial has come. */
    @FunctionalInterface
    public interface Progress {
        /** Does not care. */
        Progress NONE = (stage, world) -> {};

        void reached(Stage stage, OverlayWorld world);
    }

    /** Runs it. */
    public OverlayReport run(Progress progress) {
        OverlayWorld world = new OverlayWorld(kind, Links.USUAL, seed);
        OverlayReport.Build build = build(world, progress);
        OverlayReport.Routes before = route(world, progress);
        OverlayReport.Churn after = churn == 0 ? null : churn(world, progress);
        return new OverlayReport(this, build, before, after);
    }

    private OverlayReport.Build build(OverlayWorld world, Progress progress) {
        if (settled) {
            world.addSettled(nodes);
            world.runRounds(1);
        } else {
            while (world.running() < nodes) {
                int more = Math.min(nodes - world.running(), Math.max(1, world.running() / GROWTH));
                for (int each = 0; each < more; each++) {
                    world.add();
                }
                world.runRounds(1);
                progress.reached(Stage.JOINING, world);
            }
        }
        double rounds = world.rounds();
        int more = roundsUntil(world, OverlayTrial::isRight, progress);
        long messages = total(world);
        long bytes = world.bytesSent();
        world.runRounds(1);
        progress.reached(Stage.BUILT, world);
        return new OverlayReport.Build(
                rounds, more, messages, total(world) - messages, world.bytesSent() - bytes, sizes(world));
    }

    private static long total(OverlayWorld world) {
        return world.sentByKind().values().stream().mapToLong(Long::longValue).sum();
    }

    private static OverlayReport.Sizes sizes(OverlayWorld world) {
        int neighbours = 0;
        int known = 0;
        int most = 0;
        List<Overlay> all = world.nodes();
        for (Overlay node : all) {
            neighbours += node.neighbours().size();
            known += node.known().size();
            most = Math.max(most, node.known().size());
        }
        return new OverlayReport.Sizes((double) neighbours / all.size(), (double) known / all.size(), most);
    }

    /** Lets rounds go by until it is so; says how many, or -1 if it never is. */
    private static int roundsUntil(OverlayWorld world, Predicate<OverlayWorld> isSo, Progress progress) {
        for (int rounds = 0; rounds <= ROUNDS_MAX; rounds++) {
            if (isSo.test(world)) {
                return rounds;
            }
            world.runRounds(1);
            progress.reached(Stage.SETTLING, world);
        }
        return -1;
    }

    /** Whether everybody is in and has the right neighbours. */
    private static boolean isRight(OverlayWorld world) {
        return world.nodes().size() == world.running()
                && world.survey().astray().isEmpty();
    }

    private OverlayReport.Routes route(OverlayWorld world, Progress progress) {
        progress.reached(Stage.ROUTING, world);
        List<Journey> journeys = new ArrayList<>();
        for (int each = 0; each < routes; each++) {
            journeys.add(world.route(world.anyNode(), world.anyKey()));
        }
        Survey survey = world.survey();
        world.runRounds(1);
        List<Integer> hops = new ArrayList<>();
        int wrong = 0;
        int lost = 0;
        for (Journey journey : journeys) {
            Handle owner = survey.owner(journey.key());
            NodeId end = journey.end();
            if (end == null) {
                lost++;
            } else if (!end.equals(owner.node())) {
                wrong++;
            } else {
                hops.add(journey.hops());
            }
        }
        world.forgetJourneys();
        return OverlayReport.Routes.of(hops, wrong, lost);
    }

    private OverlayReport.Churn churn(OverlayWorld world, Progress progress) {
        int failing = churn / 2;
        for (int each = 0; each < failing; each++) {
            world.crash(world.anyNode());
        }
        for (int each = 0; each < churn - failing; each++) {
            world.add();
        }
        double start = world.rounds();
        OverlayReport.Routes during = route(world, progress);
        int more = roundsUntil(world, OverlayTrial::isRight, progress);
        double right = world.rounds() - start;
        int clean = roundsUntil(world, each -> each.survey().haunted().isEmpty(), progress);
        double forgotten = world.rounds() - start;
        return new OverlayReport.Churn(
                failing,
                churn - failing,
                during,
                more < 0 ? -1 : Math.round(right),
                clean < 0 ? -1 : Math.round(forgotten),
                route(world, progress));
    }
}
