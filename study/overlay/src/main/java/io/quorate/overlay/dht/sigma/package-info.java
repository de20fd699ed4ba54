/**
 * Sigma (Lin, Lian, Chen and Zhang 2004): requests wait in queues at the replicas, and who has too few votes yields to the
 * older. What the other two protocols on a distributed hash table are measured against.
 */
@NullMarked
package io.quorate.overlay.dht.sigma;

import org.jspecify.annotations.NullMarked;
