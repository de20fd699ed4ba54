// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world.event;

import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Reads the text form of a {@link Choice}. */
final class ChoiceReader {
    private static final String FORMS =
            "acquire n1 [shared] [now] [lock=L], release n1 [#claim] [lock=L], abandon n1 [#claim]"
                    + " [lock=L], deliver n1->n2 [@position], duplicate n1->n2 [@position], drop n1->n2 [@position], reset n1--n2"
                    + " (both notice), reset n1->n2 (only n1 notices), suspect n1 of n2, unsuspect n1 of n2, fire n1 TIMER [lock=L], crash n1, detect n1 of n2,"
                    + " restart n1, leave n1, distrust n1 of n2, expire n1 of n2 [@start], vote n1,"
                    + " slow n1 of n2, fast n1 of n2, twin n1 of n2, single n1 of n2, freeze n1, stop n1, end n1,"
                    + " rise n1 to 1, over n1, thaw n1";

    private final String text;

    /** The words that are neither lock, claim nor position. */
    private final List<String> words = new ArrayList<>();

    private LockName lock = Choice.USUAL_LOCK;
    private long claim;
    private int position = 1;

    ChoiceReader(String text) {
        this.text = text.strip();
        for (String word : this.text.split("\\s+")) {
            if (word.startsWith("lock=")) {
                lock = LockName.of(word.substring("lock=".length()));
            } else if (word.matches("#[1-9][0-9]{0,8}")) {
                claim = Long.parseLong(word.substring(1));
            } else if (word.matches("@[1-9][0-9]{0,8}")) {
                position = Integer.parseInt(word.substring(1));
            } else {
                words.add(word);
            }
        }
    }

    Choice read() {
        Choice choice = understand();
        // Parts that were not understood, or not meant for this kind of choice, are missing from its own text.
        if (!sameWords(choice.toString(), text)) {
            throw unknown();
        }
        return choice;
    }

    private Choice understand() {
        return switch (word(0)) {
            case "acquire" ->
                new Choice.Acquire(
                        node(1), lock, words.contains("shared") ? Mode.SHARED : Mode.EXCLUSIVE, words.contains("now"));
            case "release" -> new Choice.Release(node(1), lock, claim);
            case "abandon" -> new Choice.Abandon(node(1), lock, claim);
            case "deliver" -> new Choice.Deliver(end(0, "->"), end(1, "->"), position);
            case "duplicate" -> new Choice.Duplicate(end(0, "->"), end(1, "->"), position);
            case "drop" -> new Choice.Drop(end(0, "->"), end(1, "->"), position);
            case "reset" ->
                word(1).contains("--")
                        ? new Choice.Reset(end(0, "--"), end(1, "--"), true)
                        : new Choice.Reset(end(0, "->"), end(1, "->"), false);
            case "suspect", "unsuspect", "distrust", "slow", "fast", "twin", "single" ->
                Choice.Tell.fault(node(1), news());
            case "crash" -> new Choice.Crash(node(1));
            case "detect" -> Choice.Tell.due(node(1), news());
            case "restart" -> new Choice.Restart(node(1));
            case "leave" -> Choice.Tell.fault(node(1), Event.Signal.LEAVE);
            case "expire" -> new Choice.Expire(node(1), node(3), position);
            case "vote" -> Choice.Tell.due(node(1), Event.Signal.VOTE);
            case "freeze" -> new Choice.Freeze(node(1));
            case "stop" -> Choice.Tell.fault(node(1), Event.Signal.STOP);
            case "end" -> new Choice.End(node(1));
            case "rise" -> new Choice.Change(node(1), Choice.Change.Step.RISE, number(3), true);
            case "over" -> new Choice.Change(node(1), Choice.Change.Step.OVER, 0, true);
            case "thaw" -> new Choice.Change(node(1), Choice.Change.Step.THAW, 0, true);
            case "fire" -> new Choice.Fire(node(1), lock, word(2));
            default -> throw unknown();
        };
    }

    private Event news() {
        return Event.News.valueOf(word(0).toUpperCase(Locale.ROOT)).of(node(3));
    }

    private static boolean sameWords(String one, String other) {
        return words(one).equals(words(other));
    }

    private static List<String> words(String text) {
        return Arrays.stream(text.split("\\s+"))
                .filter(word -> !word.equals("@1") && !word.equals("lock=" + Choice.USUAL_LOCK))
                .sorted()
                .toList();
    }

    private String word(int place) {
        if (place >= words.size()) {
            throw unknown();
        }
        return words.get(place);
    }

    private int number(int place) {
        if (!word(place).matches("[1-9][0-9]{0,3}")) {
            throw unknown();
        }
        return Integer.parseInt(word(place));
    }

    private NodeId node(int place) {
        return NodeId.parse(word(place));
    }

    private NodeId end(int which, String arrow) {
        String[] ends = word(1).split(arrow, 2);
        if (ends.length < 2) {
            throw unknown();
        }
        return NodeId.parse(ends[which]);
    }

    private IllegalArgumentException unknown() {
        return new IllegalArgumentException("this is not a choice: \"" + text + "\". There are: " + FORMS);
    }
}
