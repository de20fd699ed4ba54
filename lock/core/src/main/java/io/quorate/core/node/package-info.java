/**
 * A whole node as one machine: {@link io.quorate.core.node.LockNode}. Its drivers (the checker, the simulator, the production
 * runtime) call it, then end the turn and carry out the {@link io.quorate.core.node.NodeEffects}.
 */
@NullMarked
package io.quorate.core.node;

import org.jspecify.annotations.NullMarked;
