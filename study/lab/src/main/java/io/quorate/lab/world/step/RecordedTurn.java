// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world.step;

import io.quorate.core.lock.LossReason;
import io.quorate.core.model.NodeId;
import io.quorate.lab.world.facts.ArmedTimer;
import io.quorate.lab.world.facts.NodeClaim;
import io.quorate.lab.world.net.FrameInFlight;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** The effects of a turn, recorded so that they can be replayed. */
final class RecordedTurn implements TurnEffects {
    private final UnaryOperator<FrameInFlight> intern;
    private final List<Effect> effects = new ArrayList<>(2);

    RecordedTurn(UnaryOperator<FrameInFlight> intern) {
        this.intern = intern;
    }

    private interface Effect {
        void tell(TurnEffects effects);
    }

    Told told(NodeSnapshot after) {
        return new Told(after, effects.toArray(Effect[]::new));
    }

    /** The node after the turn, and the effects. */
    static final class Told {
        private final NodeSnapshot after;
        private final Effect[] effects;

        private Told(NodeSnapshot after, Effect[] effects) {
            this.after = after;
            this.effects = effects;
        }

        NodeSnapshot tell(TurnEffects listener) {
            for (Effect effect : effects) {
                effect.tell(listener);
            }
            return after;
        }
    }

    @Override
    public void timerStarted(ArmedTimer timer, Duration delay, Duration jitter) {
        effects.add(listener -> listener.timerStarted(timer, delay, jitter));
    }

    @Override
    public void timerStopped(ArmedTimer timer) {
        effects.add(listener -> listener.timerStopped(timer));
    }

    @Override
    public void sent(int to, FrameInFlight packet) {
        FrameInFlight known = intern.apply(packet);
        effects.add(listener -> listener.sent(to, known));
    }

    @Override
    public void granted(NodeClaim claim, long fence) {
        effects.add(listener -> listener.granted(claim, fence));
    }

    @Override
    public void lost(NodeClaim claim, LossReason reason) {
        effects.add(listener -> listener.lost(claim, reason));
    }

    @Override
    public void busy(NodeClaim claim, NodeId holder) {
        effects.add(listener -> listener.busy(claim, holder));
    }
}
