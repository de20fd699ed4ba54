// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.check;

import io.quorate.lab.check.store.Ancestry;
import io.quorate.lab.check.store.Fingerprints;
import io.quorate.lab.check.store.Rows;
import io.quorate.lab.world.Cluster;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.Possibilities;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.step.RememberingStepper;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One breadth-first search. The states of one level are looked at before those one choice farther away. */
final class Search {
    private static final int STATES_BETWEEN_NEWS = 1 << 15;

    private final CheckSystem system;
    private final Progress progress;
    private final List<Property> always = new ArrayList<>();
    private final List<Property> eventually = new ArrayList<>();
    private final List<Property> notYetSeen = new ArrayList<>();
    private final List<Property> properties;

    private final Possibilities possibilities;
    private final RememberingStepper stepper;
    private final Cluster current;
    private final Cluster next;
    private final Cluster renamed;
    private final List<Choice> choices = new ArrayList<>();
    private final int[] row;
    private final int[] renamedRow;

    /** The naming by which the last state has its fingerprint; 0 if by the names that its nodes have. */
    private int naming;

    private final SleepSets sleepSets;
    private final Symmetry symmetry;
    private final Fingerprints visited;
    private final Ancestry ancestry = new Ancestry();
    private Rows frontier;
    private Rows nextFrontier;

    /** The sleeping steps in each state of a level; empty if none ever sleeps. */
    private long[] asleep = new long[0];

    private long[] nextAsleep = new long[0];

    /** By which naming each state of the next level was found. */
    private byte[] nextNamings = new byte[0];

    private int nextFirstNumber;

    private long transitions;
    private long terminalStates;
    private int depth;
    private @Nullable Property violated;
    private int violatingState;

    Search(CheckSystem system, List<Property> properties, SleepSets sleepSets, Symmetry symmetry, Progress progress) {
        this.system = system;
        this.properties = List.copyOf(properties);
        this.progress = progress;
        for (Property property : properties) {
            switch (property.kind()) {
                case ALWAYS -> always.add(property);
                case EVENTUALLY -> eventually.add(property);
                case SOMETIMES -> notYetSeen.add(property);
            }
        }
        this.sleepSets = sleepSets;
        this.symmetry = symmetry;
        this.visited = sleepSets.isUsed() ? Fingerprints.numbered() : Fingerprints.unnumbered();
        this.possibilities = new Possibilities(system.limits());
        this.stepper = new RememberingStepper(system.setup(), symmetry.renamings());
        this.current = new Cluster(system.setup(), stepper, ClusterObserver.NONE);
        this.next = current.fork();
        this.renamed = current.fork();
        this.row = new int[stepper.packedLength()];
        this.renamedRow = new int[row.length];
        this.frontier = new Rows(row.length);
        this.nextFrontier = new Rows(row.length);
    }

    CheckReport run() {
        system.prefix().forEach(next::apply);
        discover(next, 0, 0, 0);
        boolean complete = false;
        while (violated == null && !complete && ancestry.count() < system.statesMax()) {
            Rows level = nextFrontier;
            nextFrontier = frontier;
            nextFrontier.clear();
            frontier = level;
            swapSleepers();
            complete = level.count() == 0;
            if (!complete) {
                expand(ancestry.count() - level.count());
                depth++;
            }
        }
        return report(complete);
    }

    private void swapSleepers() {
        long[] level = nextAsleep;
        nextAsleep = asleep;
        asleep = level;
        nextFirstNumber = ancestry.count();
    }

    /** Looks at every state of this level, of which the first has this number. */
    private void expand(int firstNumber) {
        for (int index = 0; index < frontier.count(); index++) {
            frontier.read(index, row);
            stepper.unpack(row, 0, current);
            choices.clear();
            possibilities.list(current, choices);
            if (choices.isEmpty() || choices.get(0).isOptional()) {
                lookAtTerminal(firstNumber + index);
            }
            // Once something is wrong one level farther, only a terminal state of this level is a shorter run.
            if (violated == null) {
                follow(firstNumber + index, sleepSets.isUsed() ? asleep[index] : 0);
            }
            if (ancestry.count() >= system.statesMax()) {
                return;
            }
        }
    }

