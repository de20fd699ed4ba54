// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.tls;

import io.quorate.api.TlsFiles;
import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import io.quorate.node.net.TransportException;
import io.quorate.node.net.roles.CertificateNames;
import io.quorate.node.net.roles.PeerIdentity;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import javax.net.ssl.CertPathTrustManagerParameters;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * The certificate of a node and the authorities that it trusts: valid, or not created. It is tried out as far as possible before the
 * others see it: the key belongs to the certificate, which names the node, is valid now and signed by a trusted authority.
 */
public final class TlsIdentity {
    private static final EventLog LOG = EventLog.of(TlsIdentity.class);

    /** From so long before its end on, a start says when a certificate ends. */
    private static final Duration END_IS_NEAR = Duration.ofDays(30);

    private final SSLContext context;

    /** Null if nobody but the context knows. */
    private final @Nullable Instant validUntil;

    /** Those that are trusted; null if nobody but the context knows. */
    private final @Nullable Set<X509Certificate> authorities;

    private final @Nullable X509TrustManager trust;

    private TlsIdentity(
            SSLContext context,
            @Nullable Instant validUntil,
            @Nullable Set<X509Certificate> authorities,
            @Nullable X509TrustManager trust) {
        this.context = context;
        this.validUntil = validUntil;
        this.authorities = authorities;
        this.trust = trust;
    }

    /** Reads the files of the member with this id; a {@link TransportException} says what is wrong with them. */
    public static TlsIdentity read(TlsFiles files, String memberId) {
        TlsKey key = TlsKey.read(files);
        X509Certificate certificate = key.chain().get(0);
        String from = "the certificate in " + key.source();
        try {
            Set<String> names = CertificateNames.of(certificate);
            if (!names.contains(memberId)) {
                throw new TransportException(from + " names " + CertificateNames.inWords(names)
                        + ", but this node is \"" + memberId + "\": give it the certificate made for its id");
            }
            String fault = PeerIdentity.of(certificate).fault();
            if (fault != null) {
                throw new TransportException(from + " has roles that cannot be read: " + fault);
            }
            requireMatch(key, from);
            X509TrustManager trust = trustIn(key.authorities());
            requireValid(certificate, from);
            requireSigned(trust, key, from);
            return new TlsIdentity(
                    contextOf(key, trust), certificate.getNotAfter().toInstant(), Set.copyOf(key.authorities()), trust);
        } catch (GeneralSecurityException failure) {
            throw new TransportException(
                    from + " cannot be used (" + failure.getMessage() + "): make another one", failure);
        }
    }

    /**
     * By a context that somebody else has made. Only its key manager knows the certificate, so {@link NodeTls} checks it at every
     * handshake, as the peers do.
     */
    static TlsIdentity of(SSLContext context) {
        List<String> known = List.of(context.getSupportedSSLParameters().getProtocols());
        if (!known.contains(TlsSession.PROTOCOL)) {
            throw new TransportException(
                    "the SSLContext knows no " + TlsSession.PROTOCOL + ", only " + String.join(", ", known)
                            + ": make it with SSLContext.getInstance(\"" + TlsSession.PROTOCOL + "\")");
        }
        return new TlsIdentity(context, null, null, null);
    }

    /** Why a peer that was let in before, with another identity of this node, is not trusted now; null if it is. */
    @Nullable
    String objectionTo(X509Certificate[] shown, TlsIdentity before) {
        X509TrustManager present = trust;
        if (present == null || Objects.equals(authorities, before.authorities)) {
            return null;
        }
        try {
            present.checkClientTrusted(shown, "UNKNOWN");
            return null;
        } catch (CertificateException refusal) {
            return "this node has other authorities now, and they do not sign its certificate (" + refusal.getMessage()
                    + "): give it one of theirs";
        }
    }

    private static void requireMatch(TlsKey key, String from) throws GeneralSecurityException {
        String algorithm = key.key().getAlgorithm();
        Signature signature = Signature.getInstance(
                switch (algorithm.toUpperCase(Locale.ROOT)) {
                    case "RSA" -> "SHA256withRSA";
                    case "EC" -> "SHA256withECDSA";
                    default -> algorithm;
                });
        byte[] anything = {1, 2, 3, 4};
        signature.initSign(key.key());
        signature.update(anything);
        byte[] signed = signature.sign();
        signature.initVerify(key.chain().get(0));
        signature.update(anything);
        if (!signature.verify(signed)) {
            throw new TransportException(from + " belongs to another key: give the key that it was made for");
        }
    }

