// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.api.Hold;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import io.quorate.api.RosterChange;
import io.quorate.api.RosterRefusedException;
import io.quorate.api.RosterView;
import io.quorate.node.net.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The roster of real nodes over TCP changes while locks are held. */
@Tag("threads")
@Tag("slow")
@Tag("long")
class RosterChangeTest {
    private static final Duration LEASE = Duration.ofSeconds(4);
    private static final long MINUTE = 60;

    @TempDir
    private Path directory = Path.of("unset");

    private final ExecutorService starts = Executors.newCachedThreadPool();
    private final Map<String, Locks> open = new LinkedHashMap<>();
    private final Map<String, Integer> ports = new LinkedHashMap<>();

    @AfterEach
    void closeAll() {
        open.values().forEach(Locks::close);
        starts.shutdownNow();
    }

    private String member(String id) throws Exception {
        if (!ports.containsKey(id)) {
            ports.put(id, FreePorts.one());
        }
        return id + "=127.0.0.1:" + ports.get(id);
    }

    private LocksConfig settings(LocksConfig config) {
        return config.cluster("changing")
                .lease(LEASE)
                .joinTimeout(Duration.ofSeconds(MINUTE))
                .shutdownHook(false);
    }

    private void begin(String... ids) throws Exception {
        List<String> members = new ArrayList<>();
        for (String id : ids) {
            members.add(member(id));
        }
        List<CompletableFuture<Locks>> joining = new ArrayList<>();
        for (String id : ids) {
            LocksConfig config = settings(LocksConfig.of(members)).nodeId(id).dataDirectory(directory.resolve(id));
            joining.add(CompletableFuture.supplyAsync(() -> Locks.join(config), starts));
        }
        for (int place = 0; place < ids.length; place++) {
            open.put(ids[place], joining.get(place).get(MINUTE, TimeUnit.SECONDS));
        }
    }

    private String contact(String id) throws Exception {
        String text = member(id);
        return text.substring(text.indexOf('=') + 1);
    }

    /** A node that waits to be named; it is open when it was. */
    private CompletableFuture<Locks> joiner(String id, String contact) throws Exception {
        LocksConfig config =
                settings(LocksConfig.contacts(contact(contact))).nodeId(id).dataDirectory(directory.resolve(id));
        member(id);
        return CompletableFuture.supplyAsync(
                () -> {
                    Locks locks = Locks.join(config);
                    synchronized (open) {
                        open.put(id, locks);
                    }
                    return locks;
                },
                starts);
    }

    /** Refused until the joiner has announced itself, and until this node knows that the roster before is over. */
    private RosterView change(String by, RosterChange change) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MINUTE);
        while (true) {
            try {
                return node(by).changeRoster(change).toCompletableFuture().get(MINUTE, TimeUnit.SECONDS);
            } catch (java.util.concurrent.ExecutionException failure) {
                String why = String.valueOf(failure.getCause().getMessage());
                boolean mayCome = why.contains("is not there") || why.contains("another change is under way");
                if (!mayCome || System.nanoTime() > end) {
                    throw failure;
                }
                Thread.onSpinWait();
            }
        }
    }

    private Locks node(String id) {
        Locks locks = open.get(id);
        assertThat(locks).as("node " + id).isNotNull();
        return locks;
    }

    private static List<String> ids(RosterView view) {
        return view.members().stream().map(RosterView.Member::id).toList();
    }

    private Locks guest(String... members) throws Exception {
        List<String> texts = new ArrayList<>();
        for (String id : members) {
            texts.add(member(id));
        }
        Locks guest = Locks.join(settings(LocksConfig.of(texts)).guest("app"));
        open.put("app", guest);
        return guest;
    }

    @Test
    void everyMemberIsReplacedWhileAGuestHoldsALock() throws Exception {
        begin("a", "b", "c");
        Locks guest = guest("a", "b", "c");
        List<Integer> configurations = new CopyOnWriteArrayList<>();
        guest.addRosterListener(view -> configurations.add(view.configuration()));
        long last;
        try (Hold hold = guest.lock("held").acquire(Duration.ofSeconds(MINUTE))) {
            String by = "a";
            for (String[] pair : new String[][] {{"c", "d"}, {"b", "e"}, {"a", "f"}}) {
                CompletableFuture<Locks> coming = joiner(pair[1], by);
                RosterView view = change(by, RosterChange.none().replace(pair[0], member(pair[1])));
                assertThat(ids(view)).contains(pair[1]).doesNotContain(pair[0]);
                coming.get(MINUTE, TimeUnit.SECONDS);
                node(pair[0]).close();
                open.remove(pair[0]);
                by = pair[1];
                assertThat(hold.isValid()).as("after " + pair[0]).isTrue();
            }
            Awaitility.await()
                    .atMost(Duration.ofSeconds(MINUTE))
                    .until(() -> guest.roster().configuration() == 6);
            assertThat(hold.isValid()).isTrue();
            assertThat(node("e").lock("held").tryAcquire()).isEmpty();
            last = hold.fence();
        }
        try (Hold next = node("f").lock("held").acquire(Duration.ofSeconds(MINUTE))) {
            assertThat(next.fence()).isGreaterThan(last);
        }
        assertThat(configurations).isSorted().endsWith(6);
    }

    @Test
    void aClusterGrowsAndShrinksAndChangesQuorumsAndLease() throws Exception {
        begin("a", "b", "c");
        try (Hold hold = node("b").lock("held").acquire(Duration.ofSeconds(MINUTE))) {
            CompletableFuture<Locks> d = joiner("d", "a");
            CompletableFuture<Locks> e = joiner("e", "b");
            RosterView five = change("a", RosterChange.none().add(member("d")).add(member("e")));
            assertThat(ids(five)).containsExactly("a", "b", "c", "d", "e");
            d.get(MINUTE, TimeUnit.SECONDS);
            e.get(MINUTE, TimeUnit.SECONDS);
            RosterView lease = change("b", RosterChange.none().lease(Duration.ofSeconds(3)));
            assertThat(lease.lease()).isEqualTo(Duration.ofSeconds(3));
            RosterView three =
                    change("b", RosterChange.none().remove("a").remove("d").quorums("majority"));
            assertThat(ids(three)).containsExactly("b", "c", "e");
            assertThat(hold.isValid()).isTrue();
            assertThat(node("a").lock("held").tryAcquire())
                    .as("a former member is a guest")
                    .isEmpty();
        }
        try (Hold hold = node("a").lock("held").acquire(Duration.ofSeconds(MINUTE))) {
            assertThat(hold.isValid()).isTrue();
        }
    }

    @Test
    void whatCannotBeDecidedIsRefusedInWords() throws Exception {
        begin("a", "b", "c");
        assertThatThrownBy(() -> change("a", RosterChange.none().remove("x")))
                .hasMessageContaining("x is not a member");
        assertThatThrownBy(() -> node("a")
                        .changeRoster(RosterChange.none().add(member("d")))
                        .toCompletableFuture()
                        .join())
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOf(RosterRefusedException.class)
                .hasMessageContaining("node d is not there")
                .hasMessageContaining("--join");
        assertThat(node("a").roster().configuration()).isZero();
    }
}
