/**
 * TLS: keys and certificates from files or an SSLContext, and who a certificate names. Start with {@link TlsSession} and
 * {@link TlsIdentity}.
 */
@NullMarked
package io.quorate.node.net.tls;

import org.jspecify.annotations.NullMarked;
