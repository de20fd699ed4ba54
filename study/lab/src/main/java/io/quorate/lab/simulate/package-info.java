/**
 * Random runs in virtual time. {@link io.quorate.lab.simulate.Simulation} says what to run, {@link io.quorate.lab.simulate.Simulator} runs
 * it, and {@link io.quorate.lab.simulate.SimulationReport} says what came of it. Everything is drawn from one seed, by forks of
 * {@link io.quorate.lab.simulate.chance.Randomness}: the same seed gives the same run, step by step. The nodes are those of production,
 * whole; every message crosses a {@link io.quorate.lab.world.Cluster} as bytes. First comes a time with faults, as many kinds as the
 * protocol claims to survive, then the faults end, and everything must be served and forgotten.
 */
@NullMarked
package io.quorate.lab.simulate;

import org.jspecify.annotations.NullMarked;
