/**
 * Broken twins of protocols, each without one rule. {@link io.quorate.lab.mutant.GuardedProtocol} makes them of a protocol whose
 * rules are marked by {@link io.quorate.core.lock.Guard}: it defines the classes of the protocol again, with the guards of
 * one rule changed.
 */
@NullMarked
package io.quorate.lab.mutant;

import org.jspecify.annotations.NullMarked;
