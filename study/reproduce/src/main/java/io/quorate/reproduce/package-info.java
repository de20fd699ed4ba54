/**
 * The papers' numbers, measured again: every table, figure, example and bound is an {@link io.quorate.reproduce.Item}, which
 * runs an experiment and holds what the paper says against what came out. {@code quorate reproduce} makes the report of them.
 */
@NullMarked
package io.quorate.reproduce;

import org.jspecify.annotations.NullMarked;
