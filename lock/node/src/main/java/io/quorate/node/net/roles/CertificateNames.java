// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.roles;

import io.quorate.api.text.Printable;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/**
 * Which members a certificate speaks for: those whose id is the common name of its subject or one of its alternative names of
 * the kind DNS, letter by letter. A wildcard stands for nothing but itself, and no name means nobody.
 */
public final class CertificateNames {
    /** The kind of alternative names that is a DNS name; RFC 5280, GeneralName. */
    private static final int DNS = 2;

    private CertificateNames() {}

    public static Set<String> of(X509Certificate certificate) throws CertificateParsingException {
        Set<String> names = new TreeSet<>();
        try {
            for (Rdn part :
                    new LdapName(certificate.getSubjectX500Principal().getName(X500Principal.RFC2253)).getRdns()) {
                if (part.getType().equalsIgnoreCase("CN")) {
                    names.add(String.valueOf(part.getValue()));
                }
            }
        } catch (InvalidNameException unreadable) {
            throw new CertificateParsingException("the subject has no readable name", unreadable);
        }
        Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
        if (alternatives != null) {
            for (List<?> each : alternatives) {
                if (each.get(0).equals(DNS)) {
                    names.add(String.valueOf(each.get(1)));
                }
            }
        }
        return names;
    }

    /** Why a certificate with these names does not speak for the member; null if it does. */
    public static @Nullable String objection(Set<String> names, String memberId) {
        return names.contains(memberId)
                ? null
                : "the certificate of the node that says it is \"" + memberId + "\" names " + inWords(names)
                        + ": give each node the certificate made for its id";
    }

    /** The names, for a message: they go into logs. */
    public static String inWords(Set<String> names) {
        return names.isEmpty() ? "nobody" : Printable.of("\"" + String.join("\", \"", names) + "\"");
    }
}
