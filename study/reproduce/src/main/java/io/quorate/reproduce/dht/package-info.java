/** The claims of the paper on E2E, Non-E2E and Sigma. */
@NullMarked
package io.quorate.reproduce.dht;

import org.jspecify.annotations.NullMarked;
