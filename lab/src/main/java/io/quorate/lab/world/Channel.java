package io.quorate.lab.world;

/** The frames under way from one node to another. Never changes: {@link Stepper} makes the next one. */
public final class Channel {
    static final Channel EMPTY = new Channel(new Packet[0], 0);

    private final Packet[] packets;

    /** Tells it from other channels of a {@link RememberingStepper}; the empty one is always 0. */
    private final int id;

    Channel(Packet[] packets, int id) {
        this.packets = packets;
        this.id = id;
    }

    int id() {
        return id;
    }

    public boolean isEmpty() {
        return packets.length == 0;
    }

    public int size() {
        return packets.length;
    }

    /** The packet at a position, from 1. */
    public Packet at(int position) {
        return packets[position - 1];
    }

    /** Whether the same frame is under way at an earlier position too: what happens to one may happen to the other. */
    boolean repeats(int position) {
        for (int place = 0; place < position - 1; place++) {
            if (packets[place].isSame(packets[position - 1])) {
                return true;
            }
        }
        return false;
    }

    Packet[] plus(Packet packet) {
        Packet[] more = new Packet[packets.length + 1];
        System.arraycopy(packets, 0, more, 0, packets.length);
        more[packets.length] = packet;
        return more;
    }

    Packet[] minus(int position) {
        Packet[] fewer = new Packet[packets.length - 1];
        System.arraycopy(packets, 0, fewer, 0, position - 1);
        System.arraycopy(packets, position, fewer, position - 1, packets.length - position);
        return fewer;
    }
}
