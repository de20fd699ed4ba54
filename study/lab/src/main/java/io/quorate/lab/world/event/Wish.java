package io.quorate.lab.world.event;

import io.quorate.core.model.LockName;
import io.quorate.core.model.Mode;

/** What a node will ask for. */
public record Wish(LockName lock, Mode mode) {
    public static final Wish EXCLUSIVE = new Wish(Choice.USUAL_LOCK, Mode.EXCLUSIVE);
    public static final Wish SHARED = new Wish(Choice.USUAL_LOCK, Mode.SHARED);
}
