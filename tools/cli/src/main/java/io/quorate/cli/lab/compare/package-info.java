/** The command compare. */
@NullMarked
package io.quorate.cli.lab.compare;

import org.jspecify.annotations.NullMarked;
