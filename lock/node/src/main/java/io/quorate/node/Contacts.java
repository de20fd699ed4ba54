// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.quorate.api.LocksConfig;
import io.quorate.core.roster.Configuration;
import io.quorate.core.roster.Member;
import io.quorate.core.roster.RosterState;
import io.quorate.core.wire.MalformedFrameException;
import io.quorate.node.admin.AdminClient;
import io.quorate.node.admin.AdminRequest;
import io.quorate.node.net.Membership;
import io.quorate.node.net.TransportException;
import io.quorate.node.net.tcp.AdminConnection;
import io.quorate.node.roster.RosterReport;
import io.quorate.node.store.ThisProcess;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Asks members that may be found at known addresses for the roster: for guests, for nodes that wait to be named, and for nodes that were
 * away while the roster changed. One member that is out of date, or lies, must not decide it: a roster counts only if more than half of its
 * voters confirm it, and if nobody contradicts.
 */
final class Contacts {
    /** In front of a name that stands for all its addresses. */
    private static final String DNS = "dns:";

    /** A contact has so long to answer. */
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    /** After so long all calls are over, and all names looked up, unless the resolver of the machine hangs. */
    private static final Duration LIMIT = TIMEOUT.multipliedBy(6);

    private final LocksConfig config;
    private final String name;
    private final Resolver resolver;
    private final Duration limit;

    /** The last lookup of each name. One that hangs is waited for again, so that it takes one thread however often the node asks. */
    private final Map<String, FutureTask<List<InetAddress>>> lookups = new ConcurrentHashMap<>();

    /** Since when each address is called, of calls that have not ended. One that hangs in its lookup is not called again. */
    private final Map<InetSocketAddress, Long> callsSince = new ConcurrentHashMap<>();

    /** Why no roster was found the last time, in words. */
    private volatile String lastFailure = "";

    /**
     * Of one node.
     *
     * @param name the id of a member, or the name of a guest; over TLS its certificate must name it
     */
    Contacts(LocksConfig config, String name) {
        this(config, name, InetAddress::getAllByName, LIMIT);
    }

    Contacts(LocksConfig config, String name, Resolver resolver, Duration limit) {
        this.config = config;
        this.name = name;
        this.resolver = resolver;
        this.limit = limit;
    }

    /** Looks up names; may hang. */
    interface Resolver {
        InetAddress[] resolve(String host) throws UnknownHostException;
    }

    /**
     * The answers of the members.
     *
     * @param told what each of them says
     */
    record Answer(ToldRosters told) {
        /** The newest roster that a member tells; null if none answers. */
        @Nullable
        RosterReport newest() {
            return told.newest();
        }

        /** The same, if more than half of its voters tell it. */
        @Nullable
        RosterReport confirmed() {
            return told.isConfirmed() ? told.newest() : null;
        }

        /** The memory of a node that begins with this roster, and the key that others know of it. */
        RosterState beginning(Configuration configuration, long floor, String nodeId, String key) {
            RosterState state = RosterState.beginning(configuration, key).withFloor(floor);
            Member own = configuration.latest().find(nodeId);
            String known = own == null ? "" : told.keyOf(own.number());
            return own == null || known.isEmpty() ? state : state.shown(own.number(), known);
        }
    }

    /** Asks the contacts, and the members of this configuration if there is one. */
    Answer roster(@Nullable Configuration known) {
        return ask(AdminRequest.roster(), known, told -> false);
    }

    /** The same, but does not wait for slow members when enough of the others confirm a roster. */
    Answer rosterAtOnce() {
        return ask(AdminRequest.roster(), null, ToldRosters::isConfirmed);
    }

    /** The same, and tells all of them that this node waits to be named. */
    Answer announce(String key, @Nullable Configuration known) {
        return ask(AdminRequest.announce(name, key), known, told -> false);
    }

    /** Why no roster was found the last time, in words. */
    String lastFailure() {
        return lastFailure;
    }

    private Answer ask(AdminRequest request, @Nullable Configuration known, Predicate<ToldRosters> isEnough) {
        List<String> failures = new ArrayList<>();
        Set<InetSocketAddress> asked = addresses(known, failures);
        ToldRosters told = new ToldRosters();
        call(request, asked, told, failures, isEnough);
        RosterReport first = told.newest();
        if (first != null && !isEnough.test(told)) {
            Set<InetSocketAddress> others = new LinkedHashSet<>();
            addMembers(first.configuration(), others);
            others.removeAll(asked);
            call(request, others, told, failures, isEnough); // who may confirm it
        }
        told.requireAlike();
        RosterReport newest = told.newest();
        if (newest != null && !told.isConfirmed()) {
            failures.add("roster " + newest.configuration().lower().epoch()
                    + " is told by too few of its voters; missing: " + String.join(", ", told.silentVoters()));
        }
        lastFailure = String.join("; ", failures);
        return new Answer(told);
    }

