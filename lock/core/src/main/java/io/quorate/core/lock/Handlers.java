// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock;

import io.quorate.core.model.NodeId;
import io.quorate.core.wire.Messages;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The handlers of one class of machines: one for each message of their protocol. It is a constant of that class, so that a message
 * without a handler is noticed when the class is loaded.
 *
 * @param <H> the machine, or the part of it, that handles the messages
 */
public final class Handlers<H, M extends Message> {
    private final Messages<M> messages;
    private final Handler<H, ?, M>[] byPlace;

    private Handlers(Messages<M> messages, Handler<H, ?, M>[] byPlace) {
        this.messages = messages;
        this.byPlace = byPlace;
    }

    /** Begins the handlers that machines of this class have for the messages of the table. */
    public static <H, M extends Message> Builder<H, M> of(Class<H> machine, Messages<M> messages) {
        return new Builder<>(machine, messages);
    }

    /** Has the machine handle a message. */
    @SuppressWarnings("unchecked") // the handler at the place of a type takes that type
    public void handle(H machine, M message, NodeId from, Outbox<M> out) {
        ((Handler<H, M, M>) byPlace[messages.placeOf(message.getClass())]).handle(machine, message, from, out);
    }

    /** The handler of one kind of message. */
    @FunctionalInterface
    public interface Handler<H, T, M extends Message> {
        void handle(H machine, T message, NodeId from, Outbox<M> out);
    }

    /** Handlers that may not be complete yet. */
    public static final class Builder<H, M extends Message> {
        private final Class<H> machine;
        private final Messages<M> messages;
        private final @Nullable Handler<H, ?, M>[] byPlace;

        @SuppressWarnings({"unchecked", "rawtypes"}) // arrays have no type parameters
        private Builder(Class<H> machine, Messages<M> messages) {
            this.machine = machine;
            this.messages = messages;
            this.byPlace = new Handler[messages.size()];
        }

        public <T extends M> Builder<H, M> on(Class<T> type, Handler<H, T, M> handler) {
            byPlace[messages.placeOf(type)] = handler;
            return this;
        }

        /** Completes the handlers: messages without one are handled so. */
        public Handlers<H, M> otherwise(Handler<H, M, M> handler) {
            for (int place = 0; place < byPlace.length; place++) {
                byPlace[place] = byPlace[place] == null ? handler : byPlace[place];
            }
            return complete();
        }

        /** Completes the handlers, if there is one for each message. */
        @SuppressWarnings("NullAway") // it is known by then that none is null
        public Handlers<H, M> complete() {
            int missing = Arrays.asList(byPlace).indexOf(null);
            if (missing >= 0) {
                throw new IllegalStateException(machine.getSimpleName() + " does not handle "
                        + messages.type(missing).getSimpleName());
            }
            return new Handlers<>(messages, byPlace.clone());
        }
    }
}
