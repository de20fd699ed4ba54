/**
 * Micro benchmarks with JMH. {@code bench/run} runs {@link io.quorate.bench.UncontendedTurn}; whole clusters are measured by
 * {@code ./quorate bench}.
 */
@NullMarked
package io.quorate.bench;

import org.jspecify.annotations.NullMarked;
