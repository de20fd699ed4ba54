// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.node;

import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.api.TlsFiles;
import io.quorate.cli.console.CommandFailure;
import io.quorate.cli.console.ExitCode;
import io.quorate.server.LockServer;
import io.quorate.server.LockServerConfig;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a node serves its locks over HTTP. */
final class HttpOptions {
    private static final String LOOPBACK = "localhost";

    /**
     * The HTTP server of the JDK reads these once for the whole process, so only a program may set them, and not the library: how many
     * connections there may be, and how many of them idle.
     */
    private static final String CONNECTIONS_MAX = "jdk.httpserver.maxConnections";

    private static final String IDLE_MAX = "sun.net.httpserver.maxIdleConnections";

    @Option(
            names = "--http",
            paramLabel = "PORT",
            description = {
                "Serve locks over HTTP at this port, " + LockServer.PORT
                        + " by custom: a dashboard (/), an API for other languages,",
                "probes (/health/live, /health/ready) and metrics (/metrics). Port 0 takes any that is free."
            })
    private @Nullable Integer port;

    @Option(
            names = "--http-address",
            paramLabel = "HOST",
            description = {
                "Where to serve HTTP, if not on loopback only, as in 0.0.0.0. Then it speaks TLS with the files of --tls-cert,",
                "or plain HTTP with --insecure."
            })
    private @Nullable String address;

    @Option(
            names = "--http-tokens",
            paramLabel = "FILE",
            description = {
                "A file of bearer tokens: lines of a name, a role (read, acquire or admin), a token and prefixes of locks,",
                "as in: ci-bot acquire 5f2c... billing/"
            })
    private @Nullable Path tokens;

    /** Starts the server, if one is wanted; null if not. */
    @Nullable
    LockServer start(Locks locks, LocksConfig config, @Nullable Path roles) {
        Integer at = port;
        if (at == null) {
            if (address != null || tokens != null) {
                throw new IllegalArgumentException(
                        "--http-address and --http-tokens are about the HTTP server: give --http " + LockServer.PORT
                                + ", too.");
            }
            return null;
        }
        if (at < 0 || at > 65_535) {
            throw new IllegalArgumentException("--http " + at + " is no port: give one from 0 to 65535.");
        }
        setUnlessSet(CONNECTIONS_MAX, "16000");
        setUnlessSet(IDLE_MAX, "1000");
        LockServer server = LockServer.of(locks, settings(at, config, roles));
        try {
            server.start();
        } catch (UncheckedIOException taken) {
            server.close();
            throw new CommandFailure(ExitCode.ENVIRONMENT, String.valueOf(taken.getMessage()));
        }
        return server;
    }

    /** Says where the server is, if there is one. */
    void opened(@Nullable LockServer server, LocksConfig config, Consumer<String> told) {
        if (server != null) {
            told.accept("serves HTTP at " + (isTls(config) ? "https://" : "http://") + host() + ":"
                    + server.address().getPort());
        }
    }

    private LockServerConfig settings(int at, LocksConfig config, @Nullable Path roles) {
        LockServerConfig settings = isLoopback() ? LockServerConfig.onLoopback(at) : LockServerConfig.at(host(), at);
        if (isTls(config) && config.tls() instanceof TlsFiles files) {
            settings = settings.tls(files);
            settings = roles == null ? settings : settings.roles(roles);
        }
        if (config.isInsecure()) {
            settings = settings.insecure();
        }
        return tokens == null ? settings : settings.tokens(tokens);
    }

    /** On loopback plain HTTP is enough: probes and scripts of the machine need no certificate. */
    private boolean isTls(LocksConfig config) {
        return config.tls() != null && !isLoopback();
    }

    private String host() {
        return address == null ? LOOPBACK : address;
    }

    private boolean isLoopback() {
        try {
            return Arrays.stream(InetAddress.getAllByName(host())).allMatch(InetAddress::isLoopbackAddress);
        } catch (UnknownHostException unknown) {
            return false; // the server says so
        }
    }

    private static void setUnlessSet(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }
}
