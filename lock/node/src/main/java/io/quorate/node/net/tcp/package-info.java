/** Sockets, by JGroups: accepting, calling and reading. Start with {@link JGroupsTransport}. */
@NullMarked
package io.quorate.node.net.tcp;

import org.jspecify.annotations.NullMarked;
