package io.quorate.lab.world;

import io.quorate.core.protocol.LossReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** What a turn led to, taken down so that it can be told again. */
final class RecordedTurn implements TurnEffects {
    private final UnaryOperator<Packet> intern;
    private final List<Effect> effects = new ArrayList<>(2);

    RecordedTurn(UnaryOperator<Packet> intern) {
        this.intern = intern;
    }

    private interface Effect {
        void tell(TurnEffects effects);
    }

    Told told(NodeState after) {
        return new Told(after, effects.toArray(Effect[]::new));
    }

    /** The node after the turn, and the effects. */
    static final class Told {
        private final NodeState after;
        private final Effect[] effects;

        private Told(NodeState after, Effect[] effects) {
            this.after = after;
            this.effects = effects;
        }

        NodeState tell(TurnEffects listener) {
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
    public void sent(int to, Packet packet) {
        Packet known = intern.apply(packet);
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
}
