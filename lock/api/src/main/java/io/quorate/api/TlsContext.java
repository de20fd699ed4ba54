// SPDX-License-Identifier: Apache-2.0
package io.quorate.api;

import java.util.Objects;
import javax.net.ssl.SSLContext;

/**
 * Certificate and key of a node in an {@code SSLContext} of the application.
 *
 * @param context supports TLSv1.3. Its key manager presents a certificate that names the node's id, as client and as server. Its
 *     trust manager accepts the certificates of the other nodes
 */
public record TlsContext(SSLContext context) implements TlsMaterial {
    /**
     * Refuses null.
     *
     * @param context see above
     */
    public TlsContext {
        Objects.requireNonNull(context, "The SSLContext must not be null.");
    }

    /** {@return the protocol and the identity of the context; nothing secret} */
    @Override
    public String toString() {
        return "SSLContext(" + context.getProtocol() + ", " + Integer.toHexString(System.identityHashCode(context))
                + ")";
    }
}
