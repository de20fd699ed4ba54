/** What there is, by name: the only room that knows every protocol and every quorum system. */
@NullMarked
package io.quorate.core.catalog;

import org.jspecify.annotations.NullMarked;
