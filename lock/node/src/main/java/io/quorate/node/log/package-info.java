/**
 * All log messages of the library: {@link LogEvent} lists every message with its id, and {@link EventLog} writes them. No other class of
 * the runtime uses a logger.
 */
@NullMarked
package io.quorate.node.log;

import org.jspecify.annotations.NullMarked;
