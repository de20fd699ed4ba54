/** The health of a node, as {@link io.quorate.api.Health}: {@link HealthWatch} computes it and tells listeners of changes. */
@NullMarked
package io.quorate.node.health;

import org.jspecify.annotations.NullMarked;
