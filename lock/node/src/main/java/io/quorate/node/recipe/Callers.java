// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.recipe;

import java.util.concurrent.Executor;

/**
 * Where the code of the application runs.
 *
 * @param own for what may block: a thread that does nothing else
 * @param urgent for the news of a loss, which waits behind nothing and is never refused
 */
public record Callers(Executor own, Executor urgent) {}
