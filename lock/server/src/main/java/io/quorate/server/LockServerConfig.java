// SPDX-License-Identifier: Apache-2.0
package io.quorate.server;

import io.quorate.api.TlsContext;
import io.quorate.api.TlsFiles;
import io.quorate.api.TlsMaterial;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * How a {@link LockServer} is reached, who may do what, and what it takes on at most. Immutable.
 *
 * <pre>{@code
 * LockServerConfig.onLoopback(7480);
 * LockServerConfig.at("0.0.0.0", 7480).tls(sslContext).tokens(Path.of("tokens"));
 * }</pre>
 */
public final class LockServerConfig {
    private static final int SESSIONS_USUAL = 10_000;
    private static final int CLAIMS_USUAL = 100_000;
    private static final int WAITING_USUAL = 10_000;
    private static final int STREAMS_USUAL = 2_000;

    private final InetSocketAddress address;
    private final @Nullable Path tokens;
    private final @Nullable TlsMaterial tls;
    private final @Nullable Path roles;
    private final boolean insecure;
    private final int sessionsMax;
    private final int claimsMax;
    private final int waitingMax;
    private final int streamsMax;

    private LockServerConfig(Builder from) {
        this.address = from.address;
        this.tokens = from.tokens;
        this.tls = from.tls;
        this.roles = from.roles;
        this.insecure = from.insecure;
        this.sessionsMax = from.sessionsMax;
        this.claimsMax = from.claimsMax;
        this.waitingMax = from.waitingMax;
        this.streamsMax = from.streamsMax;
    }

    /** The mutable settings while one configuration is copied into another. */
    private static final class Builder {
        private InetSocketAddress address;
        private @Nullable Path tokens;
        private @Nullable TlsMaterial tls;
        private @Nullable Path roles;
        private boolean insecure;
        private int sessionsMax = SESSIONS_USUAL;
        private int claimsMax = CLAIMS_USUAL;
        private int waitingMax = WAITING_USUAL;
        private int streamsMax = STREAMS_USUAL;

        Builder(InetSocketAddress address) {
            this.address = address;
        }

        LockServerConfig build() {
            return new LockServerConfig(this);
        }
    }

    private Builder change() {
        Builder builder = new Builder(address);
        builder.tokens = tokens;
        builder.tls = tls;
        builder.roles = roles;
        builder.insecure = insecure;
        builder.sessionsMax = sessionsMax;
        builder.claimsMax = claimsMax;
        builder.waitingMax = waitingMax;
        builder.streamsMax = streamsMax;
        return builder;
    }

