/**
 * Maekawa's algorithm of 1985: to enter, a node locks every member of its own set, and any two sets have a member in common.
 * One {@link io.quorate.core.protocol.maekawa.Requester} and one {@link io.quorate.core.protocol.maekawa.Arbiter} serve all
 * sets of rules; {@link io.quorate.core.protocol.maekawa.Rule} lists what the paper lacks and what can be left out. The rules
 * stand in docs/study/protocols/maekawa.md.
 */
@NullMarked
package io.quorate.core.protocol.maekawa;

import org.jspecify.annotations.NullMarked;
