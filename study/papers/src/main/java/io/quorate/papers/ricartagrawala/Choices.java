// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.ricartagrawala;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which of the report's modifications are used, of each kind at most one. As text, the words with a plus between them, as in
 * {@code counted+readers-writers}; without any it is the algorithm of section 2, {@code corrected}.
 */
public record Choices(Set<Choice> chosen) {
    private static final String NONE = "corrected";

    static final Choices PLAIN = new Choices(EnumSet.noneOf(Choice.class));

    /** The subject of a choice. Two choices of one kind exclude each other. */
    enum Kind {
        NUMBERS("how sequence numbers are chosen"),
        ACTING("when a REQUEST is acted upon"),
        ANSWERS("what is said and what silence means"),
        MEDIUM("how messages travel"),
        MODES("who excludes whom"),
        PERMISSION("how long a REPLY lasts"),
        GROUP("who takes part"),
        INSERTION("how a newcomer is inserted"),
        LEARNING("how a newcomer learns the highest number"),
        TEXT("whether the listing is taken literally");

        private final String words;

        Kind(String words) {
            this.words = words;
        }
    }

    /** One modification. */
    public enum Choice {
        /** Section 2.2: Highest_Sequence_Number belongs to the lock, and REPLYs do not raise it; else it is the node's clock. */
        COUNTED("counted", Kind.NUMBERS),
        /** Section 6.4: numbers modulo 2N - 1. */
        MODULO("modulo", Kind.NUMBERS),
        /** Section 6.5: who chooses a number goes a step ahead that is as good as random. */
        RANDOM_INCREMENTS("random-increments", Kind.NUMBERS),
        /** Section 6.5: the first half of the nodes stand back, by taking larger steps. */
        PRIORITY("priority", Kind.NUMBERS),
        /** Section 6.5: nodes of high priority delay acting on REQUESTs of low priority. */
        DELAY_ACTING("delay-acting", Kind.ACTING),
        /** Section 6.1: who does not say DEFERRED in time has answered. */
        IMPLICIT_REPLY("implicit-reply", Kind.ANSWERS),
        /** Section 6.2: the REQUEST is one broadcast. */
        BROADCAST("broadcast", Kind.MEDIUM),
        /** Section 6.2.1: the medium gives all broadcasts one order. */
        SEQUENCED("sequenced", Kind.MEDIUM),
        /** Section 6.2.2: so are the REPLYs of a node that leaves. */
        BROADCAST_REPLIES("broadcast-replies", Kind.MEDIUM),
        /** Section 6.3: the REQUEST goes from node to node, and waits where it is deferred. */
        RING("ring", Kind.MEDIUM),
        /** Section 6.3: the REQUEST goes from node to node, and takes notes of who has deferred it. */
        RING_NOTES("ring-notes", Kind.MEDIUM),
        /** Section 6.6. */
        READERS_WRITERS("readers-writers", Kind.MODES),
        /** The promise of section 6.6, by other rules than its own: writers before readers. */
        WRITERS_FIRST("writers-first", Kind.MODES),
        /** Carvalho and Roucairol: a REPLY lasts until its sender asks itself. */
        STANDING_REPLIES("standing-replies", Kind.PERMISSION),
        /** Section 7: nodes fail, come back, join and leave. Numbers are counted, so that there is something to learn. */
        PRACTICAL("practical", Kind.GROUP),
        /** Section 7.2.2, the alternative: without a sponsor. */
        INSERT_BY_BROADCAST("insert-by-broadcast", Kind.INSERTION),
        /** Section 7.2.3, b, instead of a. */
        LEARN_FROM_EACH("learn-from-each", Kind.LEARNING),
        /** Section 7.2.3, c. */
        LEARN_FROM_GROWTH("learn-from-growth", Kind.LEARNING),
        /** Section 7.2.3, d. */
        LEARN_BY_WAITING("learn-by-waiting", Kind.LEARNING),
        /** Section 7.2.3, e. */
        LEARN_FROM_ONE("learn-from-one", Kind.LEARNING),
        /** Section 2.2 to the letter, for the checker. */
        AS_PRINTED("as-printed", Kind.TEXT);

        private final String word;
        private final Kind kind;

        Choice(String word, Kind kind) {
            this.word = word;
            this.kind = kind;
        }

        String word() {
            return word;
        }
    }

    public Choices {
        chosen = Collections.unmodifiableSet(chosen.isEmpty() ? EnumSet.noneOf(Choice.class) : EnumSet.copyOf(chosen));
    }

    static Choices of(Choice... choices) {
        return new Choices(choices.length == 0 ? EnumSet.noneOf(Choice.class) : EnumSet.copyOf(List.of(choices)));
    }

    /** The fewest choices with this one. */
    static Choices withFewest(Choice choice) {
        return switch (choice.kind) {
            case LEARNING, INSERTION -> of(Choice.PRACTICAL, choice);
            case ACTING -> of(Choice.PRIORITY, choice);
            default -> of(choice);
        };
    }

    /** Section 7.2.3: the way of learning the highest number, if it is not a, by asking. */
    public Optional<Choice> learning() {
        return chosen.stream().filter(choice -> choice.kind == Kind.LEARNING).findFirst();
    }

    /** The choices that a text names; empty if one of its words is none. Those that do not go together are refused. */
    static Optional<Choices> parse(String text) {
        Optional<Choices> choices = words(text);
        choices.ifPresent(Choices::requirePossible);
        return choices;
    }

    /** The choices that a text names, whether they go together or not. */
    static Optional<Choices> words(String text) {
        EnumSet<Choice> chosen = EnumSet.noneOf(Choice.class);
        for (String word : text.equals(NONE) ? List.<String>of() : List.of(text.split("\\+", -1))) {
            Optional<Choice> choice = Arrays.stream(Choice.values())
                    .filter(each -> each.word.equals(word))
                    .findFirst();
            if (choice.isEmpty()) {
                return Optional.empty();
            }
            chosen.add(choice.get());
        }
        return Optional.of(new Choices(chosen));
    }

    boolean has(Choice choice) {
        return chosen.contains(choice);
    }

    private void requirePossible() {
        List<Choice> seen = new ArrayList<>();
        for (Choice choice : chosen) {
            for (Choice other : seen) {
                if (other.kind == choice.kind) {
                    throw new IllegalArgumentException("\"" + other.word + "\" and \"" + choice.word + "\" both say "
                            + choice.kind.words + ": take one of them.");
                }
            }
            seen.add(choice);
        }
        if (learning().isPresent() && !has(Choice.PRACTICAL)) {
            throw new IllegalArgumentException("\"" + learning().get().word
                    + "\" is about newcomers, and there are some with \"practical\" only: add that.");
        }
        if (has(Choice.INSERT_BY_BROADCAST) && !has(Choice.PRACTICAL)) {
            throw new IllegalArgumentException("\"" + Choice.INSERT_BY_BROADCAST.word
                    + "\" is about newcomers, and there are some with \"practical\" only: add that.");
        }
        if (has(Choice.DELAY_ACTING) && !equals(withFewest(Choice.DELAY_ACTING))) {
            throw new IllegalArgumentException("\"" + Choice.DELAY_ACTING.word + "\" is about nodes of high and low"
                    + " priority, and was looked at with \"" + Choice.PRIORITY.word + "\" alone: take "
                    + withFewest(Choice.DELAY_ACTING) + ".");
        }
        Combination.requireAllowed(this);
    }

    @Override
    public String toString() {
        return chosen.isEmpty()
                ? NONE
                : String.join("+", chosen.stream().map(Choice::word).toList());
    }
}
