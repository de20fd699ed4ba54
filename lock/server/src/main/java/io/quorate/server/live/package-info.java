/** A space-time diagram of the last seconds of one lock, sampled while somebody looks at it. */
@NullMarked
package io.quorate.server.live;

import org.jspecify.annotations.NullMarked;
