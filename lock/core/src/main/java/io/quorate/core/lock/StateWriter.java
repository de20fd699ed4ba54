// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import io.quorate.core.session.Sessions;
import org.jspecify.annotations.Nullable;

/**
 * Takes down the state of a machine, value by value. One writer makes a fingerprint for the checker, another a text for
 * people; so a machine describes itself once.
 */
public interface StateWriter extends Sessions.Writer {
    void number(String name, long value);

    void word(String name, @Nullable Enum<?> value);

    void node(String name, NodeId value);

    /** Begins a part that consists of values of its own. */
    void begin(String name);

    void end();

    void flag(String name, boolean value);

    void nodes(String name, NodeSet value);

    void stamp(String name, @Nullable Stamp value);

    /** The node's logical clock; apart from other numbers, because it is without influence once nobody will ask again. */
    void clock(long value);
}
