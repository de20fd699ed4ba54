/** What a search keeps of the millions of states that it finds, in few bytes for each. */
@NullMarked
package io.quorate.lab.check.store;

import org.jspecify.annotations.NullMarked;
