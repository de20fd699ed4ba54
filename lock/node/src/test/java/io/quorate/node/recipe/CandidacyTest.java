// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.api.LeadershipEnd;
import io.quorate.node.recipe.Candidacy.Action;
import io.quorate.node.recipe.Candidacy.Phase;
import io.quorate.node.recipe.Candidacy.Step;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Every order of events that a candidate can meet in its first requests: grants, failures, losses, resignations, late news. */
class CandidacyTest {
    private static final int ROUNDS_MAX = 5;

    /** Which call of the listener runs. */
    private enum Call {
        NONE,
        GAINED,
        LOST
    }

    /**
     * A candidate and all that is around it.
     *
     * @param request the round of the request that is not settled yet; 0 if there is none
     * @param cancelled whether that request was cancelled
     * @param hold the round of the hold that is not closed yet; 0 if there is none
     * @param timer the round of the back-off that is not over yet; 0 if there is none
     * @param leadsByTheListener whether the last call was gained
     */
    private record World(
            Candidacy candidate,
            int request,
            boolean cancelled,
            int hold,
            boolean holdIsLost,
            int timer,
            Call call,
            boolean leadsByTheListener,
            boolean failedForGood,
            int gained) {
        static final World FIRST = new World(Candidacy.NEW, 0, false, 0, false, 0, Call.NONE, false, false, 0);

        World with(Candidacy next) {
            return new World(
                    next, request, cancelled, hold, holdIsLost, timer, call, leadsByTheListener, failedForGood, gained);
        }

        World request(int round, boolean isCancelled) {
            return new World(
                    candidate,
                    round,
                    isCancelled,
                    hold,
                    holdIsLost,
                    timer,
                    call,
                    leadsByTheListener,
                    failedForGood,
                    gained);
        }

        World hold(int round, boolean isLost) {
            return new World(
                    candidate,
                    request,
                    cancelled,
                    round,
                    isLost,
                    timer,
                    call,
                    leadsByTheListener,
                    failedForGood,
                    gained);
        }

        World timer(int round) {
            return new World(
                    candidate,
                    request,
                    cancelled,
                    hold,
                    holdIsLost,
                    round,
                    call,
                    leadsByTheListener,
                    failedForGood,
                    gained);
        }

        World calls(Call next) {
            boolean leads = next == Call.GAINED || (next == Call.NONE && leadsByTheListener);
            int times = gained + (next == Call.GAINED ? 1 : 0);
            return new World(candidate, request, cancelled, hold, holdIsLost, timer, next, leads, failedForGood, times);
        }

        World failsForGood() {
            return new World(
                    candidate, request, cancelled, hold, holdIsLost, timer, call, leadsByTheListener, true, gained);
        }

        /** Does what a step says; {@code came} is the round of the hold that came with the event. */
        World take(Step step, int came) {
            World next = with(step.next());
            for (Action action : step.actions()) {
                next = next.perform(action, came);
            }
            return next;
        }

        World take(Step step) {
            return take(step, 0);
        }

        private World perform(Action action, int came) {
            switch (action) {
                case ASK -> {
                    assertThat(call).isEqualTo(Call.NONE);
                    assertThat(hold).as("no hold while one is asked for").isZero();
                    assertThat(request == 0 || cancelled)
                            .as("one request at a time")
                            .isTrue();
                    assertThat(timer).isZero();
                    assertThat(candidate.closed())
                            .as("who has closed does not stand")
                            .isFalse();
                    assertThat(leadsByTheListener).isFalse();
                    return request(candidate.round(), false);
                }
                case CANCEL -> {
                    assertThat(request).isPositive();
                    return request(request, true);
                }
                case TELL_GAINED -> {
                    assertThat(call).as("calls do not overlap").isEqualTo(Call.NONE);
                    assertThat(leadsByTheListener).as("calls alternate").isFalse();
                    assertThat(hold).as("one hold at a time").isZero();
                    return hold(came, false).calls(Call.GAINED);
                }
                case TELL_LOST -> {
                    assertThat(call).as("calls do not overlap").isEqualTo(Call.NONE);
                    assertThat(leadsByTheListener).as("calls alternate").isTrue();
                    assertThat(candidate.ending()).isNotNull();
                    return calls(Call.LOST);
                }
                case GIVE_BACK -> {
                    assertThat(hold).isPositive();
                    assertThat(call)
                            .as("given back when the listener has returned")
                            .isEqualTo(Call.NONE);
                    assertThat(leadsByTheListener).isFalse();
                    return hold(0, false);
                }
                case REFUSE -> {
                    assertThat(came).isPositive();
                    return this;
                }
                case BACK_OFF -> {
                    assertThat(timer).isZero();
                    return timer(candidate.round());
                }
            }
            throw new AssertionError(action);
        }

        void check() {
            Phase phase = candidate.phase();
            if (candidate.leads()) {
                assertThat(hold).isPositive();
                assertThat(holdIsLost).as("whoever leads has a hold").isFalse();
                assertThat(candidate.closed())
                        .as("whoever has closed does not lead")
                        .isFalse();
            }
            if (phase == Phase.ENDED) {
                assertThat(hold).as("nothing is left behind").isZero();
                assertThat(request == 0 || cancelled).isTrue();
                assertThat(leadsByTheListener).isFalse();
                assertThat(candidate.closed() || failedForGood).isTrue();
            } else if (phase != Phase.NEW) {
                boolean goesOn = request > 0 || timer > 0 || call != Call.NONE || (hold > 0 && !holdIsLost);
                assertThat(goesOn).as("never stuck").isTrue();
            }
        }
    }

