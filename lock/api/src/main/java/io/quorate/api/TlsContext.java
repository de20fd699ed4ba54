package io.quorate.api;

import java.util.Objects;
import javax.net.ssl.SSLContext;

/**
 * The certificate and key of a node inside an {@code SSLContext} that the application has made ready.
 *
 * @param context knows TLSv1.3; its key manager shows a certificate that names the node's id, to clients and to servers, and its
 *     trust manager accepts the certificates of the other nodes
 */
public record TlsContext(SSLContext context) implements TlsMaterial {
    public TlsContext {
        Objects.requireNonNull(context, "The SSLContext must not be null.");
    }

    /** Without anything secret. */
    @Override
    public String toString() {
        return "SSLContext(" + context.getProtocol() + ", " + Integer.toHexString(System.identityHashCode(context))
                + ")";
    }
}
