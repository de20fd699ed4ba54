package io.quorate.core.engine;

import io.quorate.core.overlay.Key;

/** A message that a machine has routed, before it leaves. */
record Departure<M>(Key key, M message) {}
