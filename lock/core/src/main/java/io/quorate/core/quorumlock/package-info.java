/**
 * The lock that production runs: Maekawa's idea, over any quorum system, made indifferent to duplicated, stale and
 * re-ordered messages and to lost links. Its rules are numbered (R for the requester, A for the voter, S for sessions and links, P
 * for voters that are suspected, F for fences, G for standing locks) and stand in docs/understand/quorumlock.md; each
 * method with {@link io.quorate.core.lock.Guard} keeps one. Read {@link io.quorate.core.quorumlock.Requester},
 * then {@link io.quorate.core.quorumlock.Voter}.
 */
@NullMarked
package io.quorate.core.quorumlock;

import org.jspecify.annotations.NullMarked;
