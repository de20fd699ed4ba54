// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.net.roles;

import io.quorate.core.model.LockName;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The rights of the peer of a connection: by its certificate and {@link Roles}, or everything without TLS. */
public final class PeerRights {
    /** Without TLS nobody knows who is there, so everybody may do everything. */
    public static final PeerRights OF_ANYBODY = new PeerRights(null, PeerIdentity.NOBODY);

    private final @Nullable Roles roles;
    private final PeerIdentity identity;
    private volatile Known known;

    /**
     * The last result.
     *
     * @param version of the roles
     * @param holdsAll whether every lock may be taken
     * @param ever what its owner has had since it was let in
     */
    private record Known(int version, List<RoleGrant> grants, boolean holdsAll, Set<RoleGrant> ever) {}

    private PeerRights(@Nullable Roles roles, PeerIdentity identity) {
        this.roles = roles;
        this.identity = identity;
        this.known =
                roles == null ? new Known(0, List.of(), true, Set.of()) : found(roles, roles.version(true), Set.of());
    }

    public static PeerRights of(Roles roles, PeerIdentity identity) {
        return new PeerRights(roles, identity);
    }

    private Known found(Roles by, int version, Set<RoleGrant> before) {
        List<RoleGrant> grants = by.of(identity);
        boolean holdsAll = grants.stream()
                .anyMatch(grant ->
                        grant.permits(Role.HOLDER, null) && grant.prefixes().isEmpty());
        Set<RoleGrant> ever = new LinkedHashSet<>(before);
        ever.addAll(grants);
        return new Known(version, grants, holdsAll, ever);
    }

    private Known known(Roles by, boolean now) {
        int version = by.version(now);
        Known last = known;
        if (last.version != version) {
            last = found(by, version, last.ever);
            known = last;
        }
        return last;
    }

    /** Whether it could take a lock since it was let in that it may not take now. */
    public boolean isNarrowed() {
        return isWiderThan(this);
    }

    /** Whether it could take a lock since it was let in that the owner of the others may not take now. */
    public boolean isWiderThan(PeerRights others) {
        Roles by = roles;
        Roles theirs = others.roles;
        if (by == null || theirs == null) {
            return false;
        }
        Set<RoleGrant> ever = known(by, false).ever;
        List<RoleGrant> present = others.known(theirs, false).grants;
        return ever.stream()
                .filter(grant -> grant.permits(Role.HOLDER, null))
                .anyMatch(grant -> present.stream().noneMatch(each -> each.coversHolder(grant)));
    }

    /** Whether it has this role now, for some lock at least. Costs some nanoseconds. */
    public boolean has(Role needed) {
        Roles by = roles;
        return by == null || known(by, false).grants.stream().anyMatch(grant -> grant.permits(needed, null));
    }

    /** Why the other side cannot be who it says it is; null if it can. */
    public @Nullable String objectionToName(String name) {
        return roles == null ? null : identity.objectionTo(name);
    }

    /**
     * Why it may not do that, in words for it and for the log; null if it may.
     *
     * @param what is refused, as in {@code "listing"}
     * @param lock the name of the lock that this is about, or the beginning of names; null if it is about none
     */
    public @Nullable String objectionTo(String what, Role needed, @Nullable String lock) {
        Roles by = roles;
        if (by == null) {
            return null;
        }
        List<RoleGrant> grants = known(by, true).grants;
        return grants.stream().anyMatch(grant -> grant.permits(needed, lock))
                ? null
                : refusal(what, needed, lock, grants);
    }

    private String refusal(String what, Role needed, @Nullable String lock, List<RoleGrant> grants) {
        boolean elsewhere = lock != null && grants.stream().anyMatch(grant -> grant.permits(needed, null));
        return what + " needs the role " + needed.word()
                + (elsewhere ? " for \"" + Role.printable(String.valueOf(lock)) + "\"" : "") + "; the certificate of "
                + who() + " has "
                + (grants.isEmpty()
                        ? "no role"
                        : grants.stream().map(RoleGrant::toString).collect(Collectors.joining(", ")))
                + ": use a certificate that has it (quorate certs --role), or add it to the file of roles";
    }

    /** Whether every lock may be taken: then nobody need look at the names in frames. Costs some nanoseconds. */
    public boolean mayTakeAll() {
        Roles by = roles;
        return by == null || known(by, false).holdsAll;
    }

    /** Whether this lock may be taken. Those of the library itself may: nodes ask for one when they join. */
    public boolean mayTake(LockName lock) {
        return lock.isReserved()
                || known.holdsAll
                || known.grants.stream().anyMatch(grant -> grant.permits(Role.HOLDER, lock.toString()));
    }

    /** By its certificate; nobody without one. */
    String who() {
        return CertificateNames.inWords(identity.names());
    }
}
