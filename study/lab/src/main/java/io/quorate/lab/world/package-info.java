/**
 * A cluster in which every step is chosen. {@link io.quorate.lab.world.Cluster} holds the nodes of production, whole, and
 * the frames between them; {@link io.quorate.lab.world.event.Choice} is one step, and {@code Cluster.apply} the only way anything
 * happens. So a run is a list of choices, a {@link io.quorate.lab.world.Trace}, and can be replayed anywhere. Observers implement
 * {@link io.quorate.lab.world.ClusterObserver}.
 */
@NullMarked
package io.quorate.lab.world;

import org.jspecify.annotations.NullMarked;
