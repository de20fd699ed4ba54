/** The command growth. */
@NullMarked
package io.quorate.cli.lab.growth;

import org.jspecify.annotations.NullMarked;
