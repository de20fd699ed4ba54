/**
 * {@code quorate bench floor}: what a lock of ours costs beside the least that any lock over a network can cost, a lock server of
 * a few lines on {@code java.net}. Read {@link io.quorate.cli.bench.floor.FloorCommand} first.
 */
@NullMarked
package io.quorate.cli.bench.floor;

import org.jspecify.annotations.NullMarked;
