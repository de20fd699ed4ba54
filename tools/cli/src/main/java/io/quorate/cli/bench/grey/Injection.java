// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench.grey;

import io.quorate.cli.cluster.ChildProcess;
import io.quorate.faultnet.FaultNet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A fault of one voter while it lasts; {@link #end} ends it. */
final class Injection {
    private static final long DELAY_MILLIS = 200;
    private static final double LOSS = 0.3;
    private static final long STOPPED_MILLIS = 1_200;
    private static final long RUNNING_MILLIS = 800;

    private final GreyFault fault;
    private final @Nullable FaultNet net;
    private final ChildProcess voter;
    private final long began = System.nanoTime();
    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread rhythm = new Thread(this::pause, "pauses");

    private Injection(GreyFault fault, @Nullable FaultNet net, ChildProcess voter) {
        this.fault = fault;
        this.net = net;
        this.voter = voter;
        rhythm.setDaemon(true);
    }

    /** Begins the fault; the network may be null for faults that do not need it. */
    static Injection begin(GreyFault fault, @Nullable FaultNet net, ChildProcess voter)
            throws IOException, InterruptedException {
        Injection injection = new Injection(fault, net, voter);
        switch (fault) {
            case FROZEN -> voter.signal("STOP");
            case SILENT -> injection.network().isolate(voter.name());
            case SLOW -> injection.network().linksOf(voter.name()).delay(DELAY_MILLIS);
            case LOSING -> injection.network().linksOf(voter.name()).drop(LOSS);
            case PAUSING -> injection.rhythm.start();
        }
        return injection;
    }

    private FaultNet network() {
        return Objects.requireNonNull(net, "this fault needs a network");
    }

    /** Just before the fault took effect, by {@link System#nanoTime()}. */
    long began() {
        return began;
    }

    private void pause() {
        try {
            do {
                voter.signal("STOP");
                boolean ends = over.await(STOPPED_MILLIS, TimeUnit.MILLISECONDS);
                voter.signal("CONT");
                if (ends) {
                    return;
                }
            } while (!over.await(RUNNING_MILLIS, TimeUnit.MILLISECONDS));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
        }
    }

    /** The voter is as before; a voter that was stopped goes on. */
    void end() throws IOException, InterruptedException {
        switch (fault) {
            case FROZEN -> voter.signal("CONT");
            case SILENT -> network().linksOf(voter.name()).heal();
            case SLOW -> network().linksOf(voter.name()).delay(0);
            case LOSING -> network().linksOf(voter.name()).drop(0);
            case PAUSING -> {
                over.countDown();
                rhythm.join();
            }
        }
    }
}
