/** {@code quorate roster}: shows and changes the members of a running cluster. */
@NullMarked
package io.quorate.cli.roster;

import org.jspecify.annotations.NullMarked;
