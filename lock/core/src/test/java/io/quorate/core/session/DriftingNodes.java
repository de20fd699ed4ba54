// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.session;

import io.quorate.core.model.NodeId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Two nodes that count on each other, with clocks that run too fast or too slow, on a network that delays, re-orders,
 * repeats and loses frames. Whenever something ends that lasted, it is compared with what the other side believes at that
 * very moment of true time. True time is counted in microseconds, so that every clock shows whole nanoseconds.
 */
final class DriftingNodes {
    private static final int NODES = 2;
    private static final int NANOS = 1000;

    private final LeaseTerms terms;
    private final boolean leasesChange;
    private final SplittableRandom random;

    /** Every start that ever was: what it believed goes on, by its clock, when it has crashed. */
    private final List<Start> starts = new ArrayList<>();

    private final Start[] alive = new Start[NODES];
    private final List<Letter> network = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private long micros;

    int expiries;
    int expiriesOfWhatWasTrusted;
    int trustEnds;
    int restartsWithTrust;
    int sessionsUsedAgain;
    int answersTooLate;

    private record Letter(int to, NodeId from, SessionHeader header) {}

    DriftingNodes(LeaseTerms terms, int driftPerMille, long seed) {
        this(terms, driftPerMille, seed, false);
    }

    /** With leases that change at each node by itself (E8), up to the double of these terms. */
    DriftingNodes(LeaseTerms terms, int driftPerMille, long seed, boolean leasesChange) {
        this.terms = terms;
        this.leasesChange = leasesChange;
        this.random = new SplittableRandom(seed);
        for (int node = 0; node < NODES; node++) {
            int rate = NANOS - driftPerMille + random.nextInt(2 * driftPerMille + 1);
            // The worst that can be, now and then: one as fast, the other as slow as allowed.
            int extreme = node == 0 ? NANOS - driftPerMille : NANOS + driftPerMille;
            start(node, 0, true, random.nextInt(3) == 0 ? extreme : rate);
        }
    }

    private void start(int node, long incarnation, boolean votes, int rate) {
        Start start = new Start(NodeId.of(node), incarnation, votes, rate);
        starts.add(start);
        alive[node] = start;
        start.turn(() -> {});
    }

    List<String> violations() {
        return violations;
    }

    void run(int steps) {
        long lease = terms.lease().toNanos() / NANOS;
        for (int step = 0; step < steps; step++) {
            int what = random.nextInt(100);
            Start node = alive[random.nextInt(NODES)];
            if (what < 25) {
                micros += random.nextLong(lease / 8);
            } else if (what < 28) {
                micros += random.nextLong(lease * 2);
            } else if (what < 62) {
                deliverAny(random.nextInt(10) == 0);
            } else if (what < 67) {
                loseAny();
            } else if (what < 77) {
                node.turn(() -> {});
            } else if (what < 86) {
                node.turn(node::ask);
            } else if (what < 92) {
                node.turn(node::unask);
            } else if (what < 97) {
                node.turn(() -> node.says = true);
            } else if (what == 97) {
                node.turn(() -> node.endTrust(node.other()));
            } else if (what == 98 && random.nextInt(4) == 0) {
                restart(node);
            } else if (what == 99 && leasesChange) {
                node.turn(node::changeLease);
            }
        }
    }

    private void restart(Start before) {
        if (before.isTrustedByTheOther()) {
            restartsWithTrust++;
        }
        micros += random.nextLong(1000);
        start(before.self.index(), before.incarnation + 1, false, before.rate);
    }

    private void deliverAny(boolean twice) {
        if (!network.isEmpty()) {
            int place = random.nextInt(network.size());
            Letter letter = twice ? network.get(place) : network.remove(place);
            Start target = alive[letter.to];
            target.turn(() -> target.hear(letter));
        }
    }

    private void loseAny() {
        if (!network.isEmpty()) {
            network.remove(random.nextInt(network.size()));
        }
    }

    /** One start of one node. */
    private final class Start implements SessionEnds {
        final NodeId self;
        final long incarnation;
        final int rate;
        final Sessions sessions;
        final long offset = random.nextLong(-1L << 40, 1L << 40);
        final Map<String, Long> expiryOf = new TreeMap<>();
        private LeaseTerms own = terms;
        private int configuration;
        boolean says;
        boolean confirms;

        Start(NodeId self, long incarnation, boolean votes, int rate) {
            this.self = self;
            this.incarnation = incarnation;
            this.rate = rate;
            this.sessions = new Sessions(self, incarnation, votes, terms);
            if (leasesChange) {
                configure(terms);
            }
        }

        /** E8: the node is in another configuration, whose lease is another. */
        void changeLease() {
            Duration lease = terms.lease();
            List<Duration> leases = List.of(lease, lease.plus(lease.dividedBy(2)), lease.multipliedBy(2));
            LeaseTerms next = new LeaseTerms(leases.get(random.nextInt(leases.size())), terms.driftPerMille());
            long longer = Math.max(0, next.memoryNanos() - own.memoryNanos());
            expiryOf.replaceAll((owner, expiry) -> expiry + longer);
            configure(next);
        }

