/** How names from outside are shown. Not for applications: the other modules of the library use it. */
@NullMarked
package io.quorate.api.text;

import org.jspecify.annotations.NullMarked;
