// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.kits.sequential;

import java.util.List;

/** Takes the place of a list in mutants whose nodes lock their own arbiter first. */
public final class OwnArbiterFirst {
    private OwnArbiterFirst() {}

    /** Adds the member before all others. */
    public static <T> boolean add(List<T> members, T member) {
        members.add(0, member);
        return true;
    }
}
