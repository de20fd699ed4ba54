package io.quorate.api;

/** A listener that was added. Closing it removes the listener; without that it stays as long as what it listens to. */
@FunctionalInterface
public interface Registration extends AutoCloseable {
    /** Removes the listener: no call to it begins any more, though one may just be running. A second call does nothing. */
    @Override
    void close();
}
