/** The commands check and trace. */
@NullMarked
package io.quorate.cli.lab.check;

import org.jspecify.annotations.NullMarked;
