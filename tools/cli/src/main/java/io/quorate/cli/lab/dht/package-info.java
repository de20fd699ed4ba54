/** The commands dht and overlay. */
@NullMarked
package io.quorate.cli.lab.dht;

import org.jspecify.annotations.NullMarked;
