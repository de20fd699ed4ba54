/**
 * Nodes of an overlay over real connections: {@link io.quorate.overlay.runtime.OverlayLocks} for applications,
 * {@link io.quorate.overlay.runtime.OverlayNode} for programs that run and show nodes.
 */
@NullMarked
package io.quorate.overlay.runtime;

import org.jspecify.annotations.NullMarked;
