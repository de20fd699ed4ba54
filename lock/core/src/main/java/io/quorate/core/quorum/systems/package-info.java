/**
 * The quorum systems that ship: majority, weighted voting, projective plane, grid, tree, hierarchical, all and singleton.
 * Start with {@link Majority}; {@link StandardQuorums} makes them known by name.
 */
@NullMarked
package io.quorate.core.quorum.systems;

import org.jspecify.annotations.NullMarked;
