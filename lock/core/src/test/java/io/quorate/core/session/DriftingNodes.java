// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.session;

import io.quorate.core.model.NodeId;
import io.quorate.core.roster.Configuration;
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

    /** The lease of each roster, by its epoch. */
    private final List<LeaseTerms> leases = new ArrayList<>();

    /** Every start that ever was: what it believed goes on, by its clock, when it has crashed. */
    private final List<Start> starts = new ArrayList<>();

    private final Start[] alive = new Start[NODES];
    private final List<Letter> network = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private long micros;
    private long memoriesBegun;

    int expiries;
    int expiriesOfWhatWasTrusted;
    int trustEnds;
    int restartsWithTrust;
    int sessionsUsedAgain;
    int answersTooLate;

    /**
     * A frame on its way.
     *
     * @param memory since when the sender remembered the session that it confirms, as a number; 0 if it confirms none
     */
    private record Letter(int to, NodeId from, SessionHeader header, long memory) {}

    DriftingNodes(LeaseTerms terms, int driftPerMille, long seed) {
        this(terms, driftPerMille, seed, false);
    }

    /** With rosters that have other leases (E8), up to the double of these terms. Each node goes up when it likes. */
    DriftingNodes(LeaseTerms terms, int driftPerMille, long seed, boolean leasesChange) {
        this.terms = terms;
        this.leasesChange = leasesChange;
        this.random = new SplittableRandom(seed);
        leases.add(terms);
        for (int node = 0; node < NODES; node++) {
            int rate = NANOS - driftPerMille + random.nextInt(2 * driftPerMille + 1);
            // The worst that can be, now and then: one as fast, the other as slow as allowed.
            int extreme = node == 0 ? NANOS - driftPerMille : NANOS + driftPerMille;
            start(node, 0, true, random.nextInt(3) == 0 ? extreme : rate);
        }
    }

    private void start(int node, long incarnation, boolean votes, int rate) {
        Start start = new Start(NodeId.of(node), incarnation, votes, rate);
        if (leasesChange) {
            start.configuration = incarnation == 0 ? 0 : alive[node].configuration;
            start.configure(shortestIn(start.configuration));
        }
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
                node.turn(node::goUp);
            }
        }
    }

    private LeaseTerms shortestIn(int configuration) {
        int lower = configuration / 2;
        return configuration % 2 == 0 ? leaseOf(lower) : leaseOf(lower).shorter(leaseOf(lower + 1));
    }

    private LeaseTerms leaseOf(int epoch) {
        Duration lease = terms.lease();
        while (leases.size() <= epoch) {
            List<Duration> some = List.of(lease, lease.plus(lease.dividedBy(2)), lease.multipliedBy(2));
            leases.add(new LeaseTerms(some.get(random.nextInt(some.size())), terms.driftPerMille()));
        }
        return leases.get(epoch);
    }

    private void restart(Start before) {
        if (before.isTrustedByTheOther()) {
            restartsWithTrust++;
        }
        micros += random.nextLong(1000);
        start(before.self.index(), before.incarnation + 1, false, before.rate);
    }

    private static String nameOf(NodeId node, long start) {
        return node + "'" + start;
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

        /** A number for each time this voter began to remember a start of the other node. */
        final Map<String, Long> memories = new TreeMap<>();

        /** The last session with each start of the other node that this voter has forgotten. */
        final Map<String, Long> forgotten = new TreeMap<>();

        private LeaseTerms own = terms;
        private int configuration;
        boolean says;
        boolean confirms;

        Start(NodeId self, long incarnation, boolean votes, int rate) {
            this.self = self;
            this.incarnation = incarnation;
            this.rate = rate;
            this.sessions = new Sessions(self, incarnation, votes, terms);
        }

        /** E8: the node is in a higher configuration, whose lease may be another. */
        void goUp() {
            configuration += 1 + random.nextInt(3);
            LeaseTerms next = shortestIn(configuration);
            long longer = Math.max(0, next.memoryNanos() - own.memoryNanos());
            expiryOf.replaceAll((owner, expiry) -> expiry + longer);
            configure(next);
        }

        private void configure(LeaseTerms next) {
            own = next;
            LeaseTerms longest = new LeaseTerms(terms.lease().multipliedBy(2), terms.driftPerMille());
            int sealLine = Configuration.sealLine(configuration);
            sessions.configure(new SessionTerms(configuration, sealLine, true, next, longest, longest));
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
                long memory = memories.getOrDefault(nameOf(other(), header.confirmedIncarnation), 0L);
                network.add(new Letter(other().index(), self, header, header.confirmedNumber > 0 ? memory : 0));
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
            String sender = nameOf(letter.from, letter.header.incarnation);
            boolean isKnown = view().owners.containsKey(sender);
            HeaderOutcome hearing = sessions.hear(letter.from, letter.header);
            if (sessions.heedsRequester(letter.from)) {
                expiryOf.merge(sender, now() + own.memoryNanos(), Math::max);
                if (!isKnown) {
                    beginsToRemember(letter, sender);
                }
            }
            hearAnswer(letter);
            confirms |= hearing.owesConfirmation();
            sessions.heard();
        }

        /** Nothing that was said in a session is forgotten while the session goes on. */
        private void beginsToRemember(Letter letter, String sender) {
            memories.put(sender, ++memoriesBegun);
            long number = letter.header.number;
            boolean isAgain = number <= forgotten.getOrDefault(sender, 0L);
            for (Start each : starts) {
                View theirs = each.view();
                boolean goesOn = theirs.open && theirs.number == number && each.now() < theirs.until;
                if (isAgain && goesOn && nameOf(each.self, each.incarnation).equals(sender)) {
                    violations.add(self + " begins again with session " + number + " of " + sender
                            + ", in which it has forgotten something");
                }
            }
        }

        /** What counts from now on is still remembered by the voter, or by nobody if that start of it is gone. */
        private void hearAnswer(Letter letter) {
            Start voter = alive[other().index()];
            View mine = view();
            if (sessions.heedsVoter(letter.from) && voter.incarnation == letter.header.incarnation) {
                String name = nameOf(self, incarnation);
                boolean isKnown = voter.view().owners.containsKey(name);
                if (!isKnown || voter.memories.getOrDefault(name, 0L) != letter.memory) {
                    violations.add(self + " begins to count on " + voter.self + ", which has forgotten it");
                }
            }
            boolean isAnswer = mine.open && letter.header.confirmedNumber == mine.number;
            answersTooLate += isAnswer && now() >= mine.until ? 1 : 0;
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
            long number = mine.owners.get(nameOf(node, start));
            forgotten.merge(nameOf(node, start), number, Math::max);
            for (Start each : starts) {
                if (each.self.equals(node) && each.incarnation == start) {
                    View theirs = each.view();
                    expiriesOfWhatWasTrusted += theirs.trusted == incarnation && theirs.number == number ? 1 : 0;
                    if (each.countsOn(incarnation, number)) {
                        violations.add(self + " forgets " + node + " while that counts on it");
                    }
                }
            }
            if (now() < expiryOf.get(nameOf(node, start))) {
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
            owners.put(nameOf(requester, start), sessionNumber);
        }
    }
}
