/** The locks of an application inside its own process. Start with {@link EmbeddedLock} and {@link RunningNode}. */
@NullMarked
package io.quorate.node.embedded;

import org.jspecify.annotations.NullMarked;
