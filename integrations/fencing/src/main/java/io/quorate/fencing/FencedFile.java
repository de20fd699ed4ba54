// SPDX-License-Identifier: Apache-2.0
package io.quorate.fencing;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * A file that the holders of a lock replace as a whole. It rejects the late write of a holder that has lost the lock.
 *
 * <pre>{@code
 * FencedFile state = new FencedFile(Path.of("/shared/state.json"));
 * state.replace(hold.fence(), bytes);
 * }</pre>
 *
 * <p>The highest fencing token is stored beside the file, in a file whose name ends with {@code .fence}. It is raised before the content is replaced.
 * After a crash in between, the file has its old content, and older holders are rejected. Readers read the file itself, at any time and
 * without a lock: they see the whole content of one holder.
 *
 * <p>Writers exclude each other by an operating system lock on the {@code .fence} file. The file system must support such locks across all
 * machines that write, and must rename atomically.
 */
public final class FencedFile {
    private static final String FENCE = ".fence";
    private static final String NEW = ".new";

    private final Path path;

    /**
     * Names the file.
     *
     * @param path a file that exists or will be created by the first write; its directory must exist
     */
    public FencedFile(Path path) {
        this.path = Objects.requireNonNull(path, "The path must not be null.");
        String name = path.toString();
        if (name.endsWith(FENCE) || name.endsWith(NEW)) {
            throw new IllegalArgumentException(
                    name + " may be what another fenced file keeps its fence in: give a name that does not end with "
                            + FENCE + " or " + NEW + ".");
        }
    }

    /**
     * Replaces the whole content atomically. Waits while another writer writes. When it returns, the content is on disk.
     *
     * @param fence the fencing token of the hold
     * @param content the new content
     * @throws StaleFenceException if a holder with a higher fencing token has written; nothing has changed
     * @throws IOException if the content could not be written. The file has its old content, and older holders are rejected from now on
     */
    public void replace(long fence, byte[] content) throws IOException {
        Objects.requireNonNull(content, "The content must not be null.");
        Fences.requireSound(fence);
        Path target = target();
        inTurn(target, slots -> {
            long newest = slots.newest();
            if (newest > fence) {
                throw StaleFenceException.ofFile(target, fence, newest);
            }
            if (newest < fence) {
                slots.raise(fence);
            }
            write(target, content);
            return fence;
        });
    }

    /**
     * Returns the highest fencing token of a writer. That writer may have failed before it wrote the content.
     *
     * @return the highest token; empty if there was no writer yet
     * @throws IOException if the file of the token cannot be read
     */
    public OptionalLong newestFence() throws IOException {
        long newest = inTurn(target(), FenceSlots::newest);
        return newest == FenceSlots.NONE ? OptionalLong.empty() : OptionalLong.of(newest);
    }

    /** Resolves links: all names of a file must lead to one {@code .fence} file. */
    private Path target() throws IOException {
        if (Files.isDirectory(path)) {
            throw new FileSystemException(path.toString(), null, "is a directory: give a file");
        }
        if (Files.exists(path)) {
            return path.toRealPath();
        }
        if (Files.isSymbolicLink(path)) {
            throw new NoSuchFileException(path.toString(), null, "the link leads to no file: create the file first");
        }
        Path absolute = path.toAbsolutePath();
        return folderOf(absolute).toRealPath().resolve(absolute.getFileName());
    }

    private static Path folderOf(Path file) {
        return Objects.requireNonNull(file.getParent(), "An absolute path of a file has a directory.");
    }

    private static Path beside(Path target, String ending) {
        return target.resolveSibling(target.getFileName() + ending);
    }

    private interface Turn {
        long run(FenceSlots slots) throws IOException;
    }

    /**
     * One writer of this process at a time, also where several class loaders have a copy of this class: when one of them closed the file, the
     * system would drop the lock of all others. An interned string is the same object for all of them.
     */
    private static long inTurn(Path target, Turn turn) throws IOException {
        String everyWriter = ("io.quorate.fencing " + target).intern();
        synchronized (everyWriter) {
            return inTurnAmongProcesses(target, turn);
        }
    }

    private static long inTurnAmongProcesses(Path target, Turn turn) throws IOException {
        try (FileChannel channel = FileChannel.open(
                        beside(target, FENCE),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            if (lock.isShared()) {
                throw new IOException(
                        "The file system of " + target + " gives no exclusive locks: keep the file on another one.");
            }
            return turn.run(new FenceSlots(beside(target, FENCE), channel));
        } catch (OverlappingFileLockException twice) {
            throw new IOException(
                    "Something else in this process has locked " + beside(target, FENCE)
                            + ": leave that file to quorate-fencing.",
                    twice);
        }
    }

    private static void write(Path target, byte[] content) throws IOException {
        Path fresh = beside(target, NEW); // always the same name: what a crash leaves is overwritten
        Files.deleteIfExists(fresh);
        try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            keepRights(target, fresh);
            ByteBuffer rest = ByteBuffer.wrap(content);
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
            channel.force(true);
        }
        try {
            Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException unsupported) {
            throw new IOException(
                    "The file system of " + target + " cannot rename atomically: keep the file on another one.",
                    unsupported);
        }
        forceDirectory(folderOf(target));
    }

    private static void keepRights(Path target, Path fresh) throws IOException {
        PosixFileAttributeView view =
                Files.getFileAttributeView(target, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
        if (view != null && Files.exists(target)) {
            Files.setPosixFilePermissions(fresh, view.readAttributes().permissions());
        }
    }

    /** Without this a power failure could bring the old content back. */
    private static void forceDirectory(Path directory) throws IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(directory, StandardOpenOption.READ);
        } catch (FileSystemException notOpened) {
            return; // Windows opens no directories, and needs no such step
        }
        try (channel) {
            channel.force(true);
        }
    }
}
