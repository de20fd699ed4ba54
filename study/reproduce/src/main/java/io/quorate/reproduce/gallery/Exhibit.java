// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.gallery;

import io.quorate.core.lock.Protocol;
import io.quorate.lab.scenario.Scenario;
import io.quorate.lab.scenario.ScenarioRunner;
import io.quorate.trace.SpaceTime;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A scenario that was played, and what the index says of it.
 *
 * @param name the protocol and the file, as in {@code maekawa/section-5-circular-locking}
 */
record Exhibit(String name, Scenario scenario, ScenarioRunner.Outcome outcome) {
    private static final Pattern RULE = Pattern.compile("\\b[A-Z][0-9]+[a-z]?\\b");
    private static final Pattern ERRATUM = Pattern.compile("\\bE-[A-Z][0-9]+\\b");
    private static final Pattern CORRECTED = Pattern.compile("E-[A-Z0-9]+, corrected|\\b[Cc]orrected\\b");

    /** Plays it. */
    static Exhibit of(String name, String text) {
        Scenario scenario = Scenario.parse(text);
        return new Exhibit(name, scenario, ScenarioRunner.play(scenario));
    }

    String protocol() {
        return scenario.setup().protocol().name();
    }

    Hall hall() {
        return Hall.of(protocol());
    }

    Place place() {
        return hall().paper().isPresent() ? Place.of(name, about()) : Place.NONE;
    }

    /** The name of its file as a sentence. */
    String heading() {
        String file = name.substring(name.indexOf('/') + 1);
        String words = file.replaceFirst("^section-(\\d+)-", "")
                .replaceFirst("^as-printed-", "as printed: ")
                .replaceFirst("-as-printed$", ", as printed")
                .replaceFirst("-without-(\\w+)$", ", without $1")
                .replace('-', ' ');
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }

    /** Its subject, from its file. */
    String about() {
        return scenario.title();
    }

    SpaceTime diagram() {
        return outcome.diagram();
    }

    /** The page, from the index. */
    String address() {
        return name + ".html";
    }

    /** The set of rules, unless it is the one for use; and the rule that is left out. */
    String variant() {
        Protocol<?> protocol = scenario.setup().protocol();
        boolean isUsual = protocol.rules().equals(protocol.ruleSets().get(0).rules());
        String without = scenario.setup().withoutRule();
        return ((isUsual ? "" : protocol.rules()) + (without.isEmpty() ? "" : " without " + without)).strip();
    }

    /** The numbers of the rules and errata that it is about. */
    List<String> rules() {
        String said = about() + " " + scenario.setup().withoutRule();
        List<String> errata = found(ERRATUM, said);
        List<String> rules = found(RULE, ERRATUM.matcher(said).replaceAll(" "));
        return Stream.concat(errata.stream(), rules.stream()).toList();
    }

    private static List<String> found(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(MatchResult::group)
                .distinct()
                .sorted()
                .toList();
    }

    Shows shows() {
        return KnownExhibits.shows(name).orElseGet(this::showsByItsRun);
    }

    private Shows showsByItsRun() {
        boolean isBroken = outcome.text().contains("\nBROKEN: ");
        boolean isErratum = ERRATUM.matcher(about()).find();
        boolean isPrinted = scenario.setup().protocol().rules().contains("printed");
        boolean isCorrected = CORRECTED.matcher(about()).find();
        boolean goesWrong = isBroken || waitsAtTheEnd() || scriptExpects("something remains");
        if (isPrinted && (isErratum || goesWrong)) {
            return Shows.FAULT;
        }
        if (isErratum && isBroken) {
            return Shows.FAULT; // the place that is corrected is left out again
        }
        if (!scenario.setup().withoutRule().isEmpty()) {
            return Shows.WITHOUT_RULE;
        }
        if (isBroken) {
            return Shows.ASSUMPTION;
        }
        return isErratum || (isCorrected && !isPrinted) ? Shows.CORRECTED : Shows.WORKS;
    }

    private boolean waitsAtTheEnd() {
        return outcome.diagram().spans().stream()
                .anyMatch(span -> span.activity() == SpaceTime.Activity.WAITING && span.to() == SpaceTime.NEVER);
    }

    private boolean scriptExpects(String what) {
        return scenario.blocks().stream()
                .flatMap(block -> block.script().stream())
                .anyMatch(("expect " + what)::equals);
    }
}
