/**
 * The common part of all commands: where they print ({@link io.quorate.cli.console.Report}), how they tell that something takes
 * long ({@link io.quorate.cli.console.Progress}), and how they end ({@link io.quorate.cli.console.ExitCode}).
 */
@NullMarked
package io.quorate.cli.console;

import org.jspecify.annotations.NullMarked;
