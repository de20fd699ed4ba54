/** The command simulate, also with storms. */
@NullMarked
package io.quorate.cli.lab.simulate;

import org.jspecify.annotations.NullMarked;
