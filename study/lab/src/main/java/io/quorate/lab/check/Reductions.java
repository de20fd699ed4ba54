package io.quorate.lab.check;

/**
 * What a search leaves out because something else shows the same. Verdicts do not depend on it.
 *
 * @param sleepSets whether only one order is tried of steps that cannot influence each other ({@link SleepSets})
 */
public record Reductions(boolean sleepSets) {
    /** Every step of every state. */
    public static final Reductions NONE = new Reductions(false);

    /** All that the system allows. */
    public static final Reductions ALL = new Reductions(true);
}