    /**
     * Listens on loopback: only this machine reaches the server.
     *
     * @param port the port, or 0 for any free one
     * @return a configuration without tokens and without TLS
     */
    public static LockServerConfig onLoopback(int port) {
        return new Builder(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)).build();
    }

    /**
     * Listens at this address. Beyond loopback it needs {@link #tls}, or {@link #insecure()}.
     *
     * @param host a name or address of this machine, or {@code 0.0.0.0} for all of them
     * @param port the port, or 0 for any free one
     * @return a configuration without tokens and without TLS
     */
    public static LockServerConfig at(String host, int port) {
        Objects.requireNonNull(host, "The host must not be null: call onLoopback(port) for this machine only.");
        return new Builder(new InetSocketAddress(host, port)).build();
    }

    /**
     * Requires a bearer token of every caller.
     *
     * @param file a file with lines {@code name role token [prefix...]}, with the roles read, acquire and admin; it is read again when it
     *     changes
     * @return a copy with these tokens
     */
    public LockServerConfig tokens(Path file) {
        Builder builder = change();
        builder.tokens = Objects.requireNonNull(file, "The file of tokens must not be null: leave it out for none.");
        return builder.build();
    }

    /**
     * Speaks TLS only. A client shows a certificate that the context trusts, or, if there are {@link #tokens}, a token. The roles in
     * certificates are the same as for nodes.
     *
     * @param context the certificate of the server, and the authorities that it trusts
     * @return a copy with TLS
     */
    public LockServerConfig tls(SSLContext context) {
        Builder builder = change();
        builder.tls = new TlsContext(context);
        return builder.build();
    }

    /**
     * Speaks TLS only, as {@link #tls(SSLContext)}, with the files of the node or others. Replaced files count for new connections.
     *
     * @param files the certificate of the server, and the authorities that it trusts
     * @return a copy with TLS
     */
    public LockServerConfig tls(TlsFiles files) {
        Builder builder = change();
        builder.tls = Objects.requireNonNull(files, "The files for TLS must not be null: leave them out for none.");
        return builder.build();
    }

    /**
     * Takes roles from a file instead of certificates. Nodes read the same file.
     *
     * @param file the file of roles; it is read again when it changes
     * @return a copy with these roles
     */
    public LockServerConfig roles(Path file) {
        Builder builder = change();
        builder.roles = Objects.requireNonNull(file, "The file of roles must not be null: leave it out for none.");
        return builder.build();
    }

    /**
     * Lets other hosts in without TLS. Tokens then cross the network in plain text; without tokens any client that reaches the port can
     * take every lock.
     *
     * @return a copy that allows other hosts without TLS
     */
    public LockServerConfig insecure() {
        Builder builder = change();
        builder.insecure = true;
        return builder.build();
    }

    /**
     * Limits the open sessions. The default is 10,000.
     *
     * @param max the limit, at least 1
     * @return a copy with this limit
     */
    public LockServerConfig sessionsMax(int max) {
        Builder builder = change();
        builder.sessionsMax = positive("sessionsMax", max);
        return builder.build();
    }

    /**
     * Limits the claims of all sessions. The default is 100,000. One session has at most 1,000.
     *
     * @param max the limit, at least 1
     * @return a copy with this limit
     */
    public LockServerConfig claimsMax(int max) {
        Builder builder = change();
        builder.claimsMax = positive("claimsMax", max);
        return builder.build();
    }

    /**
     * Limits the requests that wait for a lock. The default is 10,000. They take no thread, but a connection each.
     *
     * @param max the limit, at least 1
     * @return a copy with this limit
     */
    public LockServerConfig waitingMax(int max) {
        Builder builder = change();
        builder.waitingMax = positive("waitingMax", max);
        return builder.build();
    }

    /**
     * Limits the streams of events. The default is 2,000. They take no thread, but a connection each.
     *
     * @param max the limit, at least 1
     * @return a copy with this limit
     */
    public LockServerConfig streamsMax(int max) {
        Builder builder = change();
        builder.streamsMax = positive("streamsMax", max);
        return builder.build();
    }

    private static int positive(String what, int max) {
        if (max < 1) {
            throw new IllegalArgumentException(what + " is " + max + ": give at least 1.");
        }
        return max;
    }

    InetSocketAddress address() {
        return address;
    }

    @Nullable
    Path tokens() {
        return tokens;
    }

    @Nullable
    TlsMaterial tls() {
        return tls;
    }

    @Nullable
    Path roles() {
        return roles;
    }

    int sessionsMax() {
        return sessionsMax;
    }

    int claimsMax() {
        return claimsMax;
    }

    int waitingMax() {
        return waitingMax;
    }

    int streamsMax() {
        return streamsMax;
    }

    /** Whether only this machine can reach the address. */
    boolean isLoopback() {
        return !address.isUnresolved() && address.getAddress().isLoopbackAddress() && allAreLoopback();
    }

    /** A name may stand for several addresses. */
    private boolean allAreLoopback() {
        try {
            return Arrays.stream(InetAddress.getAllByName(address.getHostString()))
                    .allMatch(InetAddress::isLoopbackAddress);
        } catch (UnknownHostException unknown) {
            return false;
        }
    }

    /** Whether other hosts are let in without TLS. */
    boolean isExposed() {
        return tls == null && !isLoopback();
    }

    /** Throws {@link IllegalArgumentException} if this cannot work, or lets in other hosts though nobody wanted that. */
    void validate() {
        if (address.isUnresolved()) {
            throw new IllegalArgumentException("The host " + address.getHostString()
                    + " does not resolve: give an address of this machine, or 0.0.0.0 for all.");
        }
        if (isExposed() && !insecure) {
            throw new IllegalArgumentException(
                    "Without TLS the server talks only with its own machine, and "
                            + address.getHostString()
                            + " is beyond it: any client that reaches the port could take every lock, and read every token. Give it"
                            + " tls(...) or --tls-cert. On a network that nobody else can reach, say insecure() or --insecure.");
        }
        if (roles != null && tls == null) {
            throw new IllegalArgumentException(
                    "A file of roles is about certificates, and there are none without TLS: give tls(...), or leave it out.");
        }
    }
}
