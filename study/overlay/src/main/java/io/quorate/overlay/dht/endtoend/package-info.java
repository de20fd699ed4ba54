/**
 * The End-to-End protocol (Muhammad, Cheema and Gupta 2005, section IV.A): the holder keeps the queue of the waiters, and hands lock and
 * queue to the next. Nodes on the way to a replica know who has the lock, and send requests there directly. Read
 * docs/study/protocols/endtoend.md first.
 */
@NullMarked
package io.quorate.overlay.dht.endtoend;

import org.jspecify.annotations.NullMarked;
