/** Makes names from outside safe to print. For other modules of Quorate, not for applications. */
@NullMarked
package io.quorate.api.text;

import org.jspecify.annotations.NullMarked;
