package io.quorate.node;

import io.quorate.api.LossReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Who wants to hear that a hold was lost; each hears it once. */
final class LostListeners {
    private final List<Consumer<LossReason>> waiting = new ArrayList<>();
    private @Nullable LossReason reason;

    /** Why the hold was lost, if it was: then the listener was not added, and should be told at once. */
    synchronized @Nullable LossReason add(Consumer<LossReason> listener) {
        if (reason == null) {
            waiting.add(Objects.requireNonNull(listener, "A listener must not be null."));
        }
        return reason;
    }

    /** Those to be told now. */
    synchronized List<Consumer<LossReason>> lost(LossReason because) {
        reason = because;
        List<Consumer<LossReason>> toTell = List.copyOf(waiting);
        waiting.clear();
        return toTell;
    }
}
