// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.store;

import io.quorate.core.roster.RosterState;
import io.quorate.node.log.EventLog;
import io.quorate.node.log.LogEvent;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The directory in which a node keeps what it must not forget over a restart. There are three files: {@code node.lock}, which
 * keeps a second process out, {@code node.state} (see {@link NodeRecord}) and {@code roster.state} (see {@link RosterRecord}). The last two
 * are always replaced as a whole.
 */
public final class DataDirectory implements CeilingStore {
    static final String LOCK_FILE = "node.lock";
    static final String STATE_FILE = "node.state";
    static final String ROSTER_FILE = "roster.state";
    private static final String NEW = ".new";
    private static final int KEY_BYTES = 16;
    private static final EventLog LOG = EventLog.of(DataDirectory.class);

    private final Path directory;
    private final FileChannel lock;
    private NodeRecord present;
    private boolean keepsRoster;
    private boolean closed;

    private DataDirectory(Path directory, FileChannel lock, NodeRecord present) {
        this.directory = directory;
        this.lock = lock;
        this.present = present;
    }

    /** The same as {@link #begin(Path, String, String, long, FirstRoster)} of a node that keeps nothing about rosters. */
    public static NodeMemory begin(Path directory, String cluster, String nodeId, long heightIfForgotten) {
        return begin(directory, cluster, nodeId, heightIfForgotten, key -> null);
    }

    /** The initial state of a directory without roster data. */
    public interface FirstRoster {
        /**
         * The data to store; null for none.
         *
         * @param key drawn for this directory
         */
        @Nullable
        RosterState with(String key);
    }

    /**
     * Begins a start of the node; throws {@link StoreFailedException} if the directory is not fit for it.
     *
     * @param heightIfForgotten how high the clock may have come, if nothing is there that tells
     * @param first asked if the directory has kept nothing about rosters
     */
    public static NodeMemory begin(
            Path directory, String cluster, String nodeId, long heightIfForgotten, FirstRoster first) {
        try {
            Files.createDirectories(directory);
            boolean usedBefore =
                    Files.exists(directory.resolve(LOCK_FILE)) || Files.exists(directory.resolve(STATE_FILE));
            FileChannel lock = lock(directory);
            try {
                return begin(
                        new DataDirectory(directory, lock, NodeRecord.first(cluster, nodeId)),
                        usedBefore,
                        heightIfForgotten,
                        first);
            } catch (IOException | RuntimeException failure) {
                lock.close();
                throw failure;
            }
        } catch (IOException failure) {
            throw cannotBeUsed(directory, failure);
        }
    }

    /** The id of the node that has used the directory before; null if none has. */
    public static @Nullable String keptId(Path directory) {
        Path state = directory.resolve(STATE_FILE);
        try {
            return Files.exists(state) ? NodeRecord.read(state).nodeId() : null;
        } catch (IOException failure) {
            throw cannotBeUsed(directory, failure);
        }
    }

    private static StoreFailedException cannotBeUsed(Path directory, IOException failure) {
        return new StoreFailedException(
                "the data directory " + directory + " cannot be used (" + failure
                        + "): make it a directory that this process may read and write, with space left",
                failure);
    }

    /** The directory of a node that is stopped, to be changed; it counts as no start. */
    static DataDirectory reopen(Path directory) {
        try {
            FileChannel lock = lock(directory);
            try {
                return new DataDirectory(directory, lock, NodeRecord.read(directory.resolve(STATE_FILE)));
            } catch (IOException | RuntimeException failure) {
                lock.close();
                throw failure;
            }
        } catch (IOException failure) {
            throw cannotBeUsed(directory, failure);
        }
    }

    /** The stored roster data, read without starting a node; null if there is none. */
    public static @Nullable RosterState keptRoster(Path directory) {
        Path file = directory.resolve(ROSTER_FILE);
        try {
            return Files.exists(file) ? RosterRecord.read(file).state() : null;
        } catch (IOException failure) {
            throw cannotBeUsed(directory, failure);
        }
    }

    private static NodeMemory begin(DataDirectory store, boolean usedBefore, long heightIfForgotten, FirstRoster first)
            throws IOException {
        NodeMemory memory = begin(store, usedBefore, heightIfForgotten);
        Path file = store.directory.resolve(ROSTER_FILE);
        RosterState kept = null;
        if (Files.exists(file)) {
            RosterRecord record = RosterRecord.read(file);
            NodeRecord.requireOwner(record.cluster(), record.nodeId(), store.present, store.directory);
            kept = record.state();
            store.keepsRoster = true;
        } else if (store.present.hasRoster()) {
            throw RosterRecord.gone(file);
        } else {
            kept = first.with(drawKey());
            if (kept != null) {
                store.keepsRoster = true;
                store.writeRoster(kept);
            }
        }
        return new NodeMemory(memory.incarnation(), memory.votesAtOnce(), memory.clock(), store, kept);
    }

    /** A new key: tells this directory from all others that a member may have. */
    public static String drawKey() {
        byte[] key = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(key);
        return HexFormat.of().formatHex(key);
    }

