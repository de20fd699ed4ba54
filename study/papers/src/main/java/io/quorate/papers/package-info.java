/**
 * The protocols of the papers, each in a room of its own, also as printed. With this module on the class path they are found
 * by name.
 */
@NullMarked
package io.quorate.papers;

import org.jspecify.annotations.NullMarked;
