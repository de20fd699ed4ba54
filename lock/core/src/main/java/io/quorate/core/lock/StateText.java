// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock;

import io.quorate.core.model.NodeId;
import io.quorate.core.model.NodeSet;
import io.quorate.core.model.Stamp;
import org.jspecify.annotations.Nullable;

/** The state as a line for people, as in {@code phase=WAITING stamp=3.n1 vote(from=n2 seen=1)}. */
public final class StateText implements StateWriter {
    private final StringBuilder text = new StringBuilder();

    @Override
    public void number(String name, long value) {
        add(name, Long.toString(value));
    }

    @Override
    public void flag(String name, boolean value) {
        if (value) {
            space();
            text.append(name);
        }
    }

    @Override
    public void word(String name, @Nullable Enum<?> value) {
        if (value != null) {
            add(name, value.name());
        }
    }

    @Override
    public void node(String name, NodeId value) {
        add(name, value.toString());
    }

    @Override
    public void nodes(String name, NodeSet value) {
        if (!value.isEmpty()) {
            add(name, value.toString());
        }
    }

    @Override
    public void stamp(String name, @Nullable Stamp value) {
        if (value != null) {
            add(name, value.toString());
        }
    }

    @Override
    public void clock(long value) {
        add("clock", Long.toString(value));
    }

    @Override
    public void voterSession(NodeId voter, long number, boolean open, long trustedIncarnation) {
        String trust = trustedIncarnation < 0 ? "" : "'" + trustedIncarnation;
        add("session", voter + trust + "#" + number + (open ? "" : "-"));
    }

    @Override
    public void ownerSession(NodeId requester, long start, long number, boolean closing) {
        add("owner", requester + "'" + start + "#" + number + (closing ? "-" : ""));
    }

    @Override
    public void begin(String name) {
        space();
        text.append(name).append('(');
    }

    @Override
    public void end() {
        text.append(')');
    }

    private void add(String name, String value) {
        space();
        text.append(name).append('=').append(value);
    }

    private void space() {
        if (text.length() > 0 && text.charAt(text.length() - 1) != '(') {
            text.append(' ');
        }
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
