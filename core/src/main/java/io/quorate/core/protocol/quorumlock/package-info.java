/**
 * The lock that production runs: Maekawa's idea, over any quorum system, made indifferent to duplicated, stale and
 * re-ordered messages and to lost links. Its rules are numbered (R for the requester, A for the arbiter, S for links, P
 * for going around the dead) and stand in docs/understand/quorumlock.md; each
 * method with {@link io.quorate.core.protocol.Guard} keeps one. Read {@link io.quorate.core.protocol.quorumlock.Requester},
 * then {@link io.quorate.core.protocol.quorumlock.Arbiter}.
 */
@NullMarked
package io.quorate.core.protocol.quorumlock;

import org.jspecify.annotations.NullMarked;
