/**
 * Overlays of many nodes in virtual time. {@link io.quorate.lab.overlay.OverlayWorld} runs the nodes, every message as bytes;
 * {@link io.quorate.lab.overlay.Survey} knows what is right, since it sees all nodes at once; and
 * {@link io.quorate.lab.overlay.OverlayTrial} builds an overlay, routes through it, and lets nodes come and go.
 */
@NullMarked
package io.quorate.lab.overlay;

import org.jspecify.annotations.NullMarked;
