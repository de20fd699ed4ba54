/** Makes certificates to try TLS with. A production cluster uses its own certificate authority. */
@NullMarked
package io.quorate.node.certs;

import org.jspecify.annotations.NullMarked;
