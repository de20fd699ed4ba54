// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import io.quorate.api.InvalidConfigException;
import io.quorate.api.LocksConfig;
import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rule that only TLS crosses the network: without TLS every address of a node is a loopback address, unless its
 * configuration says {@link LocksConfig#insecure()}. Checked before a socket opens, for nodes and for their clients.
 */
public final class Exposure {
    private static final EventLog LOG = EventLog.of(Exposure.class);

    /** A list of many addresses says nothing more than its beginning does. */
    private static final int LISTED_MAX = 5;

    private final LocksConfig config;

    /** The addresses beyond this machine, each with why it counts as such; empty with TLS. */
    private final List<String> beyond;

    private Exposure(LocksConfig config, List<String> beyond) {
        this.config = config;
        this.beyond = beyond;
    }

    /** Of a node with a roster: all its members, and where it listens itself. */
    public static Exposure of(LocksConfig config) {
        return of(config, List.of());
    }

    /**
     * Of a node that is also reached at, or calls, other addresses than those of its members.
     *
     * @param others each as {@code host:port}
     */
    public static Exposure of(LocksConfig config, List<String> others) {
        if (config.tls() != null) {
            return new Exposure(config, List.of());
        }
        List<LocksConfig.Member> all = new ArrayList<>(config.members());
        others.forEach(address -> all.addAll(LocksConfig.of(address).members()));
        LocksConfig.Member listen = listenAddress(config);
        if (listen != null) {
            all.add(listen);
        }
        List<String> beyond = new ArrayList<>();
        for (LocksConfig.Member each : all) {
            String why = whyBeyond(each.host());
            String text = each.host() + ":" + each.port() + (each.host().equals(why) ? "" : " (" + why + ")");
            if (why != null && !beyond.contains(text)) {
                beyond.add(text);
            }
        }
        return new Exposure(config, beyond);
    }

    /** Null if there is none, or it cannot be read: {@link LocksConfig#faults()} tells that. */
    private static LocksConfig.@Nullable Member listenAddress(LocksConfig config) {
        try {
            return config.listenAddress();
        } catch (InvalidConfigException malformed) {
            return null;
        }
    }

    /** Null if all addresses of the host are loopback: a name that is unknown now may be any host later. */
    static @Nullable String whyBeyond(String host) {
        try {
            return Arrays.stream(InetAddress.getAllByName(host))
                    .filter(address -> !address.isLoopbackAddress())
                    .findFirst()
                    .map(address -> address.isAnyLocalAddress() ? "every network" : address.getHostAddress())
                    .orElse(null);
        } catch (UnknownHostException unknown) {
            return "does not resolve";
        }
    }

    /** Whether nobody is talked with in plain text who should not be. */
    public boolean isPermitted() {
        return beyond.isEmpty() || config.isInsecure();
    }

    /** Throws {@link InvalidConfigException} if other hosts would be talked with in plain text, and nobody wanted that. */
    public void require() {
        if (!isPermitted()) {
            throw new InvalidConfigException(List.of("Without TLS a node talks only with its own machine, and "
                    + inWords()
                    + " is beyond it: every process that reaches such a port could take and free every lock. Give this"
                    + " process a certificate, with tls(...) or --tls-cert: \"quorate certs\" makes them for all nodes."
                    + " On a network that nobody else can reach, say insecure() or --insecure."));
        }
    }

    /** Warns if other hosts are talked with in plain text. Once for each start of a node. */
    void warn() {
        if (!beyond.isEmpty()) {
            LOG.say(LogEvent.INSECURE, config.cluster(), inWords());
        }
    }

    private String inWords() {
        String text = String.join(", ", beyond.subList(0, Math.min(LISTED_MAX, beyond.size())));
        return beyond.size() > LISTED_MAX ? text + " and " + (beyond.size() - LISTED_MAX) + " more" : text;
    }
}
