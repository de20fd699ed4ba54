/** The protocols on a distributed hash table in the lab. */
@NullMarked
package io.quorate.lab.kits.dht;

import org.jspecify.annotations.NullMarked;
