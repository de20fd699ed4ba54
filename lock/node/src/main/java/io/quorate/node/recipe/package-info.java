/**
 * Recipes over locks: leader election, several locks at once, a semaphore. They use the public API and two executors, nothing
 * else. Read {@link io.quorate.node.recipe.Candidacy} first: it decides in which order a candidate is told what.
 */
@NullMarked
package io.quorate.node.recipe;

import org.jspecify.annotations.NullMarked;
