/**
 * {@code quorate bench}: how long a lock takes with real processes on this machine, as a ratio to the floor, a central lock
 * server under the same roof. Read {@link io.quorate.cli.bench.BenchCommand} first.
 */
@NullMarked
package io.quorate.cli.bench;

import org.jspecify.annotations.NullMarked;
