// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.ricartagrawala;

import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.ProtocolTraits;
import io.quorate.core.lock.ProtocolTraits.Crashes;
import io.quorate.core.lock.ProtocolTraits.Delivery;
import io.quorate.core.lock.ProtocolTraits.Fairness;
import io.quorate.core.quorum.QuorumSystem;
import io.quorate.core.quorum.systems.All;
import io.quorate.core.wire.Codec;
import io.quorate.papers.ricartagrawala.Choices.Choice;
import io.quorate.papers.ricartagrawala.media.RingMachine;
import io.quorate.papers.ricartagrawala.media.SequencedMachine;
import io.quorate.papers.ricartagrawala.numbers.DelayedActing;
import io.quorate.papers.ricartagrawala.practice.PracticalMachine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Ricart and Agrawala's algorithm with any of its modifications that go together. */
public final class RicartAgrawala implements Protocol<RicartAgrawalaMessage> {
    private final Rules rules;

    /** Section 2, corrected. */
    public RicartAgrawala() {
        this(Rules.of(Choices.PLAIN));
    }

    private RicartAgrawala(Rules rules) {
        this.rules = rules;
    }

    /** With these modifications, as in {@code counted+readers-writers}. */
    public static RicartAgrawala with(String modifications) {
        return Choices.parse(modifications)
                .map(choices -> new RicartAgrawala(Rules.of(choices)))
                .orElseThrow(() -> new IllegalArgumentException("There is no such modification: " + modifications));
    }

    /** With modifications that do not go together: it breaks, and is there to show how. */
    public static RicartAgrawala evenIfRefused(String modifications) {
        return Choices.words(modifications)
                .map(choices -> new RicartAgrawala(Rules.of(choices)))
                .orElseThrow(() -> new IllegalArgumentException("There is no such modification: " + modifications));
    }

    /** Without one rule, with the fewest choices that have it: for the checker, never for use. */
    public static RicartAgrawala without(Rule rule) {
        return new RicartAgrawala(Rules.of(rule.choices()).without(rule));
    }

    @Override
    public String name() {
        return "ricart-agrawala";
    }

    @Override
    public int placeInLists() {
        return 7;
    }

    @Override
    public String summary() {
        return "Ricart and Agrawala 1980: every other node must answer; 2(N-1) messages, and the report's modifications";
    }

    @Override
    public String rules() {
        return rules.choices().toString();
    }

    @Override
    public Optional<String> knownFault() {
        return rules.choices().has(Choice.AS_PRINTED) ? Optional.of(AS_PRINTED_FAULT) : Optional.empty();
    }

    /** Each modification alone; {@link #byRules} knows those that go together too. */
    @Override
    public List<Protocol<RicartAgrawalaMessage>> ruleSets() {
        List<Protocol<RicartAgrawalaMessage>> sets = new ArrayList<>();
        sets.add(new RicartAgrawala());
        for (Choice choice : Choice.values()) {
            sets.add(new RicartAgrawala(Rules.of(Choices.withFewest(choice))));
        }
        return List.copyOf(sets);
    }

    @Override
    public Optional<Protocol<RicartAgrawalaMessage>> byRules(String text) {
        return Choices.parse(text).map(choices -> new RicartAgrawala(Rules.of(choices)));
    }

    @Override
    public ProtocolTraits traits() {
        if (rules.has(Choice.SEQUENCED)) {
            return new ProtocolTraits(Delivery.SEQUENCED, false, false, false, Crashes.NONE, Fairness.ARRIVAL);
        }
        boolean literal = rules.has(Choice.AS_PRINTED) || rules.has(Choice.MODULO);
        boolean writersFirst = rules.has(Choice.WRITERS_FIRST);
        ProtocolTraits traits = new ProtocolTraits(
                rules.has(Choice.LEARN_FROM_ONE) ? Delivery.FIFO : Delivery.UNORDERED,
                !literal && !isRing() && !rules.has(Choice.IMPLICIT_REPLY),
                !literal,
                rules.has(Choice.READERS_WRITERS) || writersFirst,
                rules.has(Choice.PRACTICAL) ? Crashes.ALL_IF_DETECTED_RIGHTLY : Crashes.NONE,
                fairness(),
                !keepsIdleLocks());
        if (rules.has(Choice.PRACTICAL)) {
            return traits.survivingRestarts();
        }
        return rules.has(Choice.IMPLICIT_REPLY)
                ? traits.withinTransmissionTimesOf(ImplicitReply.TRANSMISSION_MAX)
                : traits;
    }

    /** Numbers modulo M do not tell which of two requests is older if one of them waits for long. */
    private Fairness fairness() {
        if (rules.has(Choice.MODULO)) {
            return Fairness.BOUNDED;
        }
        return rules.has(Choice.WRITERS_FIRST) ? Fairness.WRITERS_FIRST : Fairness.STAMP_ORDER;
    }

    private boolean keepsIdleLocks() {
        return rules.has(Choice.AS_PRINTED)
                || rules.has(Choice.COUNTED)
                || rules.has(Choice.MODULO)
                || rules.has(Choice.PRIORITY)
                || rules.has(Choice.STANDING_REPLIES)
                || rules.has(Choice.PRACTICAL);
    }

    @Override
    public LockMachine<RicartAgrawalaMessage> newMachine(MachineContext context) {
        context.requireVoter(name());
        if (rules.has(Choice.SEQUENCED)) {
            return new SequencedMachine(context, rules);
        }
        if (rules.has(Choice.PRACTICAL)) {
            return new PracticalMachine(context, rules);
        }
        if (rules.has(Choice.DELAY_ACTING)) {
            return new DelayedActing(context, rules);
        }
        return isRing() ? new RingMachine(context, rules) : new RicartAgrawalaMachine(context, rules);
    }

    private boolean isRing() {
        return rules.has(Choice.RING) || rules.has(Choice.RING_NOTES);
    }

    @Override
    public Codec<RicartAgrawalaMessage> codec() {
        return RicartAgrawalaMessage.TABLE;
    }

    @Override
    public QuorumSystem usualQuorums(int nodes) {
        return new All(nodes);
    }

    @Override
    public void requireUsable(QuorumSystem quorums) {
        All.require(name(), quorums);
    }
}
