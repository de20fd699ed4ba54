// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.recipe;

import io.quorate.api.LeadershipEnd;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides the next step of one candidate of an election. A value without threads, clocks and locks: an event goes in, the next value and
 * what is to be done come out, in this order.
 *
 * <p>The rules:
 *
 * <ul>
 *   <li>At any time there is at most one of these: a request for the lock, a back-off, a hold.
 *   <li>A hold that was granted is announced once ({@link Action#TELL_GAINED}), and its end once ({@link Action#TELL_LOST}), when the
 *       call before has returned.
 *   <li>A hold is given back when the listener has returned from the news that it is over, and only then is the lock asked for
 *       again.
 * <li>Requests are numbered ({@link #round}). Events of an earlier one change nothing, and a hold that comes with one is released
 * immediately.
 * </ul>
 *
 * @param round the number of the last request
 * @param ending why the present hold is over or about to be given up; null if it is not
 * @param closed whether the candidate does not stand again
 */
record Candidacy(Phase phase, int round, @Nullable LeadershipEnd ending, boolean closed) {
    static final Candidacy NEW = new Candidacy(Phase.NEW, 0, null, false);

    /** Where a candidate is. */
    enum Phase {
        /** Does not stand yet. */
        NEW,
        /** Has asked for the lock. */
        ASKING,
        /** Waits until it asks again. */
        BACKING_OFF,
        /** Has the lock; the listener is being told. */
        GAINING,
        /** Has the lock; the listener knows. */
        LEADING,
        /** The listener is being told that it is over. */
        LOSING,
        /** Stands no more, and has nothing. */
        ENDED
    }

    /** The action for the driver. */
    enum Action {
        /** Ask for the lock; report the outcome with the present round. */
        ASK,
        /** Cancel the request. If the lock comes nevertheless, report it as usual. */
        CANCEL,
        /** Call the listener, and report when it has returned. */
        TELL_GAINED,
        /** Call the listener with {@link Candidacy#ending}, and report when it has returned. */
        TELL_LOST,
        /** Close the hold, whether it was lost or not. */
        GIVE_BACK,
        /** Close the hold that came with this event. */
        REFUSE,
        /** Report with the present round when some time has passed. */
        BACK_OFF
    }

    /** The next value, and what is to be done. */
    record Step(Candidacy next, List<Action> actions) {}

    private Step to(Phase next, Action... actions) {
        return new Step(new Candidacy(next, round, ending, closed), List.of(actions));
    }

    private Step stay() {
        return new Step(this, List.of());
    }

    private Candidacy ending(LeadershipEnd why) {
        return new Candidacy(phase, round, ending == null ? why : ending, closed);
    }

    private Step ask(Action... before) {
        Candidacy asking = new Candidacy(Phase.ASKING, round + 1, null, closed);
        return new Step(asking, concat(before, Action.ASK));
    }

    private static List<Action> concat(Action[] before, Action last) {
        return before.length == 0 ? List.of(last) : List.of(before[0], last);
    }

    private boolean isAbout(int about, Phase wanted) {
        return about == round && phase == wanted;
    }

    Step started() {
        return phase == Phase.NEW ? ask() : stay();
    }

    Step acquired(int about) {
        return isAbout(about, Phase.ASKING) ? to(Phase.GAINING, Action.TELL_GAINED) : to(phase, Action.REFUSE);
    }

    /** The lock was not had; {@code forGood} if it never will be. */
    Step failed(int about, boolean forGood) {
        if (!isAbout(about, Phase.ASKING)) {
            return stay();
        }
        return forGood ? to(Phase.ENDED) : to(Phase.BACKING_OFF, Action.BACK_OFF);
    }

    Step backOffIsOver(int about) {
        return isAbout(about, Phase.BACKING_OFF) ? ask() : stay();
    }

    /** The hold was lost, or somebody wants it to be given up. */
    Step over(int about, LeadershipEnd why) {
        return about == round ? end(why) : stay();
    }

    private Step end(LeadershipEnd why) {
        return switch (phase) {
            case GAINING -> new Step(ending(why), List.of());
            case LEADING -> ending(why).to(Phase.LOSING, Action.TELL_LOST);
            case NEW, ASKING, BACKING_OFF, LOSING, ENDED -> stay();
        };
    }

    /** A call of the listener has returned. */
    Step told() {
        return switch (phase) {
            case GAINING -> ending == null ? to(Phase.LEADING) : to(Phase.LOSING, Action.TELL_LOST);
            case LOSING -> afterTheEnd();
            case NEW, ASKING, BACKING_OFF, LEADING, ENDED ->
                throw new IllegalStateException("No listener was called in " + this + ": report this bug.");
        };
    }

    private Step afterTheEnd() {
        if (closed) {
            return to(Phase.ENDED, Action.GIVE_BACK);
        }
        return ending == LeadershipEnd.LISTENER_FAILED
                ? to(Phase.BACKING_OFF, Action.GIVE_BACK, Action.BACK_OFF)
                : ask(Action.GIVE_BACK);
    }

    /** The candidate does not stand any more. */
    Step close() {
        Candidacy last = new Candidacy(phase, round, ending, true);
        return switch (phase) {
            case NEW, BACKING_OFF -> last.to(Phase.ENDED);
            case ASKING -> last.to(Phase.ENDED, Action.CANCEL);
            case GAINING, LEADING -> last.end(LeadershipEnd.CLOSED);
            case LOSING, ENDED -> new Step(last, List.of());
        };
    }

    /** Whether the candidate has the lock, and means to keep it. */
    boolean leads() {
        return ending == null && (phase == Phase.GAINING || phase == Phase.LEADING);
    }
}
