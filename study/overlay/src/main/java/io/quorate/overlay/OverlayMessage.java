package io.quorate.overlay;

import java.util.List;

/**
 * What the nodes of an overlay say to each other; not every kind of overlay says all of it. Each message tells the key of its
 * sender, so that whoever hears it can take the sender in.
 */
public sealed interface OverlayMessage {
    /** The most nodes that one message names. */
    int HANDLES_MAX = 20_000;

    Key sender();

    void deliverTo(Handler handler, Handle from, OverlayOutbox out);

    /** Upon receiving what. */
    interface Handler {
        void onJoin(Join message, Handle from, OverlayOutbox out);

        void onWelcome(Welcome message, Handle from, OverlayOutbox out);

        void onKnown(Known message, Handle from, OverlayOutbox out);

        void onWanted(Wanted message, Handle from, OverlayOutbox out);

        void onAlive(Alive message, Handle from, OverlayOutbox out);

        void onProbe(Probe message, Handle from, OverlayOutbox out);

        void onHere(Here message, Handle from, OverlayOutbox out);

        void onMissed(Missed message, Handle from, OverlayOutbox out);

        void onLeaving(Leaving message, Handle from, OverlayOutbox out);

        void onRumour(Rumour message, Handle from, OverlayOutbox out);
    }

    /** Towards the owner of the joiner's key: a node wants to come in. It has been told of rows below this one. */
    record Join(Key sender, Handle joiner, int row) implements OverlayMessage {
        @Override
        public void deliverTo(Handler handler, Handle from, OverlayOutbox out) {
            handler.onJoin(this, from, out);
        }

        @Override
        public String toString() {
            return "Join " + joiner;
        }
    }

    /** To the joiner, from the owner of its key: these are your neighbours, and so am I. */
    record Welcome(Key sender, List<Handle> neighbours) implements OverlayMessage {
        public Welcome {
            neighbours = List.copyOf(neighbours);
        }

        @Override
        public void deliverTo(Handler handler, Handle from, OverlayOutbox out) {
            handler.onWelcome(this, from, out);
        }

        @Override
        public String toString() {
            return "Welcome " + neighbours;
        }
    }

    /** I have heard these, some time ago; or, if they are my neighbours, just now. */
    record Known(Key sender, boolean neighbours, List<Handle> nodes) implements OverlayMessage {
        public Known {
            nodes = List.copyOf(nodes);
        }

        @Override
        public void deliverTo(Handler handler, Handle from, OverlayOutbox out) {
            handler.onKnown(this, from, out);
        }

        @Override
        public String toString() {
            return (neighbours ? "Known neighbours " : "Known ") + nodes;
        }
    }

    /** Whom do you know in this row of your table, or, for row {@link #NEIGHBOURS}, next to you? */
    record Wanted(Key sender, int row) implements OverlayMessage {
        /** Not a row: the neighbours. */
        public static final int NEIGHBOURS = 128;

        @Override
        public void deliverTo(Handler handler, Handle from, OverlayOutbox out) {
            handler.onWanted(this, from, out);
        }

        @Override
        public String toString() {
            return "Wanted " + (row == NEIGHBOURS ? "neighbours" : row);
        }
    }

    /** I am here; and, to those next to it, these are my neighbours. */
    record Alive(Key sender, List<Handle> neighbours) implements OverlayMessage {
        public Alive {
            neighbours = List.copyOf(neighbours);
        }

        @Override
        public void deliverTo(Handler handler, Handle from, OverlayOutbox out) {
            handler.onAlive(this, from, out);
        }

        @Override
        public String toString() {
            return neighbours.isEmpty() ? "Alive" : "Alive " + neighbours;
        }
    }

    /** Are you there? From a node that is not in yet, this is no reason to know it. */
    record Probe(Key sender, boolean joined) implements OverlayMessage {
        @Override
        public void deliverTo(Handler handler, Handle from, OverlayOutbox out) {
            handler.onProbe(this, from, out);
        }

        @Override
        public String toString() {
            return joined ? "Probe" : "Probe of a joiner";
        }
    }

    /** Yes, I am. */
    record Here(Key sender) implements OverlayMessage {
        @Override
        public void deliverTo(Handler handler, Handle from, OverlayOutbox out) {
            handler.onHere(this, from, out);
        }

        @Override
        public String toString() {
            return "Here";
        }
    }

    /** I do not hear this node any more: see for yourself. */
    record Missed(Key sender, Handle node) implements OverlayMessage {
        @Override
        public void deliverTo(Handler handler, Handle from, OverlayOutbox out) {
            handler.onMissed(this, from, out);
        }

        @Override
        public String toString() {
            return "Missed " + node;
        }
    }

    /** I go; these were my neighbours. */
    record Leaving(Key sender, List<Handle> neighbours) implements OverlayMessage {
        public Leaving {
            neighbours = List.copyOf(neighbours);
        }

        @Override
        public void deliverTo(Handler handler, Handle from, OverlayOutbox out) {
            handler.onLeaving(this, from, out);
        }

        @Override
        public String toString() {
            return "Leaving";
        }
    }

    /** I do not hear this node, but am told that others do: one of them has said so so many rounds ago, or as many nodes away. */
    record Rumour(Key sender, Handle node, int age) implements OverlayMessage {
        /** Nobody passes on what is older. */
        public static final int AGE_MAX = 255;

        @Override
        public void deliverTo(Handler handler, Handle from, OverlayOutbox out) {
            handler.onRumour(this, from, out);
        }

        @Override
        public String toString() {
            return "Rumour " + node + " " + age;
        }
    }
}
