/** The claims of Thiare and Fall about intersection nodes. */
@NullMarked
package io.quorate.reproduce.thiarefall;

import org.jspecify.annotations.NullMarked;
