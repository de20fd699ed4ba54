// SPDX-License-Identifier: Apache-2.0
package io.quorate.bench;

import io.quorate.bench.InProcessCluster.RepeatedClaim;
import io.quorate.core.lock.Protocols;
import io.quorate.core.lock.engine.Claim;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * The processor cost of an uncontended lock: the second of three nodes asks for it, is granted it and releases it.
 * {@code bench/run} runs it; {@code gc.alloc.rate.norm} in its output is the bytes allocated by one such round.
 */
@State(Scope.Thread)
@BenchmarkMode(org.openjdk.jmh.annotations.Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class UncontendedTurn {
    private static final int NODES = 3;
    private static final int ASKING_NODE = 1; // not the centre of "central"

    private final Claim claim = new RepeatedClaim(LockName.of("orders/42"), Mode.EXCLUSIVE, 1);

    @Param({"quorumlock", "central"})
    private String protocol = "";

    private InProcessCluster cluster = new InProcessCluster(Protocols.named("central"), NODES);

    @Setup
    public void prepare() {
        cluster = new InProcessCluster(Protocols.named(protocol), NODES);
    }

    @Benchmark
    public void acquireAndRelease() {
        cluster.acquireAndRelease(ASKING_NODE, claim);
    }

    /** Takes the options of JMH, as in {@code -f 1 -p protocol=quorumlock}. */
    public static void main(String[] arguments) throws RunnerException, CommandLineOptionException {
        new Runner(new OptionsBuilder()
                        .parent(new CommandLineOptions(arguments))
                        .include(UncontendedTurn.class.getSimpleName())
                        .addProfiler(GCProfiler.class)
                        .build())
                .run();
    }
}
