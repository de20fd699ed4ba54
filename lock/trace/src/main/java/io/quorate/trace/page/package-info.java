/** Writes a recorded run as one HTML page with controls, which needs no server and no network. */
@NullMarked
package io.quorate.trace.page;

import org.jspecify.annotations.NullMarked;