    private static NodeMemory begin(DataDirectory store, boolean usedBefore, long heightIfForgotten)
            throws IOException {
        Path state = store.directory.resolve(STATE_FILE);
        NodeRecord fresh = store.present;
        if (Files.exists(state)) {
            NodeRecord kept = NodeRecord.read(state).requireOwner(fresh, store.directory);
            store.warnOfClock(kept.incarnation());
            if (NodeRecord.isCopy(state)) {
                return beginWithCopy(store, kept, heightIfForgotten);
            }
            store.write(kept.withIncarnation(kept.incarnation() + 1));
            // W4: the word that the start before has stopped cleanly is gone from the disk before this one says
            // anything.
            return new NodeMemory(store.present.incarnation(), kept.clean(), kept.ceiling(), store);
        }
        if (usedBefore) {
            LOG.say(LogEvent.STATE_FILE_GONE, store.directory, STATE_FILE);
        }
        // An empty directory proves nothing: it may be one that is emptied at each start. So this start waits like any
        // other.
        store.write(fresh.withIncarnation(Incarnations.next()).withCeiling(heightIfForgotten));
        return new NodeMemory(store.present.incarnation(), false, heightIfForgotten, store);
    }

    /** W4: what was copied or brought back may be of the past, and starts since then have left no trace in it. */
    private static NodeMemory beginWithCopy(DataDirectory store, NodeRecord copied, long heightIfForgotten)
            throws IOException {
        LOG.say(LogEvent.DIRECTORY_COPIED, store.directory);
        long number = Math.max(copied.incarnation() + 1, Incarnations.next());
        long height = Math.max(copied.ceiling(), heightIfForgotten);
        store.write(copied.withIncarnation(number).withCeiling(height));
        return new NodeMemory(number, false, height, store);
    }

    /** Starts go on from the number that was kept, whatever the clock says by now. */
    private void warnOfClock(long kept) {
        Duration ahead = Incarnations.aheadOfClock(kept);
        if (ahead != null) {
            LOG.say(LogEvent.CLOCK_WAS_AHEAD, Incarnations.inWords(ahead), directory, STATE_FILE, kept);
        }
    }

    private static FileChannel lock(Path directory) throws IOException {
        Path file = directory.resolve(LOCK_FILE);
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() == null) {
                throw inUse(directory, channel);
            }
            byte[] owner = ThisProcess.inWords().getBytes(StandardCharsets.UTF_8);
            channel.truncate(0);
            writeAll(channel, owner);
            return channel;
        } catch (OverlappingFileLockException here) {
            StoreFailedException refusal = inUse(directory, channel);
            channel.close();
            refusal.initCause(here);
            throw refusal;
        } catch (IOException | RuntimeException failure) {
            channel.close();
            throw failure;
        }
    }

    private static StoreFailedException inUse(Path directory, FileChannel channel) throws IOException {
        ByteBuffer owner = ByteBuffer.allocate(300);
        channel.read(owner, 0);
        String who = new String(owner.array(), 0, owner.position(), StandardCharsets.UTF_8).strip();
        return new StoreFailedException("the data directory " + directory + " is in use"
                + (who.isEmpty() ? "" : " by " + who)
                + ": stop that node first, or give this one a directory of its own");
    }

    @Override
    public synchronized long ceiling() {
        return present.ceiling();
    }

    @Override
    public synchronized void keepCeiling(long ceiling) {
        keep(() -> write(present.withCeiling(ceiling)));
    }

    private interface Writing {
        void write() throws IOException;
    }

    /** The lock is held. */
    private void keep(Writing writing) {
        if (closed) { // the directory may belong to the next start of the node by now
            throw new StoreFailedException("the data directory " + directory + " was closed: start the node again");
        }
        try {
            writing.write();
        } catch (IOException failure) {
            throw new StoreFailedException(
                    "the data directory " + directory + " cannot be written (" + failure
                            + "): make space or repair it, then start this node again",
                    failure);
        }
    }

    @Override
    public synchronized void stoppedCleanly() {
        if (closed) {
            return;
        }
        try {
            write(present.stoppedCleanly());
        } catch (IOException failure) {
            LOG.sayWith(LogEvent.CLEAN_STOP_NOT_WRITTEN, failure, directory);
        }
    }

    private void write(NodeRecord next) throws IOException {
        replace(STATE_FILE, next::toBytes);
        present = next;
    }

    @Override
    public synchronized boolean keepsRoster() {
        return keepsRoster;
    }

    @Override
    public synchronized void keepRoster(RosterState state) {
        keep(() -> writeRoster(state));
    }

    private void writeRoster(RosterState state) throws IOException {
        byte[] bytes = new RosterRecord(present.cluster(), present.nodeId(), state).toBytes();
        replace(ROSTER_FILE, file -> bytes);
        if (!present.hasRoster()) {
            write(present.withRoster()); // from now on the file must be there
        }
    }

    /** The content that replaces that of a file. */
    private interface Content {
        byte[] of(Path file) throws IOException;
    }

    /** The old file is there until the new one is complete, and on the disk. */
    private void replace(String name, Content content) throws IOException {
        Path file = directory.resolve(name + NEW);
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            writeAll(channel, content.of(file));
            channel.force(true);
        }
        Files.move(file, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        try (FileChannel parent = FileChannel.open(directory, StandardOpenOption.READ)) {
            parent.force(true); // the new name, too
        }
    }

    private static void writeAll(FileChannel channel, byte[] bytes) throws IOException {
        ByteBuffer rest = ByteBuffer.wrap(bytes);
        while (rest.hasRemaining()) {
            channel.write(rest);
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        try {
            lock.close();
        } catch (IOException failure) {
            LOG.sayWith(LogEvent.DIRECTORY_NOT_CLOSED, failure, directory);
        }
    }
}
