/**
 * Raymond's algorithm (K. Raymond, <em>A tree-based algorithm for distributed mutual exclusion</em>, 1989): the nodes form a tree,
 * a privilege moves along its edges, and each node knows only in which direction it is. Here to measure against. Read
 * {@link io.quorate.papers.reference.raymond.RaymondMachine}; rules and counts: docs/study/protocols/reference-trees.md.
 */
@NullMarked
package io.quorate.papers.reference.raymond;

import org.jspecify.annotations.NullMarked;