    /** All that can happen in a world, by name. */
    private static Map<String, UnaryOperator<World>> moves(World world) {
        Map<String, UnaryOperator<World>> moves = new LinkedHashMap<>();
        int round = world.candidate.round();
        moves.put("start", w -> w.take(w.candidate.started()));
        moves.put("close", w -> w.take(w.candidate.close()));
        for (LeadershipEnd end : List.of(LeadershipEnd.RESIGNED, LeadershipEnd.QUORUM_LOST)) {
            moves.put("late " + end, w -> {
                World next = w.take(w.candidate.over(round - 1, end));
                assertThat(next).as("late news change nothing").isEqualTo(w);
                return next;
            });
        }
        moves.put("resign", w -> w.take(w.candidate.over(round, LeadershipEnd.RESIGNED)));
        if (world.request > 0) {
            moves.put("grant", w -> w.request(0, false).take(w.candidate.acquired(w.request), w.request));
            moves.put("fail", w -> w.request(0, false).take(w.candidate.failed(w.request, false)));
            moves.put(
                    "fail for good", w -> w.request(0, false).failsForGood().take(w.candidate.failed(w.request, true)));
        }
        if (world.hold > 0 && !world.holdIsLost) {
            moves.put("lose", w -> w.hold(w.hold, true).take(w.candidate.over(w.hold, LeadershipEnd.QUORUM_LOST)));
        }
        if (world.timer > 0) {
            moves.put("time passes", w -> w.timer(0).take(w.candidate.backOffIsOver(w.timer)));
        }
        if (world.call != Call.NONE) {
            moves.put("return", w -> w.calls(Call.NONE).take(w.candidate.told()));
            moves.put("throw", w -> {
                World failed = w.take(w.candidate.over(round, LeadershipEnd.LISTENER_FAILED));
                return failed.calls(Call.NONE).take(failed.candidate.told());
            });
        }
        return moves;
    }

    private static Map<World, String> explore() {
        Map<World, String> found = new LinkedHashMap<>();
        Queue<World> open = new ArrayDeque<>(List.of(World.FIRST));
        found.put(World.FIRST, "");
        while (!open.isEmpty()) {
            World world = open.remove();
            if (world.candidate.round() >= ROUNDS_MAX) {
                continue;
            }
            moves(world).forEach((name, move) -> {
                String way = found.get(world) + ", " + name;
                World next;
                try {
                    next = move.apply(world);
                    next.check();
                } catch (AssertionError | IllegalStateException wrong) {
                    throw new AssertionError("after" + way, wrong);
                }
                if (!found.containsKey(next)) {
                    found.put(next, way);
                    open.add(next);
                }
            });
        }
        return found;
    }

    @Test
    void whateverHappensCallsAlternateAndNothingIsLeftBehindAndNobodyIsStuck() {
        Map<World, String> all = explore();
        List<Phase> phases = new ArrayList<>();
        all.keySet().forEach(world -> phases.add(world.candidate.phase()));
        assertThat(phases).contains(Phase.values());
        assertThat(all).as("worlds that were looked at").hasSizeGreaterThan(100);
    }

    @Test
    void fromEverywhereACandidateThatWasNotClosedLeadsAgainWhenNothingFailsAnyMore() {
        for (Map.Entry<World, String> each : explore().entrySet()) {
            World world = each.getKey();
            boolean mayLead = !world.candidate.closed() && world.candidate.phase() != Phase.ENDED;
            for (int step = 0; mayLead && world.candidate.phase() != Phase.LEADING; step++) {
                assertThat(step).as("steps after%s", each.getValue()).isLessThan(8);
                Map<String, UnaryOperator<World>> moves = moves(world);
                for (String good : List.of("return", "grant", "time passes", "start")) {
                    if (moves.containsKey(good)) {
                        world = moves.get(good).apply(world);
                        world.check();
                        break;
                    }
                }
            }
        }
    }

    @Test
    void aGrantThatMeetsItsCancelIsGivenBack() {
        Candidacy asking = Candidacy.NEW.started().next();
        Step closed = asking.close();
        assertThat(closed.actions()).containsExactly(Action.CANCEL);
        assertThat(closed.next().acquired(1).actions()).containsExactly(Action.REFUSE);
    }

    @Test
    void whoResignsIsToldFirstThenGivesBackThenAsksAgain() {
        Candidacy leading =
                Candidacy.NEW.started().next().acquired(1).next().told().next();
        Step resigned = leading.over(1, LeadershipEnd.RESIGNED);
        assertThat(resigned.actions()).containsExactly(Action.TELL_LOST);
        assertThat(resigned.next().leads()).isFalse();
        assertThat(resigned.next().told().actions()).containsExactly(Action.GIVE_BACK, Action.ASK);
    }
}
