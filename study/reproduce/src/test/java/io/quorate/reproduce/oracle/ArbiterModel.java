// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Requesters 0, 1 and 2 that ask arbiters A and B once each, over channels that keep order: steps (1) to (7) of Maekawa's section 4, or
 * section 4.2 of Thiare and Fall. All sequence numbers are 1, so the smaller node number precedes.
 */
final class ArbiterModel implements Search.State {
    /** Which rules. */
    enum Rules {
        /** Maekawa, section 4: FAILED if the locking or any outstanding REQUEST precedes the one that arrives. */
        MAEKAWA_PRINTED,
        /** Thiare and Fall, section 4.2: FAILED only if the locking REQUEST precedes the one that arrives. */
        THIARE_FALL_PRINTED,
        /** FAILED also to a request that led the queue and is overtaken there; a lock that was given back counts as failed. */
        CORRECTED
    }

    private static final int REQUESTERS = 3;
    private static final int ARBITERS = 2;

    private static final class Requester {
        private char phase = 'i'; // idle, waiting, inside, done
        private final boolean[] locked = new boolean[ARBITERS];
        private final boolean[] failed = new boolean[ARBITERS];
        private final boolean[] inquired = new boolean[ARBITERS];

        private boolean knowsThatItFails() {
            return failed[0] || failed[1];
        }
    }

    private static final class Arbiter {
        private int locking = -1;
        private boolean hasInquired;
        private final TreeSet<Integer> queue = new TreeSet<>();
    }

    private final Rules rules;
    private final List<Requester> requesters = new ArrayList<>();
    private final List<Arbiter> arbiters = new ArrayList<>();
    private final String[][] toArbiter = new String[REQUESTERS][ARBITERS];
    private final String[][] toRequester = new String[REQUESTERS][ARBITERS];

    ArbiterModel(Rules rules) {
        this.rules = rules;
        for (int r = 0; r < REQUESTERS; r++) {
            requesters.add(new Requester());
            for (int a = 0; a < ARBITERS; a++) {
                toArbiter[r][a] = "";
                toRequester[r][a] = "";
            }
        }
        for (int a = 0; a < ARBITERS; a++) {
            arbiters.add(new Arbiter());
        }
    }

    private ArbiterModel copy() {
        ArbiterModel copy = new ArbiterModel(rules);
        for (int r = 0; r < REQUESTERS; r++) {
            Requester from = requesters.get(r);
            Requester to = copy.requesters.get(r);
            to.phase = from.phase;
            for (int a = 0; a < ARBITERS; a++) {
                to.locked[a] = from.locked[a];
                to.failed[a] = from.failed[a];
                to.inquired[a] = from.inquired[a];
                copy.toArbiter[r][a] = toArbiter[r][a];
                copy.toRequester[r][a] = toRequester[r][a];
            }
        }
        for (int a = 0; a < ARBITERS; a++) {
            copy.arbiters.get(a).locking = arbiters.get(a).locking;
            copy.arbiters.get(a).hasInquired = arbiters.get(a).hasInquired;
            copy.arbiters.get(a).queue.addAll(arbiters.get(a).queue);
        }
        return copy;
    }

    @Override
    public List<ArbiterModel> next() {
        List<ArbiterModel> next = new ArrayList<>();
        for (int r = 0; r < REQUESTERS; r++) {
            char phase = requesters.get(r).phase;
            if (phase == 'i' || phase == 'c') {
                next.add(copy().askOrLeave(r));
            }
            for (int a = 0; a < ARBITERS; a++) {
                if (!toArbiter[r][a].isEmpty()) {
                    next.add(copy().atArbiter(r, a));
                }
                if (!toRequester[r][a].isEmpty()) {
                    next.add(copy().atRequester(r, a));
                }
            }
        }
        return next;
    }

