// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.embedded;

import io.quorate.api.DistributedLock;
import io.quorate.api.DistributedReadWriteLock;
import io.quorate.api.DistributedSemaphore;
import io.quorate.api.Health;
import io.quorate.api.LeaderElection;
import io.quorate.api.LockAdmin;
import io.quorate.api.LockListener;
import io.quorate.api.LockListing;
import io.quorate.api.LockSet;
import io.quorate.api.LockStatistics;
import io.quorate.api.Locks;
import io.quorate.api.Registration;
import io.quorate.api.RosterChange;
import io.quorate.api.RosterView;
import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;
import io.quorate.node.admin.AdminRequest;
import io.quorate.node.admin.LocalAdmin;
import io.quorate.node.recipe.Callers;
import io.quorate.node.recipe.Election;
import io.quorate.node.recipe.Elections;
import io.quorate.node.recipe.OrderedLocks;
import io.quorate.node.recipe.PermitNumbers;
import io.quorate.node.recipe.SlotSemaphore;
import io.quorate.node.roster.RosterReport;
import io.quorate.node.turn.OpenHolds.Limits;
import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** The locks of a node that runs in this process. */
public final class EmbeddedLocks implements Locks {
    private final RunningNode node;
    private final ThreadHolds threadHolds = new ThreadHolds();
    private final Callers callers;
    private final Elections elections = new Elections();
    private final PermitNumbers permitNumbers = new PermitNumbers(task -> runOnItsOwn("quorate-semaphores", task));
    private volatile Runnable beforeClose = () -> {};

    public EmbeddedLocks(RunningNode node) {
        this.node = node;
        this.callers = new Callers(task -> runOnItsOwn("quorate-election", task), node.callbacks()::runAtOnce);
    }

    /** On a thread that ends with the task. */
    private static void runOnItsOwn(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    public RunningNode node() {
        return node;
    }

    @Override
    public DistributedLock lock(String name) {
        return ofName(named(name));
    }

    /** Also a reserved one. */
    public DistributedLock ofName(LockName lock) {
        return new EmbeddedLock(node, threadHolds, lock, Mode.EXCLUSIVE);
    }

    private DistributedLock ofRecipe(String name, Limits usual) {
        return EmbeddedLock.ofRecipe(node, threadHolds, named(name), usual);
    }

    @Override
    public DistributedReadWriteLock readWriteLock(String name) {
        LockName lock = named(name);
        return new ReadWrite(
                new EmbeddedLock(node, threadHolds, lock, Mode.SHARED),
                new EmbeddedLock(node, threadHolds, lock, Mode.EXCLUSIVE));
    }

    private static LockName named(String name) {
        return LockName.of(Objects.requireNonNull(name, "The name of a lock must not be null."));
    }

    private record ReadWrite(DistributedLock readLock, DistributedLock writeLock) implements DistributedReadWriteLock {}

    @Override
    public LeaderElection leaderElection(String name) {
        return elections.add(new Election(ofRecipe(name, Limits.STAYS_OPEN), callers));
    }

    @Override
    public LockSet lockSet(Collection<String> names) {
        return OrderedLocks.of(names, this::lock);
    }

    @Override
    public DistributedSemaphore semaphore(String name, int permits) {
        return SlotSemaphore.of(name, permits, (each, role) -> ofRecipe(each, Limits.noneAs(role)), permitNumbers);
    }

    @Override
    public LockListing list(String prefix, String after, int max) {
        Objects.requireNonNull(prefix, "The prefix must not be null: give an empty one for all locks.");
        Objects.requireNonNull(after, "The name before must not be null: give an empty one for the first page.");
        if (max < 1) {
            throw new IllegalArgumentException("A list of at most " + max + " locks: ask for at least one.");
        }
        if (!after.isEmpty()) {
            named(after); // refuses what is no name
        }
        requireOpen(prefix);
        return node.clusterQuery()
                .descriptions(AdminRequest.list(prefix, after, max))
                .list(max);
    }

    @Override
    public Registration addListener(LockListener listener) {
        return node.observers().add(Objects.requireNonNull(listener, "A listener must not be null."));
    }

    @Override
    public LockStatistics statistics() {
        return node.statistics();
    }

    @Override
    public Health health() {
        return node.healthWatch().now();
    }

    @Override
    public Registration addHealthListener(Consumer<Health> listener) {
        return node.healthWatch().add(Objects.requireNonNull(listener, "A listener must not be null."));
    }

    @Override
    public LockAdmin admin() {
        return new LocalAdmin(
                node.clusterQuery(),
                node.names,
                node.self,
                node.availability,
                node.healthWatch()::avoided,
                this::requireOpen);
    }

    @Override
    public RosterView roster() {
        RosterReport report = node.inTurn(node.rosterDesk::report);
        if (report == null) {
            throw new UnsupportedOperationException(
                    "The members of this cluster never change, because its protocol is not quorumlock, or the list of its quorums is"
                            + " too long for a roster. See admin().members().");
        }
        return report.view();
    }

    @Override
    public CompletionStage<RosterView> changeRoster(RosterChange change) {
        Objects.requireNonNull(change, "The change must not be null.");
        requireOpen("");
        return node.rosterDesk.change(change).over();
    }

    @Override
    public Registration addRosterListener(Consumer<RosterView> listener) {
        return node.rosterDesk.add(Objects.requireNonNull(listener, "A listener must not be null."));
    }

    private void requireOpen(String lockName) {
        if (node.isClosed()) {
            throw node.closedException(lockName);
        }
    }

    @Override
    public String nodeId() {
        return node.names.of(node.self);
    }

    /** Runs this when these locks are closed, before anything else. At most once, before anybody closes them. */
    public void beforeClose(Runnable step) {
        beforeClose = step;
    }

    @Override
    public void close() {
        beforeClose.run();
        if (!node.isClosed()) {
            elections.awaitLeaving(Elections.LEAVING_MAX);
        }
        node.close();
    }

    @Override
    public String toString() {
        return "Locks(cluster " + node.names.cluster() + ", node " + nodeId() + ")";
    }
}
