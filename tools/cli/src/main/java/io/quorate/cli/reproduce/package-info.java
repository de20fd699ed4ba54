/**
 * {@code quorate reproduce}: {@link io.quorate.cli.reproduce.ReproduceCommand} is the command, {@link
 * io.quorate.cli.reproduce.Reproduction} runs the items of {@link io.quorate.reproduce.Items}, {@link
 * io.quorate.cli.reproduce.FindingFiles} keeps what was found, and {@link io.quorate.cli.reproduce.ReportPage} makes the report.
 */
@NullMarked
package io.quorate.cli.reproduce;

import org.jspecify.annotations.NullMarked;
