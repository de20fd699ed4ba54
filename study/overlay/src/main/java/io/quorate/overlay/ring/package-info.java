/**
 * The simplest overlay: everybody knows everybody, and every route has one hop. It stands for any other distributed hash table: what
 * runs on it and on Pastry depends on neither. For up to some hundred nodes.
 */
@NullMarked
package io.quorate.overlay.ring;

import org.jspecify.annotations.NullMarked;
