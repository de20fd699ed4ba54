/** The health indicator of the node, for both versions of Boot: its types have moved from one package to another. */
@NullMarked
package io.quorate.spring.health;

import org.jspecify.annotations.NullMarked;
