/**
 * The parts of commands that run nodes: child processes that never outlive the program, and {@link
 * io.quorate.cli.cluster.TracingTransport}, which records every frame.
 */
@NullMarked
package io.quorate.cli.cluster;

import org.jspecify.annotations.NullMarked;
