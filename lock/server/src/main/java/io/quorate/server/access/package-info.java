/** Callers and their rights: tokens, certificates, origins. */
@NullMarked
package io.quorate.server.access;

import org.jspecify.annotations.NullMarked;
