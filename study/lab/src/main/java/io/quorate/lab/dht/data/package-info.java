/** The runs of experiments as a file that can be published, one line a run with its seed, and the tables that are drawn from it. */
@NullMarked
package io.quorate.lab.dht.data;

import org.jspecify.annotations.NullMarked;
