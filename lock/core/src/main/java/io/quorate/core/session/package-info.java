/**
 * The agreements of two nodes beyond one message: {@link io.quorate.core.session.Sessions}. A requester trusts a grant only
 * while its session with the voter lasts, and a voter forgets a requester only after the requester has stopped
 * trusting. Sessions are shared by all locks of a node and travel in the header of every frame, so they cost no message
 * of their own while there is traffic. The rules S of docs/understand/quorumlock.md.
 */
@NullMarked
package io.quorate.core.session;

import org.jspecify.annotations.NullMarked;
