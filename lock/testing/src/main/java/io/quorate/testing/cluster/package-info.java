/**
 * A cluster in memory that tests can watch and hurt: clocks that the test moves, faults, a rival that takes what was lost, a store that knows
 * late writes, and a record of the run. Read {@link io.quorate.testing.cluster.SimulatedCluster} first.
 */
@NullMarked
package io.quorate.testing.cluster;

import org.jspecify.annotations.NullMarked;
