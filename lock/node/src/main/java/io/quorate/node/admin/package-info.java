/**
 * What operators ask a node: which locks there are, who holds and who waits, and to release or revoke one. Start with {@link
 * AdminClient} on the asking side and {@link AdminServer} on the answering side.
 */
@NullMarked
package io.quorate.node.admin;

import org.jspecify.annotations.NullMarked;
