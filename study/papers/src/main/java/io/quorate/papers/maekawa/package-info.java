/**
 * Maekawa's algorithm of 1985: to enter, a node locks every member of its own set, and any two sets have a member in common.
 * One {@link io.quorate.papers.maekawa.Requester} and one {@link io.quorate.papers.maekawa.Arbiter} serve all
 * sets of rules; {@link io.quorate.papers.maekawa.Rule} lists what the paper lacks and what can be left out. The rules
 * stand in docs/study/protocols/maekawa.md.
 */
@NullMarked
package io.quorate.papers.maekawa;

import org.jspecify.annotations.NullMarked;
