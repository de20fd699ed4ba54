/**
 * Writes a recorded run as one HTML page with controls, which needs no server and no network.
 *
 * @since 0.1.0
 */
@NullMarked
package io.quorate.trace.page;

import org.jspecify.annotations.NullMarked;
