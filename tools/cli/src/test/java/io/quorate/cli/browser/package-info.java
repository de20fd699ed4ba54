/** Opens pages that the program makes in a real browser. */
@NullMarked
package io.quorate.cli.browser;

import org.jspecify.annotations.NullMarked;
