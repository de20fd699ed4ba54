/** Who is let in, tried without connections. */
@NullMarked
package io.quorate.server.access;

import org.jspecify.annotations.NullMarked;
