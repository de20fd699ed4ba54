package io.quorate.api;

import java.util.List;

/** A whole cluster inside one process, for tests of what uses locks: real nodes that talk through memory. */
public interface LockCluster extends AutoCloseable {
    int size();

    /** The node with this number, from 0. */
    Locks node(int number);

    List<Locks> nodes();

    /** From now on the node and all others cannot reach each other, as if its network cable were pulled. */
    void cutOff(int number);

    /** Ends {@link #cutOff}. */
    void reconnect(int number);

    /** Closes all nodes. */
    @Override
    void close();
}
