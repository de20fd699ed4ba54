package io.quorate.node.store;

/** Where a node keeps, over its starts, how high its logical clock may have come. */
public interface CeilingStore extends AutoCloseable {
    /** For nodes that keep nothing, and are told so. */
    CeilingStore NONE = ceiling -> {
        throw new IllegalStateException("this node was not told to keep a ceiling");
    };

    /** Returns when a crash of the machine cannot lose it any more; else throws {@link StoreFailedException}. */
    void keepCeiling(long ceiling);

    /** Another start of the node may use the store from now on. */
    @Override
    default void close() {}
}
