/**
 * {@code quorate bench grey}: what one slow, silent or frozen voter costs the clients of the others. Read {@link
 * io.quorate.cli.bench.grey.GreyCommand} first.
 */
@NullMarked
package io.quorate.cli.bench.grey;

import org.jspecify.annotations.NullMarked;
