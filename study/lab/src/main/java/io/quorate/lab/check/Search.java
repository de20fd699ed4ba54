package io.quorate.lab.check;

import io.quorate.lab.world.Cluster;
import io.quorate.lab.world.ClusterObserver;
import io.quorate.lab.world.Possibilities;
import io.quorate.lab.world.event.Choice;
import io.quorate.lab.world.step.RememberingStepper;
import java.util.ArrayList;
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
    private final List<Choice> choices = new ArrayList<>();
    private final int[] row;

    private final Fingerprints visited = new Fingerprints();
    private final Ancestry ancestry = new Ancestry();
    private Rows frontier;
    private Rows nextFrontier;

    private long transitions;
    private long terminalStates;
    private int depth;
    private @Nullable Property violated;
    private int violatingState;

    Search(CheckSystem system, List<Property> properties, Progress progress) {
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
        this.possibilities = new Possibilities(system.limits());
        this.stepper = new RememberingStepper(system.setup());
        this.current = new Cluster(system.setup(), stepper, ClusterObserver.NONE);
        this.next = current.fork();
        this.row = new int[stepper.packedLength()];
        this.frontier = new Rows(row.length);
        this.nextFrontier = new Rows(row.length);
    }

    CheckReport run() {
        system.prefix().forEach(next::apply);
        discover(next, 0, 0);
        boolean complete = false;
        while (violated == null && !complete && ancestry.count() < system.statesMax()) {
            Rows level = nextFrontier;
            nextFrontier = frontier;
            nextFrontier.clear();
            frontier = level;
            complete = level.count() == 0;
            if (!complete) {
                expand(ancestry.count() - level.count());
                depth++;
            }
        }
        return report(complete);
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
                follow(firstNumber + index);
            }
            if (ancestry.count() >= system.statesMax()) {
                return;
            }
        }
    }

    private void follow(int number) {
        for (int place = 0; place < choices.size(); place++) {
            next.copyFrom(current);
            next.apply(choices.get(place));
            transitions++;
            discover(next, number, place);
        }
    }

    private void discover(Cluster cluster, int parent, int place) {
        possibilities.reduce(cluster, stepper);
        stepper.pack(cluster, row, 0);
        if (!visited.add(Fingerprints.of(row))) {
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
                counterexample);
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
