/**
 * Clusters of leased nodes under faults. Each node has a clock of its own, that drifts; nodes crash, start again, stand still
 * and lose their links; then the faults end, and everybody must get the lock within a bound. {@link
 * io.quorate.lab.storm.Storm} says what to run, {@link io.quorate.lab.storm.Storms} runs it. Everything is drawn from one seed.
 * Where {@link io.quorate.lab.simulate} has no time except the delay of frames, here leases expire.
 */
@NullMarked
package io.quorate.lab.storm;

import org.jspecify.annotations.NullMarked;
