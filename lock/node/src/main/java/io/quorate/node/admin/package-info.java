/**
 * The requests of operators: list locks, their holders and waiters, and release or revoke one. Start with {@link
 * AdminClient} on the asking side and {@link AdminServer} on the answering side.
 */
@NullMarked
package io.quorate.node.admin;

import org.jspecify.annotations.NullMarked;
