/**
 * The health indicator of the node, for both versions of Boot: its types have moved from one package to another.
 *
 * @since 0.1.0
 */
@NullMarked
package io.quorate.spring.health;

import org.jspecify.annotations.NullMarked;
