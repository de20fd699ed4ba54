/**
 * The tree algorithm: the sites form a tree, a quorum is a path from the root to a leaf, and when sites fail, paths below them
 * take their place (paper 004, "mutual exclusion over a logical tree"; messages Request, Reply, Inquire, Yield, Relinq and
 * FAIL). There are two sets of rules. {@code corrected} is {@link io.quorate.papers.tree.TreeMachine}, with a
 * {@link io.quorate.papers.tree.Requester} and an {@link io.quorate.papers.tree.Arbiter}: everything names its
 * request and its grant, FAIL drops only what waits, and a request asks further sites instead of changing its quorum.
 * {@code as-printed} is {@link io.quorate.papers.tree.PrintedMachine}: the paper's sentences, and their faults. The changes and their
 * reasons are in docs/study/protocols/tree.md.
 */
@NullMarked
package io.quorate.papers.tree;

import org.jspecify.annotations.NullMarked;
