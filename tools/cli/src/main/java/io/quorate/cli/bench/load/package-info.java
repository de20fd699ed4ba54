/**
 * The load of benchmarks: client processes take locks and give them back, whatever the locks are made of, and measure it.
 * {@code quorate bench floor} and {@code tools/bench/compare} share it. Read {@link io.quorate.cli.bench.load.Workload} first.
 */
@NullMarked
package io.quorate.cli.bench.load;

import org.jspecify.annotations.NullMarked;
