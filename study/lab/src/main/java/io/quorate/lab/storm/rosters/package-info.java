/** Storms in which the roster changes again and again, while links break, nodes crash and clocks drift. */
@NullMarked
package io.quorate.lab.storm.rosters;

import org.jspecify.annotations.NullMarked;
