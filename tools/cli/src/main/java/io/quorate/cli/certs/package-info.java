/** {@code quorate certs}: certificates to try TLS with. */
@NullMarked
package io.quorate.cli.certs;

import org.jspecify.annotations.NullMarked;
