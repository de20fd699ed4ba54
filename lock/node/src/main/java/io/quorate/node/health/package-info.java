/** What a node can do now, in the words of {@link io.quorate.api.Health}: {@link HealthWatch} finds it out and tells listeners of changes. */
@NullMarked
package io.quorate.node.health;

import org.jspecify.annotations.NullMarked;
