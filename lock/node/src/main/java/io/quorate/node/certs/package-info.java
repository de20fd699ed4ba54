/** Makes certificates to try TLS with. A real cluster gets its own from whoever issues certificates there. */
@NullMarked
package io.quorate.node.certs;

import org.jspecify.annotations.NullMarked;
