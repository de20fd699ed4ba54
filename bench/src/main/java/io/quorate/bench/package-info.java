/** Benchmarks: micro benchmarks, and load on whole clusters. */
@NullMarked
package io.quorate.bench;

import org.jspecify.annotations.NullMarked;
