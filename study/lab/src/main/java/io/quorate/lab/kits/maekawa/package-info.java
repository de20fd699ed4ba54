/** Maekawa's algorithm and that of Thiare and Fall in the lab. */
@NullMarked
package io.quorate.lab.kits.maekawa;

import org.jspecify.annotations.NullMarked;
