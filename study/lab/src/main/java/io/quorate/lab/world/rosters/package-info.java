/** Roster changes in a cluster without time: who may go up, and when a roster is over. */
@NullMarked
package io.quorate.lab.world.rosters;

import org.jspecify.annotations.NullMarked;
