/**
 * The Non End-to-End protocol of Muhammad, Cheema and Gupta (2005, section IV.B): requests wait in partial queues at the nodes on
 * their way to the replicas, and a release takes them along. For use with the votes of
 * {@link io.quorate.overlay.dht}; as printed, to show what is wrong.
 */
@NullMarked
package io.quorate.overlay.dht.nonendtoend;

import org.jspecify.annotations.NullMarked;
