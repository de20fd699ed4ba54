/** Who calls, and what a caller may do: tokens, certificates, origins. */
@NullMarked
package io.quorate.server.access;

import org.jspecify.annotations.NullMarked;
