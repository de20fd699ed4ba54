/**
 * Events of a cluster in the lab: what a checker may choose, a simulator may draw and a scenario may write. Start with
 * {@link Choice}.
 */
@NullMarked
package io.quorate.lab.world.event;

import org.jspecify.annotations.NullMarked;
