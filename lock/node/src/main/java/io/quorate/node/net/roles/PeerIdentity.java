// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.roles;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The identity in a certificate.
 *
 * @param names see {@link CertificateNames}
 * @param roles those in the certificate; none if it says nothing about roles
 * @param fault why the roles cannot be read; null if they can
 */
public record PeerIdentity(
        Set<String> names, List<RoleGrant> roles, @Nullable String fault) {
    /** The kind of alternative names that is a URI; RFC 5280, GeneralName. */
    private static final int URI = 6;

    /** Nobody: no certificate was shown yet. */
    public static final PeerIdentity NOBODY = new PeerIdentity(Set.of(), List.of(), null);

    /** The identity in this certificate. */
    public static PeerIdentity of(X509Certificate certificate) throws CertificateParsingException {
        Set<String> names = CertificateNames.of(certificate);
        List<RoleGrant> roles = new ArrayList<>();
        Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
        if (alternatives != null) {
            try {
                for (List<?> each : alternatives) {
                    RoleGrant grant = each.get(0).equals(URI) ? RoleGrant.ofUri(String.valueOf(each.get(1))) : null;
                    if (grant != null) {
                        roles.add(grant);
                    }
                }
            } catch (IllegalArgumentException unknown) {
                return new PeerIdentity(names, List.of(), unknown.getMessage());
            }
        }
        return new PeerIdentity(names, List.copyOf(roles), null);
    }

    /** Why its owner cannot be who it says it is; null if it can. */
    @Nullable
    String objectionTo(String name) {
        String objection = CertificateNames.objection(names, name);
        if (objection != null || fault == null) {
            return objection;
        }
        return "the roles in the certificate of \"" + name + "\" cannot be read: " + fault;
    }
}
