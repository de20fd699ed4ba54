/** The dashboard in a real browser. */
@NullMarked
package io.quorate.server.browser;

import org.jspecify.annotations.NullMarked;
