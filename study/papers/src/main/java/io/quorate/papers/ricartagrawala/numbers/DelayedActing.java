// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.ricartagrawala.numbers;

import io.quorate.core.lock.LockMachine;
import io.quorate.core.lock.MachineContext;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.Phase;
import io.quorate.core.lock.StateWriter;
import io.quorate.core.lock.TimerName;
import io.quorate.core.model.Mode;
import io.quorate.core.model.NodeId;
import io.quorate.papers.ricartagrawala.RicartAgrawalaMachine;
import io.quorate.papers.ricartagrawala.RicartAgrawalaMessage;
import io.quorate.papers.ricartagrawala.RicartAgrawalaMessage.Request;
import io.quorate.papers.ricartagrawala.Rule;
import io.quorate.papers.ricartagrawala.Rules;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * Section 6.5: a node of high priority delays acting on REQUESTs of low priority, so that its highest number is not raised too early.
 * It enters again and again until its own number has passed that of the other; then, or when it has not asked for some time, it acts.
 * To delay a message is what any network may do, so nothing but the order of entries depends on it.
 */
public final class DelayedActing implements LockMachine<RicartAgrawalaMessage> {
    /** No REQUEST is set aside for longer. */
    static final Duration DELAY_MAX = Duration.ofMillis(50);

    /** The timers of this machine. */
    enum Timer implements TimerName {
        /** D6: what is set aside is acted upon in the end. */
        ACTS;

        @Override
        public boolean outlastsRoundTrip() {
            return true;
        }
    }

    private final MachineContext context;
    private final Rules rules;
    private final RicartAgrawalaMachine inner;

    /** The newest REQUEST of each node of low priority, by the index of the node. */
    private final Map<Integer, Request> aside = new TreeMap<>();

    public DelayedActing(MachineContext context, Rules rules) {
        this(context, rules, new RicartAgrawalaMachine(context, rules));
    }

    private DelayedActing(MachineContext context, Rules rules, RicartAgrawalaMachine inner) {
        this.context = context;
        this.rules = rules;
        this.inner = inner;
    }

    @Override
    public void acquire(Mode mode, Outbox<RicartAgrawalaMessage> out) {
        inner.acquire(mode, out);
        Request own = inner.request();
        if (own != null) { // forced past the numbers of these
            long number = own.stamp().counter();
            aside.values().stream()
                    .filter(request -> request.stamp().counter() <= number)
                    .toList()
                    .forEach(request -> act(request, out));
        }
    }

    @Override
    public void receive(NodeId from, RicartAgrawalaMessage message, Outbox<RicartAgrawalaMessage> out) {
        if (!(message instanceof Request request) || !isSetAside(request, from)) {
            inner.receive(from, message, out);
            return;
        }
        if (aside.isEmpty() && rules.keep(Rule.D6_ACT_IN_THE_END)) {
            out.startTimer(Timer.ACTS, DELAY_MAX, Duration.ZERO);
        }
        aside.merge(from.index(), request, (one, other) -> one.stamp().isBefore(other.stamp()) ? other : one);
    }

    /** A forged one is left to the machine, which counts it. */
    private boolean isSetAside(Request request, NodeId from) {
        return request.stamp().node().equals(from)
                && context.isVoter(from)
                && Increments.isOfHighPriority(context.self().index(), context)
                && !Increments.isOfHighPriority(from.index(), context);
    }

    private void act(Request request, Outbox<RicartAgrawalaMessage> out) {
        NodeId from = request.stamp().node();
        aside.remove(from.index());
        if (aside.isEmpty()) {
            out.stopTimer(Timer.ACTS);
        }
        inner.receive(from, request, out);
    }

    @Override
    public void timerFired(TimerName timer, Outbox<RicartAgrawalaMessage> out) {
        if (timer == Timer.ACTS) {
            aside.values().stream().toList().forEach(request -> act(request, out));
        } else {
            inner.timerFired(timer, out);
        }
    }

    @Override
    public void release(Outbox<RicartAgrawalaMessage> out) {
        inner.release(out);
    }

    @Override
    public void abandon(Outbox<RicartAgrawalaMessage> out) {
        inner.abandon(out);
    }

    @Override
    public void linkReset(NodeId peer, Outbox<RicartAgrawalaMessage> out) {
        inner.linkReset(peer, out);
    }

    @Override
    public Phase phase() {
        return inner.phase();
    }

    @Override
    public boolean isContended() {
        return inner.isContended() || !aside.isEmpty();
    }

    @Override
    public boolean isQuiescent() {
        return inner.isQuiescent() && aside.isEmpty();
    }

    @Override
    public DelayedActing copy(MachineContext other) {
        DelayedActing copy = new DelayedActing(other, rules, inner.copy(other));
        copy.aside.putAll(aside);
        return copy;
    }

    @Override
    public void describeTo(StateWriter writer) {
        inner.describeTo(writer);
        aside.values().forEach(request -> writer.stamp("aside", request.stamp()));
    }
}
