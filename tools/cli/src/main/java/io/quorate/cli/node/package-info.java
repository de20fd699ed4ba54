/** {@code quorate node}: one node of a real cluster. */
@NullMarked
package io.quorate.cli.node;

import org.jspecify.annotations.NullMarked;
