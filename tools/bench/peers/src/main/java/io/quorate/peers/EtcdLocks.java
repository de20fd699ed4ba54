// SPDX-License-Identifier: Apache-2.0
package io.quorate.peers;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.lease.LeaseKeepAliveResponse;
import io.etcd.jetcd.support.CloseableClient;
import io.grpc.stub.StreamObserver;
import io.quorate.cli.bench.load.LockClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * etcd, through jetcd's lock service. To etcd a lease is the holder: two requests with the same lease both get the lock. So
 * each request takes a lease of its own out of a pool, where leases are kept alive; none is granted for a single lock.
 */
final class EtcdLocks implements LockClient {
    /** The default of etcd's own client in Go. jetcd has none. */
    private static final Duration USUAL_LEASE = Duration.ofSeconds(60);

    private final Client client;
    private final long leaseSeconds;
    private final Deque<Session> idle = new ConcurrentLinkedDeque<>();

    private EtcdLocks(Client client, long leaseSeconds) {
        this.client = client;
        this.leaseSeconds = leaseSeconds;
    }

    /** A lease that is kept alive. */
    private record Session(long id, CloseableClient keepAlive) {}

    /** Connects with jetcd's own settings, so to all members, which get the requests in turn. */
    static EtcdLocks connect(List<String> addresses, Duration lease) throws InterruptedException {
        Client client =
                Client.builder().endpoints(addresses.toArray(String[]::new)).build();
        EtcdLocks locks = new EtcdLocks(client, (lease.isZero() ? USUAL_LEASE : lease).toSeconds());
        try {
            locks.idle.add(locks.newSession(Duration.ofSeconds(60)));
        } catch (ExecutionException | TimeoutException e) {
            client.close();
            throw new IllegalStateException("No member of etcd answered at " + addresses + " within 60 s.", e);
        }
        return locks;
    }

    private Session newSession(Duration timeout) throws InterruptedException, ExecutionException, TimeoutException {
        long id = client.getLeaseClient()
                .grant(leaseSeconds)
                .get(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .getID();
        return new Session(id, client.getLeaseClient().keepAlive(id, new NoObserver()));
    }

    @Override
    public Held acquire(String name, Duration timeout) throws Exception {
        Session pooled = idle.poll();
        Session session = pooled != null ? pooled : newSession(timeout);
        CompletableFuture<ByteSequence> key = client.getLockClient()
                .lock(ByteSequence.from(name, StandardCharsets.UTF_8), session.id())
                .thenApply(response -> response.getKey());
        ByteSequence held;
        try {
            held = key.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            giveUp(session);
            throw new NotInTimeException(name, timeout);
        } catch (ExecutionException | InterruptedException e) {
            giveUp(session);
            throw e;
        }
        return () -> release(held, session);
    }

    private void release(ByteSequence key, Session session) throws InterruptedException, ExecutionException {
        try {
            client.getLockClient().unlock(key).get();
        } catch (ExecutionException | InterruptedException e) {
            giveUp(session);
            throw e;
        }
        idle.push(session);
    }

    /** With its lease ends all that a request may have left behind; if nobody answers, after the time of the lease. */
    private void giveUp(Session session) {
        session.keepAlive().close();
        CompletableFuture<?> revoked = client.getLeaseClient().revoke(session.id());
        revoked.exceptionally(notNow -> null);
    }

    @Override
    public String settings() {
        return "jetcd lock service, leases of " + leaseSeconds + " s kept alive";
    }

    @Override
    public void close() {
        client.close();
    }

    /** A lease that is lost shows at the next request with it. */
    private static final class NoObserver implements StreamObserver<LeaseKeepAliveResponse> {
        @Override
        public void onNext(LeaseKeepAliveResponse renewed) {}

        @Override
        public void onError(Throwable lost) {
            System.err.println("A lease of etcd was lost: " + lost);
        }

        @Override
        public void onCompleted() {}
    }
}
