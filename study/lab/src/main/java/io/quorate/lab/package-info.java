/** The laboratory: the machines of the core under a model checker and a simulator. */
@NullMarked
package io.quorate.lab;

import org.jspecify.annotations.NullMarked;