    /** Steps (1) and (6). */
    private ArbiterModel askOrLeave(int r) {
        Requester requester = requesters.get(r);
        boolean asks = requester.phase == 'i';
        requester.phase = asks ? 'w' : 'd';
        for (int a = 0; a < ARBITERS; a++) {
            toArbiter[r][a] += asks ? "Q" : "E"; // REQUEST, RELEASE
        }
        return this;
    }

    private ArbiterModel atArbiter(int r, int a) {
        char message = toArbiter[r][a].charAt(0);
        toArbiter[r][a] = toArbiter[r][a].substring(1);
        Arbiter arbiter = arbiters.get(a);
        switch (message) {
            case 'Q' -> request(r, a, arbiter);
            case 'E' -> lockNext(a, arbiter); // step (7)
            default -> { // RELINQUISH, step (4)
                arbiter.queue.add(arbiter.locking);
                lockNext(a, arbiter);
            }
        }
        return this;
    }

    /** Step (2). */
    private void request(int r, int a, Arbiter arbiter) {
        if (arbiter.locking < 0) {
            arbiter.locking = r;
            toRequester[r][a] += "L";
            return;
        }
        boolean isPreceded = arbiter.locking < r;
        if (rules != Rules.THIARE_FALL_PRINTED) {
            isPreceded |= !arbiter.queue.isEmpty() && arbiter.queue.first() < r;
        }
        if (isPreceded) {
            toRequester[r][a] += "F";
        } else {
            if (rules == Rules.CORRECTED && !arbiter.queue.isEmpty()) {
                toRequester[arbiter.queue.first()][a] += "F";
            }
            if (!arbiter.hasInquired) {
                arbiter.hasInquired = true;
                toRequester[arbiter.locking][a] += "I";
            }
        }
        arbiter.queue.add(r);
    }

    private void lockNext(int a, Arbiter arbiter) {
        arbiter.hasInquired = false;
        arbiter.locking = arbiter.queue.isEmpty() ? -1 : arbiter.queue.pollFirst();
        if (arbiter.locking >= 0) {
            toRequester[arbiter.locking][a] += "L";
        }
    }

    private ArbiterModel atRequester(int r, int a) {
        char message = toRequester[r][a].charAt(0);
        toRequester[r][a] = toRequester[r][a].substring(1);
        Requester requester = requesters.get(r);
        if (requester.phase != 'w') {
            return this; // inside, or done: step (3), RELEASE is the answer, or has been
        }
        switch (message) {
            case 'L' -> {
                requester.locked[a] = true;
                requester.failed[a] = false;
                requester.phase = requester.locked[0] && requester.locked[1] ? 'c' : 'w'; // step (5)
            }
            case 'F' -> requester.failed[a] = true;
            default -> requester.inquired[a] = true;
        }
        for (int each = 0; each < ARBITERS; each++) {
            boolean isAsked = requester.phase == 'w' && requester.inquired[each] && requester.locked[each];
            if (isAsked && requester.knowsThatItFails()) {
                requester.inquired[each] = false; // step (3)
                requester.locked[each] = false;
                requester.failed[each] = rules == Rules.CORRECTED;
                toArbiter[r][each] += "R";
            }
        }
        return this;
    }

    @Override
    public int inside() {
        return (int) requesters.stream().filter(each -> each.phase == 'c').count();
    }

    @Override
    public boolean somebodyWaits() {
        return requesters.stream().anyMatch(each -> each.phase == 'w');
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int r = 0; r < REQUESTERS; r++) {
            text.append(requesters.get(r).phase);
            for (int a = 0; a < ARBITERS; a++) {
                Requester each = requesters.get(r);
                text.append(each.locked[a] ? 'l' : '-').append(each.failed[a] ? 'f' : '-');
                text.append(each.inquired[a] ? 'i' : '-')
                        .append(toArbiter[r][a])
                        .append('/');
                text.append(toRequester[r][a]).append(' ');
            }
        }
        arbiters.forEach(
                each -> text.append(each.locking).append(each.hasInquired).append(each.queue));
        return text.toString();
    }
}
