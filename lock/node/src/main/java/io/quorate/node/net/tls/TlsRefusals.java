// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.tls;

import io.quorate.api.text.Printable;
import java.io.IOException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Locale;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Why TLS does not come about, for people: what Java says of it is for experts. */
public final class TlsRefusals {
    private static final String BOTH = "start both with TLS, or both without";

    /** Said by a node with TLS of one without. */
    public static final String PLAIN_TEXT = "it speaks plain text, this node TLS only: " + BOTH;

    /** Said by a node without TLS of one with it. */
    public static final String NOT_PLAIN_TEXT = "it speaks TLS, this node plain text only: " + BOTH;

    /** Said to a node without TLS by one with it. */
    public static final String ONE_OF_EACH = "one node speaks plain text, the other TLS only: " + BOTH;

    static final String OWN_NAME = "the SSLContext of this node shows a certificate that names ";

    private TlsRefusals() {}

    /** Null if it was not TLS that failed, but the connection. */
    public static @Nullable String inWords(IOException failure) {
        if (!(failure instanceof SSLException) || isEnd(failure)) {
            return null;
        }
        for (Throwable each = failure; each != null; each = each.getCause()) {
            String why = ofCertificate(each);
            if (why != null) {
                return why;
            }
        }
        String text = String.valueOf(failure.getMessage());
        String lower = text.toLowerCase(Locale.ROOT);
        if (lower.startsWith("unsupported or unrecognized ssl message") || lower.contains("plaintext connection")) {
            return PLAIN_TEXT;
        }
        if (text.startsWith(OWN_NAME)) {
            return text;
        }
        if (lower.contains("empty client certificate chain")) {
            return "it shows no certificate: start it with a certificate and a key";
        }
        if (lower.contains("protocol version") || lower.contains("protocol_version")) {
            return "it does not speak " + TlsSession.PROTOCOL + ", and nothing else is spoken here (" + clean(text)
                    + "): run it on Java 17 or newer, without settings that forbid it";
        }
        if (lower.contains("received fatal alert")) {
            return "it does not accept the certificate of this node, and says (" + clean(text)
                    + "): look into its log; both need certificates of one authority, valid now";
        }
        return clean(text) + ": check that both have certificates for their ids, of one authority and valid now";
    }

    private static String clean(String text) {
        return Printable.of(text); // some of it comes from the other side
    }

    /** Nothing was wrong, but the other side went away, or this node closed. */
    private static boolean isEnd(IOException failure) {
        return failure.getCause() instanceof IOException cause && !(cause instanceof SSLException);
    }

    private static @Nullable String ofCertificate(Throwable cause) {
        if (cause instanceof CertificateExpiredException) {
            return "its certificate has expired (" + cause.getMessage() + "): make a new one for it";
        }
        if (cause instanceof CertificateNotYetValidException) {
            return "its certificate is not valid yet (" + cause.getMessage() + "): set the clocks right";
        }
        if (cause instanceof CertPathBuilderException
                || (cause instanceof CertPathValidatorException && cause.getCause() == null)
                || (cause instanceof CertificateException && cause.getCause() == null)) {
            return "its certificate is not signed by an authority that this node trusts (" + cause.getMessage()
                    + "): give both nodes certificates of one authority";
        }
        return null;
    }
}
