// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.replay;

import io.quorate.lab.world.Trace;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.setup.Setup;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Leaves out of a run that breaks a promise whatever is not needed to break the same promise (delta debugging): first large parts, then
 * ever smaller ones, in the end each single step. A step is removed together with those that need it: without its request, an answer
 * cannot arrive.
 */
public final class Shortening {
    /** The default number of steps of all attempts together. */
    public static final long USUAL_WORK = 20_000_000;

    private final Setup setup;
    private final String promise;
    private final long workMax;
    private final Consumer<Progress> listener;
    private final int stepsBefore;
    private List<Item> current;
    private String sentence;
    private long work;
    private long attempts;

    private Shortening(SavedRun run, Setup setup, String sentence, long workMax, Consumer<Progress> listener) {
        this.setup = setup;
        this.sentence = sentence;
        this.promise = BrokenPromise.of(sentence);
        this.workMax = workMax;
        this.listener = listener;
        this.current = run.choices().stream().map(Item::asIs).toList();
        this.stepsBefore = current.size();
    }

    /** How far it is. */
    public record Progress(int stepsBefore, int steps, long attempts) {}

    /**
     * A short run that breaks the same promise.
     *
     * @param sentence which, in the words of this run
     * @param isMinimal whether no single step can be left out; if not, there was no time to find out
     */
    public record Result(Trace trace, String sentence, int stepsBefore, long attempts, boolean isMinimal) {
        public int steps() {
            return trace.choices().size();
        }
    }

    /**
     * Shortens a run.
     *
     * @param workMax how many steps may be taken in all attempts together
     * @throws IllegalArgumentException if the run breaks no promise, or none that can be seen by its steps alone
     */
    public static Result of(SavedRun run, long workMax, Consumer<Progress> listener) {
        String broken = run.broken();
        if (broken == null) {
            throw new IllegalArgumentException("This run breaks no promise, so there is nothing to shorten");
        }
        // Where a protocol rests on bounded delays, no timer may run out because a frame was left out.
        for (Setup setup : List.of(run.setup().withDelaysBounded(), run.setup())) {
            Shortening shortening = new Shortening(run, setup, broken, workMax, listener);
            if (shortening.confirm()) {
                return shortening.shorten();
            }
        }
        throw new IllegalArgumentException(
                "This run cannot be shortened: its steps alone do not show what is broken, \"" + broken + "\"");
    }

    /** Whether all the steps show it; and finds out what each is about. */
    private boolean confirm() {
        return succeedsWithout(new BitSet(), current.size());
    }

    /** First whole claims, then whole faults, since much goes with them; then anything. */
    private Result shorten() {
        leaveOut(Choice.Acquire.class::isInstance);
        leaveOut(Choice::isOptional);
        leaveOut(choice -> true);
        List<Choice> choices = current.stream().map(Item::choice).toList();
        return new Result(new Trace(setup, choices), sentence, stepsBefore, attempts, work < workMax);
    }

    /** Leaves out what it can of such steps: half of them, a quarter, in the end each. */
    private void leaveOut(Predicate<Choice> such) {
        int chunk = Math.max(1, places(such).size() / 2);
        boolean isDone = false;
        while (work < workMax && !isDone) {
            boolean isShorter = pass(such, chunk);
            isDone = chunk == 1 && !isShorter;
            chunk = isShorter ? Math.min(chunk, Math.max(1, places(such).size() / 2)) : Math.max(1, chunk / 2);
        }
    }

    private List<Integer> places(Predicate<Choice> such) {
        return IntStream.range(0, current.size())
                .filter(place -> such.test(current.get(place).choice()))
                .boxed()
                .toList();
    }

    /** Tries to remove each part of this length, from the end on; whether it could remove any. */
    private boolean pass(Predicate<Choice> such, int chunk) {
        int before = current.size();
        List<Integer> places = places(such);
        for (int to = places.size(); to > 0 && work < workMax; to = Math.min(to - chunk, places.size())) {
            BitSet leftOut = new BitSet();
            places.subList(Math.max(0, to - chunk), to).forEach(leftOut::set);
            if (succeedsWithout(leftOut, current.size() - 1)) {
                places = places(such);
            }
        }
        return current.size() < before;
    }

    private boolean succeedsWithout(BitSet leftOut, int stepsMax) {
        Attempt.Outcome outcome = Attempt.without(setup, current, leftOut, stepsMax);
        attempts++;
        work += outcome.taken().size() + 1;
        String broken = outcome.broken();
        boolean isTheSame = false;
        if (broken != null && BrokenPromise.of(broken).equals(promise)) {
            isTheSame = true;
            current = List.copyOf(outcome.taken());
            sentence = broken;
        }
        listener.accept(new Progress(stepsBefore, current.size(), attempts));
        return isTheSame;
    }
}
