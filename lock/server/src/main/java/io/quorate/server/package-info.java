/**
 * Locks over HTTP: {@link io.quorate.server.LockServer}. The page is docs/operate/http.md.
 *
 * @since 0.1.0
 */
@NullMarked
package io.quorate.server;

import org.jspecify.annotations.NullMarked;
