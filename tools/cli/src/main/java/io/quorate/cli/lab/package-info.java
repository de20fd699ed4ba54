/** The commands of the lab: {@code check}, {@code simulate} and {@code trace}. */
@NullMarked
package io.quorate.cli.lab;

import org.jspecify.annotations.NullMarked;