        private void configure(LeaseTerms next) {
            own = next;
            LeaseTerms longest = new LeaseTerms(terms.lease().multipliedBy(2), terms.driftPerMille());
            sessions.configure(new SessionTerms(++configuration, 0, true, next, longest, longest));
        }

        NodeId other() {
            return NodeId.of(1 - self.index());
        }

        long now() {
            return offset + micros * rate;
        }

        void turn(Runnable what) {
            long before = now();
            sessions.advanceTo(before, this);
            if (sessions.wake() <= before) {
                violations.add(self + " would wake again at once");
            }
            what.run();
            if (says || confirms) {
                SessionHeader header = new SessionHeader();
                sessions.writeHeader(other(), header, says, false);
                network.add(new Letter(other().index(), self, header));
            }
            says = false;
            confirms = false;
        }

        void ask() {
            says = true;
            long numberBefore = view().number;
            boolean idle = view().open;
            sessions.ask(other());
            sessionsUsedAgain += idle && view().number == numberBefore ? 1 : 0;
        }

        void unask() {
            sessions.unask(other());
        }

        void endTrust(NodeId voter) {
            if (sessions.endTrust(voter)) {
                says = true;
            }
        }

        void hear(Letter letter) {
            HeaderOutcome hearing = sessions.hear(letter.from, letter.header);
            if (sessions.heedsRequester(letter.from)) {
                expiryOf.merge(letter.from + "'" + letter.header.incarnation, now() + own.memoryNanos(), Math::max);
            }
            hearAnswer(letter);
            confirms |= hearing.owesConfirmation();
            sessions.heard();
        }

        /** What counts from now on is remembered by the voter, or by nobody if that start of it is gone. */
        private void hearAnswer(Letter letter) {
            Start voter = alive[other().index()];
            View mine = view();
            if (sessions.heedsVoter(letter.from) && voter.incarnation == letter.header.incarnation) {
                View theirs = voter.view();
                Long remembered = theirs.owners.get(self + "'" + incarnation);
                if (remembered == null || remembered != mine.number) {
                    violations.add(self + " begins to count on " + voter.self + ", which has forgotten it");
                }
            }
            boolean isAnswer = mine.open && letter.header.confirmedNumber == mine.number;
            answersTooLate += isAnswer && mine.trusted >= 0 && now() >= mine.until ? 1 : 0;
        }

        /** What this start believes about its session with the other node. */
        View view() {
            View view = new View();
            sessions.describeTo(view);
            view.until = sessions.trustedUntil(other());
            return view;
        }

        /** Whether a grant in that session, by that start of the other node, counts at this moment, or might come to. */
        boolean countsOn(long start, long number) {
            View view = view();
            // With leases that change, a first answer may come too late: hearAnswer looks at what comes of it.
            boolean sameStart = view.trusted == start || (view.trusted < 0 && !leasesChange);
            return view.open && view.number == number && sameStart && now() < view.until;
        }

        boolean isTrustedByTheOther() {
            View view = alive[other().index()].view();
            return view.trusted == incarnation && alive[other().index()].now() < view.until;
        }

        @Override
        public void trustEnded(NodeId voter) {
            trustEnds++;
            endTrust(voter);
        }

        @Override
        public void ownerExpired(NodeId node, long start) {
            expiries++;
            View mine = new View();
            sessions.describeTo(mine);
            long number = mine.owners.get(node + "'" + start);
            for (Start each : starts) {
                if (each.self.equals(node) && each.incarnation == start) {
                    View theirs = each.view();
                    expiriesOfWhatWasTrusted += theirs.trusted == incarnation && theirs.number == number ? 1 : 0;
                    if (each.countsOn(incarnation, number)) {
                        violations.add(self + " forgets " + node + " while that counts on it");
                    }
                }
            }
            if (now() < expiryOf.get(node + "'" + start)) {
                violations.add(self + " forgets " + node + " too early by its own clock");
            }
            sessions.forget(node, start);
        }

        @Override
        public void votingBegan() {
            for (Start each : starts) {
                View view = each.view();
                boolean ofBefore = view.trusted >= 0 && view.trusted < incarnation;
                if (!each.self.equals(self) && view.open && ofBefore && each.now() < view.until) {
                    violations.add(self + " votes while " + each.self + " counts on its start before");
                }
            }
        }

        @Override
        public void doubtChanged(NodeId voter) {}

        @Override
        public void slownessChanged(NodeId voter) {}

        @Override
        public void probe(NodeId voter) {}

        @Override
        public void keepAlive(NodeId voter) {
            says = true;
        }
    }

    /** The sessions of a start, taken down: one as a requester, any number as a voter. */
    private static final class View implements Sessions.Writer {
        long number;
        boolean open;
        long trusted = -1;
        long until;
        final Map<String, Long> owners = new TreeMap<>();

        @Override
        public void voterSession(NodeId voter, long sessionNumber, boolean isOpen, long trustedIncarnation) {
            number = sessionNumber;
            open = isOpen;
            trusted = trustedIncarnation;
        }

        @Override
        public void ownerSession(NodeId requester, long start, long sessionNumber, boolean closing) {
            owners.put(requester + "'" + start, sessionNumber);
        }
    }
}
