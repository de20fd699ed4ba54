/**
 * Bytes: how messages are written and read, and the {@link io.quorate.core.wire.Frame} that carries what one turn of a
 * node has to say to one destination. Nothing read here may exhaust memory or end the process: what is malformed is
 * refused whole, with {@link io.quorate.core.wire.MalformedFrameException}.
 */
@NullMarked
package io.quorate.core.wire;

import org.jspecify.annotations.NullMarked;
