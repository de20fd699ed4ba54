/**
 * Events in the lab. {@link Event} is what a node can be told, in every loop; {@link Choice} is what can happen next in a cluster: what a checker
 * may choose, a simulator may draw and a scenario may write.
 */
@NullMarked
package io.quorate.lab.world.event;

import org.jspecify.annotations.NullMarked;
