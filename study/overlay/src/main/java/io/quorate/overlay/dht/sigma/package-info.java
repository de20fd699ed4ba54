/**
 * Sigma (Lin, Lian, Chen and Zhang 2004): requests wait in queues at the replicas, and who has too few votes yields to the
 * older. Sigma: the base line for the other two protocols on a distributed hash table.
 */
@NullMarked
package io.quorate.overlay.dht.sigma;

import org.jspecify.annotations.NullMarked;
