/**
 * The quorum systems that only the papers need: degenerate planes, planes on a subset, cyclic covers from Singer sets,
 * shared arbiters, printed trees. {@link PaperQuorums} makes them known by name.
 */
@NullMarked
package io.quorate.papers.quorum;

import org.jspecify.annotations.NullMarked;
