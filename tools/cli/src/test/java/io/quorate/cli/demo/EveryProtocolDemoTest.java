// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import io.quorate.cli.CommandRun;
import io.quorate.cli.cluster.ProtocolOptions;
import io.quorate.cli.cluster.TypicalSize;
import io.quorate.core.lock.Protocol;
import io.quorate.core.lock.ProtocolTraits;
import io.quorate.core.lock.Protocols;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Each protocol can be watched on real sockets, by each set of its rules that is safe there. */
final class EveryProtocolDemoTest {
    @TempDir
    private Path folder;

    static List<Protocol<?>> all() {
        return withAllRules()
                .filter(protocol -> protocol.whyUnsafe().isEmpty())
                .distinct()
                .<Protocol<?>>map(protocol -> protocol)
                .toList();
    }

    private static Stream<Protocol<?>> withAllRules() {
        return Protocols.all().stream()
                .flatMap(protocol -> Stream.<Protocol<?>>concat(Stream.of(protocol), protocol.ruleSets().stream()));
    }

    static List<String> unsafe() {
        return withAllRules()
                .filter(protocol -> protocol.whyUnsafe().isPresent())
                .map(Protocol::fullName)
                .distinct()
                .toList();
    }

    @Test
    void unsafeRulesRunOnlyWhenThatIsSaid() {
        assertThat(unsafe()).contains("maekawa:as-printed", "ricart-agrawala:practical");
        for (String name : unsafe()) {
            assertThat(CommandRun.of("demo", "--protocol", name).err()).contains(name + " is unsafe", "add --unsafe");
        }
    }

    /** Section 7 needs its restart interval, and some ways to learn the highest number a minute; nobody fails, so that no suspicion is wrong. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "practical",
                "practical+insert-by-broadcast",
                "practical+learn-from-each",
                "practical+learn-from-growth",
                "practical+learn-by-waiting",
                "practical+learn-from-one"
            })
    @Tag("long")
    @Tag("slow")
    @Tag("threads")
    void theProcessesOfSection7TakeOneLockInTurn(String rules) {
        CommandRun run = CommandRun.of(
                "demo",
                "--protocol",
                "ricart-agrawala:" + rules,
                "--unsafe",
                "--rounds",
                "2",
                "--hold",
                "1ms",
                "--json",
                "--out",
                folder.toString());
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.json().get("ok").getAsBoolean()).isTrue();
    }

    static List<String> onSockets() {
        return all().stream()
                .filter(protocol -> protocol.traits().needs() != ProtocolTraits.Delivery.SEQUENCED)
                .map(Protocol::fullName)
                .distinct()
                .toList();
    }

    /** Without a process: what would be refused, and what has no size to be shown at, fails here and in the gate. */
    @Test
    void everyNameHasASizeQuorumsAndACost() {
        assertThat(onSockets()).hasSizeGreaterThan(Protocols.all().size());
        for (String name : onSockets()) {
            ProtocolOptions options = new ProtocolOptions();
            new CommandLine(new Holder(options)).parseArgs("--protocol", name);
            int nodes = TypicalSize.of(options.protocol());
            DemoCost cost = DemoCost.of(options, nodes);
            assertThat(cost.quorums().size()).as(name).isPositive();
            assertThat(cost.bound()).as("the budget of %s", name).isGreaterThanOrEqualTo(0);
        }
    }

    @Test
    void whatNeedsAMediumWithOneOrderIsDrawnFromTheLab() {
        List<String> others = all().stream()
                .map(Protocol::fullName)
                .filter(name -> !onSockets().contains(name))
                .toList();
        assertThat(others).isNotEmpty();
        for (String name : others) {
            assertThat(CommandRun.of("demo", "--protocol", name).err()).contains("quorate trace --protocol " + name);
            assertThat(CommandRun.of("trace", "--protocol", name).out()).contains("n1 holds", "n2 holds", "n3 holds");
        }
    }

    @ParameterizedTest
    @MethodSource("onSockets")
    @Tag("long")
    @Tag("slow")
    @Tag("threads")
    void itsProcessesTakeOneLockInTurn(String name) {
        CommandRun run = CommandRun.of(
                "demo", "--protocol", name, "--rounds", "2", "--hold", "1ms", "--out", folder.toString(), "--json");
        assertThat(run.exitCode()).as(run.err()).isZero();
        JsonObject report = run.json();
        assertThat(report.get("protocol").getAsString()).isEqualTo(name);
        assertThat(report.get("ok").getAsBoolean()).isTrue();
        // Who asks first and last meets nobody: the average is between that of those and that of the others.
        double bound = Math.max(
                report.get("messagesPerHoldAlone").getAsDouble(),
                report.get("messagesPerHoldBound").getAsDouble());
        if (bound > 0) {
            assertThat(report.get("messagesPerHold").getAsDouble()).isBetween(0.0, bound);
        }
    }

    /** Parses the options as a command does. */
    @CommandLine.Command
    private static final class Holder {
        @CommandLine.Mixin
        @SuppressWarnings("UnusedVariable") // picocli reads it
        private final ProtocolOptions options;

        Holder(ProtocolOptions options) {
            this.options = options;
        }
    }
}
