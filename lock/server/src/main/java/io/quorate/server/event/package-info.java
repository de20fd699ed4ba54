/** Events of this node, as a stream of server-sent events. */
@NullMarked
package io.quorate.server.event;

import org.jspecify.annotations.NullMarked;
