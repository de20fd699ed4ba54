package io.quorate.node;

import io.quorate.api.LocksConfig;
import io.quorate.api.TlsMaterial;
import io.quorate.core.wire.MalformedFrameException;
import io.quorate.node.admin.AdminClient;
import io.quorate.node.admin.AdminRequest;
import io.quorate.node.net.Roster;
import io.quorate.node.net.TransportException;
import io.quorate.node.net.tcp.AdminConnection;
import io.quorate.node.roster.RosterReport;
import io.quorate.node.store.ThisProcess;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Asks members that may be found at known addresses for the roster: for guests, for nodes that wait to be named, and for nodes that were
 * away while the roster changed.
 */
final class Contacts {
    /** In front of a name that stands for all its addresses. */
    private static final String DNS = "dns:";

    /** A contact has so long to answer. */
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    private final LocksConfig config;
    private final String name;

    /** Why nobody answered the last time, in words. */
    private volatile String lastFailure = "";

    /**
     * Of one node.
     *
     * @param name the id of a member, or the name of a guest; over TLS its certificate must name it
     */
    Contacts(LocksConfig config, String name) {
        this.config = config;
        this.name = name;
    }

    /** The roster of the first contact that answers; null if none does. */
    @Nullable
    RosterReport roster(Collection<Roster.Member> others) {
        return ask(AdminRequest.roster(), others, false);
    }

    /** Tells all contacts that this node waits to be named. Gives the newest roster that one of them knows; null if none answers. */
    @Nullable
    RosterReport announce(String key, Collection<Roster.Member> others) {
        return ask(AdminRequest.announce(name, key), others, true);
    }

    /** Why nobody answered the last time, in words. */
    String lastFailure() {
        return lastFailure;
    }

    private @Nullable RosterReport ask(AdminRequest request, Collection<Roster.Member> others, boolean all) {
        RosterReport newest = null;
        List<String> failures = new ArrayList<>();
        for (InetSocketAddress address : addresses(others, failures)) {
            try (AdminConnection line =
                    AdminConnection.call(address, config.cluster(), name, ThisProcess.inWords(), tls(), TIMEOUT)) {
                RosterReport report = RosterReport.ofLine(AdminClient.askOne(request, line));
                boolean isNewer = newest == null
                        || report.configuration().number()
                                > newest.configuration().number();
                newest = isNewer ? report : newest;
            } catch (TransportException | MalformedFrameException failure) {
                failures.add(String.valueOf(failure.getMessage()));
            }
            if (newest != null && !all) {
                break;
            }
        }
        lastFailure = String.join("; ", failures);
        return newest;
    }

    private @Nullable TlsMaterial tls() {
        return config.tls();
    }

    /** Where members may be: names are looked up at each call, for they may resolve to other addresses by now. */
    private Set<InetSocketAddress> addresses(Collection<Roster.Member> others, List<String> failures) {
        Set<InetSocketAddress> addresses = new LinkedHashSet<>();
        List<LocksConfig.Member> listed = config.members();
        for (int place = 0; place < listed.size(); place++) {
            LocksConfig.Member each = listed.get(place);
            if (config.listedTexts().get(place).contains(DNS)) {
                try {
                    for (InetAddress address : InetAddress.getAllByName(each.host())) {
                        addresses.add(new InetSocketAddress(address, each.port()));
                    }
                } catch (UnknownHostException unknown) {
                    failures.add("the name " + each.host() + " is unknown");
                }
            } else {
                addresses.add(InetSocketAddress.createUnresolved(each.host(), each.port()));
            }
        }
        others.forEach(member -> addresses.add(InetSocketAddress.createUnresolved(member.host(), member.port())));
        return addresses;
    }
}
