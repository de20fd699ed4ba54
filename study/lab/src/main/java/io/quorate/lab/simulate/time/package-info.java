/**
 * Virtual time for every loop of the lab: {@link io.quorate.lab.simulate.time.VirtualTime} is the agenda, and
 * {@link io.quorate.lab.simulate.time.TimedNode} a node of production in it, with its clock, timers and wakes, and
 * {@link io.quorate.lab.simulate.time.TimedLinks} what connects such nodes. Storms, storms of rosters, splits and experiments on overlays are
 * workloads and faults on them.
 */
@NullMarked
package io.quorate.lab.simulate.time;

import org.jspecify.annotations.NullMarked;
