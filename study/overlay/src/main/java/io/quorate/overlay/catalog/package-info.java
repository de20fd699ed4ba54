/** Every kind of overlay by name. */
@NullMarked
package io.quorate.overlay.catalog;

import org.jspecify.annotations.NullMarked;
