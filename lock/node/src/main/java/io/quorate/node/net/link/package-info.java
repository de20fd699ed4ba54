/**
 * Connections to peers: handshake, numbered frames, silence and repeated calls. Start with {@link Link} and {@link
 * PeerConnection}.
 */
@NullMarked
package io.quorate.node.net.link;

import org.jspecify.annotations.NullMarked;
