/**
 * Frames in flight between the nodes of a cluster in the lab, and the orders in which a network may deliver them.
 */
@NullMarked
package io.quorate.lab.world.net;

import org.jspecify.annotations.NullMarked;