    private static void requireValid(X509Certificate certificate, String from) {
        Instant now = Instant.now();
        Instant begin = certificate.getNotBefore().toInstant();
        Instant end = certificate.getNotAfter().toInstant();
        if (now.isBefore(begin)) {
            throw new TransportException(from + " is valid from " + begin + " on: set the clock, or make another one");
        }
        if (now.isAfter(end)) {
            throw new TransportException(from + " has expired at " + end + ": make a new one");
        }
        if (now.plus(END_IS_NEAR).isAfter(end)) {
            LOG.say(LogEvent.CERTIFICATE_EXPIRES, from, end);
        }
    }

    private static void requireSigned(X509TrustManager trust, TlsKey key, String from) {
        X509Certificate[] chain = key.chain().toArray(X509Certificate[]::new);
        try {
            trust.checkClientTrusted(chain, "UNKNOWN"); // once as the node that calls, once as the one that is called
            trust.checkServerTrusted(chain, "UNKNOWN");
        } catch (CertificateException refusal) {
            throw new TransportException(
                    from + " would be refused by nodes with the same authorities (" + refusal.getMessage()
                            + "): give the authorities that have signed it, and let it be for clients and servers",
                    refusal);
        }
    }

    private static X509TrustManager trustIn(List<X509Certificate> authorities) throws GeneralSecurityException {
        Set<TrustAnchor> anchors = new LinkedHashSet<>();
        for (X509Certificate authority : authorities) {
            anchors.add(new TrustAnchor(authority, null));
        }
        PKIXBuilderParameters rules = new PKIXBuilderParameters(anchors, new X509CertSelector());
        rules.setRevocationEnabled(false); // nobody here knows where such lists are
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
        factory.init(new CertPathTrustManagerParameters(rules));
        for (TrustManager manager : factory.getTrustManagers()) {
            if (manager instanceof X509TrustManager trust) {
                return trust;
            }
        }
        throw new GeneralSecurityException("this Java platform checks no certificates");
    }

    public static SSLContext contextOf(TlsKey key, X509TrustManager trust) throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance(TlsSession.PROTOCOL);
        context.init(new KeyManager[] {new OneKey(key)}, new TrustManager[] {trust}, new SecureRandom());
        return context;
    }

    /** Shows the one certificate that there is. A store of keys would do the same, but takes long to make its password strong. */
    private static final class OneKey extends X509ExtendedKeyManager {
        private static final String ALIAS = "node";

        private final TlsKey key;

        OneKey(TlsKey key) {
            this.key = key;
        }

        private @Nullable String ifOfKind(String kind) {
            return kind.equalsIgnoreCase(key.chain().get(0).getPublicKey().getAlgorithm()) ? ALIAS : null;
        }

        private @Nullable String ifOfAnyKind(String[] kinds) {
            return Arrays.stream(kinds).anyMatch(kind -> ifOfKind(kind) != null) ? ALIAS : null;
        }

        private String @Nullable [] listIfOfKind(String kind) {
            return ifOfKind(kind) == null ? null : new String[] {ALIAS};
        }

        @Override
        public @Nullable String chooseClientAlias(String[] kinds, Principal[] issuers, Socket socket) {
            return ifOfAnyKind(kinds);
        }

        @Override
        public @Nullable String chooseEngineClientAlias(String[] kinds, Principal[] issuers, SSLEngine engine) {
            return ifOfAnyKind(kinds);
        }

        @Override
        public @Nullable String chooseEngineServerAlias(String kind, Principal[] issuers, SSLEngine engine) {
            return ifOfKind(kind);
        }

        @Override
        public @Nullable String chooseServerAlias(String kind, Principal[] issuers, Socket socket) {
            return ifOfKind(kind);
        }

        @Override
        public String @Nullable [] getClientAliases(String kind, Principal[] issuers) {
            return listIfOfKind(kind);
        }

        @Override
        public String @Nullable [] getServerAliases(String kind, Principal[] issuers) {
            return listIfOfKind(kind);
        }

        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            return key.chain().toArray(X509Certificate[]::new);
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            return key.key();
        }
    }

    public SSLContext context() {
        return context;
    }

    /** How long the certificate is valid, as the end of a sentence. */
    String validity() {
        return validUntil == null ? "comes from the SSLContext of the application" : "is valid until " + validUntil;
    }
}
