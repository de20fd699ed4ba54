/** The store of a search: millions of states, in few bytes for each. */
@NullMarked
package io.quorate.lab.check.store;

import org.jspecify.annotations.NullMarked;