    /**
     * Calls all at once, and collects what they tell.
     *
     * @param isEnough whether these answers will do, so that nobody waits for slow members
     */
    private void call(
            AdminRequest request,
            Set<InetSocketAddress> addresses,
            ToldRosters told,
            List<String> failures,
            Predicate<ToldRosters> isEnough) {
        BlockingQueue<FutureTask<Map.Entry<String, RosterReport>>> ended = new LinkedBlockingQueue<>();
        int called = 0;
        for (InetSocketAddress each : addresses) {
            Long since = callsSince.get(each);
            if (since != null && System.nanoTime() - since >= limit.toNanos()) {
                failures.add("the call of " + each.getHostString() + " has not ended for more than " + limit.toMillis()
                        + " ms: look whether this machine can resolve its name");
                continue;
            }
            long now = System.nanoTime();
            callsSince.put(each, now);
            called++;
            start(() -> {
                FutureTask<Map.Entry<String, RosterReport>> call = new FutureTask<>(() -> call(request, each));
                call.run();
                callsSince.remove(each, now);
                ended.add(call);
            });
        }
        long end = System.nanoTime() + limit.toNanos();
        for (int open = called; open > 0 && !isEnough.test(told); open--) {
            try {
                FutureTask<Map.Entry<String, RosterReport>> call = ended.poll(end - System.nanoTime(), NANOSECONDS);
                if (call == null) {
                    failures.add(open + " contacts did not answer within " + limit.toMillis()
                            + " ms: look whether this machine can resolve their names");
                    return;
                }
                Map.Entry<String, RosterReport> answer = call.get();
                told.add(answer.getKey(), answer.getValue());
            } catch (ExecutionException failure) {
                Throwable cause = failure.getCause();
                if (!(cause instanceof TransportException || cause instanceof MalformedFrameException)) {
                    throw new IllegalStateException("a member could not be asked for the roster", cause);
                }
                failures.add(String.valueOf(cause.getMessage()));
            } catch (InterruptedException interruption) {
                Thread.currentThread().interrupt();
                throw new TransportException(
                        "interrupted while members were asked for the roster: start again", interruption);
            }
        }
    }

    private Map.Entry<String, RosterReport> call(AdminRequest request, InetSocketAddress address) {
        try (AdminConnection line =
                AdminConnection.call(address, config.cluster(), name, ThisProcess.inWords(), config.tls(), TIMEOUT)) {
            return Map.entry(line.memberId(), RosterReport.ofLine(AdminClient.askOne(request, line)));
        }
    }

    private static void start(Runnable call) {
        Thread thread = new Thread(call, "quorate-contacts");
        thread.setDaemon(true);
        thread.start();
    }

    /** Where members may be: names are looked up at each call, for they may resolve to other addresses by now. */
    private Set<InetSocketAddress> addresses(@Nullable Configuration known, List<String> failures) {
        Set<InetSocketAddress> addresses = new LinkedHashSet<>();
        List<LocksConfig.Member> listed = config.members();
        for (int place = 0; place < listed.size(); place++) {
            LocksConfig.Member each = listed.get(place);
            if (each.id().equals(name) && config.guestName() == null) {
                continue; // this very node
            }
            if (config.listedTexts().get(place).contains(DNS)) {
                for (InetAddress address : resolved(each.host(), failures)) {
                    addresses.add(new InetSocketAddress(address, each.port()));
                }
            } else {
                addresses.add(InetSocketAddress.createUnresolved(each.host(), each.port()));
            }
        }
        if (known != null) {
            addMembers(known, addresses);
        }
        return addresses;
    }

    private List<InetAddress> resolved(String host, List<String> failures) {
        FutureTask<List<InetAddress>> look = lookups.get(host);
        if (look == null || look.isDone()) {
            look = new FutureTask<>(() -> List.of(resolver.resolve(host)));
            lookups.put(host, look);
            start(look);
        }
        try {
            return look.get(limit.toNanos(), NANOSECONDS);
        } catch (TimeoutException hangs) {
            failures.add("the name " + host + " was not resolved within " + limit.toMillis() + " ms");
        } catch (ExecutionException failure) {
            failures.add("the name " + host + " is unknown");
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new TransportException("interrupted while a name was looked up: start again", interruption);
        }
        return List.of();
    }

    private void addMembers(Configuration configuration, Set<InetSocketAddress> addresses) {
        for (Membership.Entry each :
                Membership.of(config.cluster(), configuration).entries()) {
            if (!each.id().equals(name)) {
                addresses.add(InetSocketAddress.createUnresolved(
                        each.member().host(), each.member().port()));
            }
        }
    }
}
