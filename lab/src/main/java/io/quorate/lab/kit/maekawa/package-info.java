/** Maekawa's algorithm and that of Thiare and Fall in the lab. */
@NullMarked
package io.quorate.lab.kit.maekawa;

import org.jspecify.annotations.NullMarked;
