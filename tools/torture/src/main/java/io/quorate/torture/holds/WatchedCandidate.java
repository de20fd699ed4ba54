// SPDX-License-Identifier: Apache-2.0
package io.quorate.torture.holds;

import io.quorate.api.LeaderElection;
import io.quorate.api.Leadership;
import io.quorate.api.LeadershipEnd;
import io.quorate.api.Locks;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A candidate of an election that writes down when {@link LeaderElection#isLeader()} was true, as a hold for each term: the audit of
 * holds then tells whether two ever led at once. It looks at the clock first, then asks.
 */
public final class WatchedCandidate implements LeaderElection.Listener, AutoCloseable {
    private static final int LOOK_EVERY_MILLIS = 2;

    private final LeaderElection election;
    private final HoldLog log;
    private final Consumer<String> news;
    private final AtomicInteger inCalls = new AtomicInteger();
    private final Thread thread = new Thread(this::lookAgainAndAgain, "candidate-watch");

    /** The term that was announced and not taken back; null if there is none. Of the calls only, which do not overlap. */
    private @Nullable Leadership announced;

    /** The term that was written down last; under this object's lock, as is the next. */
    private long lastTerm;

    private long lastUntil;

    /**
     * Stands for this name from now on.
     *
     * @param news told of each call, and of calls that overlap or do not alternate
     */
    public WatchedCandidate(Locks locks, String name, HoldLog log, Consumer<String> news) {
        this.election = locks.leaderElection(name);
        this.log = log;
        this.news = news;
        thread.setDaemon(true);
        thread.start();
        election.start(this);
    }

    private void lookAgainAndAgain() {
        try {
            while (true) {
                look();
                Thread.sleep(LOOK_EVERY_MILLIS);
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void look() {
        long now = System.nanoTime();
        election.leadership().ifPresent(leadership -> write(now, leadership));
    }

    /** Writes down that this term went on at this time. The term is the number of the wish too: no other process has the same. */
    private void write(long now, Leadership leadership) {
        long term = leadership.term();
        if (term != lastTerm) {
            long begin = System.nanoTime(); // not before it led
            log.ask(term, election.name(), false, begin);
            log.held(term, term, begin);
            lastTerm = term;
            lastUntil = begin;
        } else {
            long left = leadership.validFor().toNanos();
            if (left > 0 && now + left > lastUntil) {
                lastUntil = now + left;
                log.until(term, now, lastUntil);
            }
        }
    }

    @Override
    public void gained(Leadership leadership) {
        boolean alone = inCalls.incrementAndGet() == 1;
        boolean first = announced == null;
        announced = leadership;
        news.accept((alone && first ? "gained " : "disorder: gained ") + leadership.term());
        inCalls.decrementAndGet();
    }

    @Override
    public void lost(LeadershipEnd reason) {
        boolean alone = inCalls.incrementAndGet() == 1;
        Leadership ended = announced;
        announced = null;
        boolean falselyValid = ended != null && (ended.isValid() || election.isLeader());
        if (ended != null && reason != LeadershipEnd.RESIGNED && reason != LeadershipEnd.CLOSED) {
            logLoss(ended.term(), reason);
        }
        boolean inOrder = alone && ended != null && !falselyValid;
        news.accept((inOrder ? "lost " : "disorder: lost ") + (ended == null ? 0 : ended.term()) + " " + reason);
        inCalls.decrementAndGet();
    }

    private synchronized void logLoss(long term, LeadershipEnd reason) {
        if (term == lastTerm) {
            log.lost(term, System.nanoTime(), reason.name());
        }
    }

    /** Gives the leadership up, if it has it; the last look at it comes before. */
    public void resign() {
        endTerm(LeaderElection::resign);
    }

    private synchronized void endTerm(Consumer<LeaderElection> how) {
        long now = System.nanoTime();
        boolean led = election.leadership().map(Leadership::term).orElse(0L) == lastTerm && lastTerm > 0;
        how.accept(election);
        if (led) {
            log.end(lastTerm, now);
        }
    }

    @Override
    public void close() {
        endTerm(LeaderElection::close);
        thread.interrupt();
    }
}