    private void follow(int number, long sleeping) {
        long sleepingOrTried = sleeping;
        for (int place = 0; place < choices.size(); place++) {
            Choice choice = choices.get(place);
            long bit = sleepSets.bitOf(choice);
            if ((sleeping & bit) == 0) {
                next.copyFrom(current);
                next.apply(choice);
                transitions++;
                discover(next, number, place, sleepSets.after(sleepingOrTried, choice));
                sleepingOrTried |= bit;
            }
        }
    }

    private void discover(Cluster cluster, int parent, int place, long sleeping) {
        possibilities.reduce(cluster, stepper);
        stepper.pack(cluster, row, 0);
        int known = visited.add(fingerprint(cluster), ancestry.count());
        if (sleepSets.isUsed()) {
            sleep(known, sleeping);
        }
        if (known >= 0) {
            return;
        }
        int number = ancestry.count();
        ancestry.add(parent, place);
        nextFrontier.add(row);
        for (int each = 0; each < always.size() && violated == null; each++) {
            if (!always.get(each).holds().test(cluster)) {
                violated = always.get(each);
                violatingState = number;
            }
        }
        for (int each = notYetSeen.size() - 1; each >= 0; each--) {
            if (notYetSeen.get(each).holds().test(cluster)) {
                notYetSeen.remove(each);
            }
        }
        if (number % STATES_BETWEEN_NEWS == STATES_BETWEEN_NEWS - 1) {
            progress.reached(number + 1L, nextFrontier.count(), depth);
        }
    }

    /** The least of those that the state has under all names of its nodes. */
    private long fingerprint(Cluster cluster) {
        long least = Fingerprints.of(row);
        naming = 0;
        for (int other = 0; other < stepper.renamings(); other++) {
            stepper.rename(cluster, other, renamed);
            possibilities.reduce(renamed, stepper);
            stepper.pack(renamed, renamedRow, 0);
            long fingerprint = Fingerprints.of(renamedRow);
            if (fingerprint < least) {
                least = fingerprint;
                naming = other + 1;
            }
        }
        return least;
    }

    /**
     * A step sleeps in a state only if it does so on every way from the level before. Where the state is reached under other names,
     * other steps would sleep: then
     * none does.
     */
    private void sleep(int known, long sleeping) {
        int index = (known < 0 ? ancestry.count() : known) - nextFirstNumber;
        if (index == nextAsleep.length) {
            nextAsleep = Arrays.copyOf(nextAsleep, Math.max(1 << 10, 2 * index));
        }
        if (index == nextNamings.length) {
            nextNamings = Arrays.copyOf(nextNamings, Math.max(1 << 10, 2 * index));
        }
        if (known < 0) {
            nextAsleep[index] = sleeping;
            nextNamings[index] = (byte) naming;
        } else if (index >= 0) {
            nextAsleep[index] &= nextNamings[index] == naming ? sleeping : 0;
        }
    }

    private void lookAtTerminal(int number) {
        terminalStates++;
        Property before = violated;
        boolean shorterRunKnown = before != null && before.kind() == Property.Kind.EVENTUALLY;
        for (int each = 0; each < eventually.size() && !shorterRunKnown; each++) {
            if (!eventually.get(each).holds().test(current)) {
                violated = eventually.get(each);
                violatingState = number;
                return;
            }
        }
    }

    private CheckReport report(boolean complete) {
        Property broken = violated;
        Counterexample counterexample = null;
        if (broken != null) {
            counterexample =
                    new PathReplay(system, possibilities, stepper).confirm(broken, ancestry.pathTo(violatingState));
        }
        List<CheckReport.PropertyVerdict> verdicts = new ArrayList<>();
        for (Property property : properties) {
            verdicts.add(new CheckReport.PropertyVerdict(property, verdictOn(property, complete)));
        }
        return new CheckReport(
                system,
                ancestry.count(),
                transitions,
                depth,
                terminalStates,
                complete,
                List.copyOf(verdicts),
                counterexample,
                symmetry.alike());
    }

    private Verdict verdictOn(Property property, boolean complete) {
        if (property.equals(violated)) {
            return Verdict.INVALID;
        }
        if (property.kind() == Property.Kind.SOMETIMES && !notYetSeen.contains(property)) {
            return Verdict.VALID;
        }
        if (!complete) {
            return Verdict.UNKNOWN;
        }
        return property.kind() == Property.Kind.SOMETIMES ? Verdict.INVALID : Verdict.VALID;
    }
}
