// SPDX-License-Identifier: Apache-2.0
package io.quorate.house;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.ProtocolTraits;
import io.quorate.core.lock.Protocols;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What docs/understand/guarantees.md promises is what the code says of itself, and each promise names a proof that exists. */
final class GuaranteesTest {
    private static final Path PAGE = Repository.ROOT.resolve("docs/understand/guarantees.md");
    private static final String PROOFS = "Shown by";
    private static final Pattern IN_BACKTICKS = Pattern.compile("`([^`]+)`");
    private static final Pattern TEST_METHOD = Pattern.compile("([A-Z]\\w*)#([a-z]\\w*)");
    private static final Pattern TEST_CLASS = Pattern.compile("[A-Z]\\w*");
    private static final Pattern SCENARIO = Pattern.compile("[\\w/-]+\\.scn");

    @Test
    void theTableOfTraitsIsTheOneThatTheProtocolsDeclare() {
        StringBuilder table = new StringBuilder();
        table.append("| Protocol | Messages may arrive | Link resets | Duplicates | SHARED | Crashes | Order of waiters"
                + " | Remembers idle locks |\n");
        table.append("|---|---|---|---|---|---|---|---|\n");
        for (Protocol<?> protocol : Protocols.all()) {
            table.append(rowOf(protocol)).append('\n');
        }
        assertThat(Repository.read(PAGE).orElseThrow())
                .as("docs/understand/guarantees.md must contain this table, made from ProtocolTraits:%n%n%s%n", table)
                .contains(table);
    }

    private static String rowOf(Protocol<?> protocol) {
        ProtocolTraits traits = protocol.traits();
        String order = switch (traits.needs()) {
            case SEQUENCED -> "only in one order of all, the same for all";
            case FIFO -> "only in the order sent";
            case UNORDERED -> "in any order";
        };
        String crashes = switch (traits.crashes()) {
            case NONE -> "any crash may stop everybody";
            case VOTERS_WHILE_WAITING -> "waiters avoid dead voters; what a dead node held stays held";
            case VOTERS_AND_WAITERS ->
                "waiters avoid dead voters and do not wait behind the dead; what a dead node was granted stays granted";
            case ALL_IF_DETECTED_RIGHTLY -> "the others go on; but a wrong suspicion may let two in";
            case ALL_BY_LEASES -> "the others go on; what a dead node held is free when its lease has run out";
        };
        String waiters = switch (traits.fairness()) {
            case ARRIVAL -> "arrival at the node that decides";
            case STAMP_ORDER -> "age of the requests (stamps)";
            case BOUNDED ->
                "no order; how often a waiter is passed is [bounded](../study/check.md#order-of-those-who-wait)";
            case NONE -> "no order; a waiter may be passed any number of times";
            case WRITERS_FIRST -> "EXCLUSIVE first, then age of the requests (stamps)";
        };
        return String.join(
                " | ",
                "| `" + protocol.name() + "`",
                order,
                traits.survivesLinkResets() ? "survived" : "not survived",
                traits.survivesDuplicates() ? "survived" : "not survived",
                traits.knowsShared() ? "yes" : "no, taken as EXCLUSIVE",
                crashes,
                waiters,
                traits.forgetsIdleLocks() ? "no |" : "yes |");
    }

    @Test
    void everyProofThatIsNamedExists() {
        List<String> cells = MarkdownPage.read(PAGE).column(PROOFS).stream()
                .filter(cell -> !cell.matches("-+"))
                .toList();
        assertThat(cells).as("cells of the column \"%s\"", PROOFS).hasSizeGreaterThan(5);
        List<String> problems = new ArrayList<>();
        for (String cell : cells) {
            List<String> proofs = IN_BACKTICKS
                    .matcher(cell)
                    .results()
                    .map(match -> match.group(1))
                    .toList();
            if (proofs.isEmpty()) {
                problems.add("a promise without a proof: " + cell);
            }
            proofs.forEach(proof -> problemWith(proof).ifPresent(problems::add));
        }
        assertThat(problems).as("proofs named in docs/understand/guarantees.md").isEmpty();
    }

    /** A proof is written Class#method or Class (a test), or folder/name.scn (a scenario, below scenarios/). */
    private static Optional<String> problemWith(String proof) {
        if (SCENARIO.matcher(proof).matches()) {
            boolean exists = Files.exists(Repository.ROOT.resolve("scenarios").resolve(proof));
            return exists ? Optional.empty() : Optional.of("there is no scenario " + proof);
        }
        var method = TEST_METHOD.matcher(proof);
        if (method.matches()) {
            boolean exists = testSource(method.group(1))
                    .filter(source -> source.contains("void " + method.group(2) + "("))
                    .isPresent();
            return exists ? Optional.empty() : Optional.of("there is no test " + proof);
        }
        if (TEST_CLASS.matcher(proof).matches()) {
            return testSource(proof).isPresent() ? Optional.empty() : Optional.of("there is no test class " + proof);
        }
        return Optional.of("neither a test nor a scenario: " + proof);
    }

    private static Optional<String> testSource(String testClass) {
        return Repository.modules().stream()
                .map(module -> Repository.ROOT.resolve(module).resolve("src/test/java"))
                .flatMap(tests -> Repository.javaFiles(tests).stream())
                .filter(file -> Repository.nameOf(file).equals(testClass + ".java"))
                .findFirst()
                .flatMap(Repository::read);
    }
}
