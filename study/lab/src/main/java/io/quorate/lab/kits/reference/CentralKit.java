package io.quorate.lab.kits.reference;

import io.quorate.lab.check.CheckKit;
import io.quorate.lab.check.CheckSystem;
import io.quorate.lab.kit.EntryCost;
import io.quorate.lab.kit.MessageBudget;
import io.quorate.lab.world.setup.Limits;
import io.quorate.lab.world.setup.Setup;
import io.quorate.papers.reference.central.Central;
import java.util.List;
import java.util.Optional;

/** The kit of the central lock, which has no rule to leave out. */
public final class CentralKit implements CheckKit {
    @Override
    public String protocol() {
        return "central";
    }

    @Override
    public List<CheckSystem> forMutants() {
        return List.of();
    }

    @Override
    public List<CheckSystem> small() {
        return List.of(
                new CheckSystem("central-3x2", Setup.usual(new Central(), 3), Limits.contenders(3, 2)),
                new CheckSystem(
                        "central-3x2-abandon",
                        Setup.usual(new Central(), 3),
                        Limits.contenders(3, 2).withAbandon()));
    }

    @Override
    public List<CheckSystem> large() {
        return List.of();
    }

    @Override
    public Optional<MessageBudget> budget(String rules) {
        return Optional.of(EntryCost.ofQuorum(3, 3));
    }

    @Override
    public String knownSynchronisation() {
        return "up to 2T";
    }
}
