/** Sessions and claims: how clients of any language hold locks. */
@NullMarked
package io.quorate.server.client;

import org.jspecify.annotations.NullMarked;
