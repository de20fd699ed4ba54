/** The program {@code quorate}: commands and their output. */
@NullMarked
package io.quorate.cli;

import org.jspecify.annotations.NullMarked;
