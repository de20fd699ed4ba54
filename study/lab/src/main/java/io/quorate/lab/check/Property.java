// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.check;

import io.quorate.lab.world.Cluster;
import java.util.function.Predicate;

/** Something to find out about all states of a cluster, as a sentence. */
public record Property(Kind kind, String sentence, Predicate<Cluster> holds) {
    /** Of which states it is asked. */
    public enum Kind {
        /** True in every state. */
        ALWAYS,
        /** True in at least one state: proof that the system is rich enough to show anything. */
        SOMETIMES,
        /**
         * True in every terminal state, that is one in which nothing has to happen any more: no frame under way, no holder
         * that will release, no wish left, no timer. It says nothing about runs that never end; those would need ever new
         * states or a circle, and grant numbers, which only rise, are bounded by a property of their own.
         */
        EVENTUALLY
    }

    /** One that is true in every state. */
    public static Property always(String sentence, Predicate<Cluster> holds) {
        return new Property(Kind.ALWAYS, sentence, holds);
    }

    /** One that is true in at least one state. */
    public static Property sometimes(String sentence, Predicate<Cluster> holds) {
        return new Property(Kind.SOMETIMES, sentence, holds);
    }

    /** One that is true in every terminal state. */
    public static Property eventually(String sentence, Predicate<Cluster> holds) {
        return new Property(Kind.EVENTUALLY, sentence, holds);
    }
}
