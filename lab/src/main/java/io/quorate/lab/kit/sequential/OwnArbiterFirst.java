package io.quorate.lab.kit.sequential;

import java.util.List;

/** Takes the place of a list in mutants whose nodes lock their own arbiter first. */
public final class OwnArbiterFirst {
    private OwnArbiterFirst() {}

    /** Adds the member before all others. */
    @SuppressWarnings("unchecked")
    public static boolean add(List<?> members, Object member) {
        ((List<Object>) members).add(0, member);
        return true;
    }
}
