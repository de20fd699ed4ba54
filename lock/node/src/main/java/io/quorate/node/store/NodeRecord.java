// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;

/**
 * The file of a node on disk, as lines of text: whose it is, how often it was started, how high its clock may have come, whether a roster
 * is kept beside it, and whether the last start has stopped cleanly. The last line is a checksum of those before. A line that begins
 * with {@value #OPTIONAL} was added by a newer release, and need not be understood: it is skipped, so that a node can go back to the
 * release before.
 *
 * @param hasRoster whether a {@link RosterRecord} was written to the same directory, which must not be missing from then on
 * @param clean whether that start has promised nothing that may still hold (W3)
 */
record NodeRecord(String cluster, String nodeId, long incarnation, long ceiling, boolean hasRoster, boolean clean) {
    private static final String TITLE = "quorate node state, version ";
    private static final int VERSION = 1;
    private static final int LINES = 6;
    private static final String ROSTER = "roster kept";
    private static final String CLEAN = "stopped cleanly";
    private static final String CHECKSUM = "checksum ";
    private static final String OPTIONAL = "+ ";

    /** The number that the file system has given to this very file: a copy has another. */
    private static final String FILE = OPTIONAL + "file ";

    /** When this very file was created: a copy that the file system has given the same number was created later. */
    private static final String BORN = OPTIONAL + "born ";

    /** The first Java that tells when a file was created on Linux. Earlier ones tell when it was last modified. */
    private static final int TELLS_BIRTH = 22;

    /** Maximum size of the file: it bounds the memory for reading. */
    private static final long LENGTH_MAX = 4096;

    static NodeRecord first(String cluster, String nodeId) {
        return new NodeRecord(cluster, nodeId, 0, 0, false, false);
    }

    /** Of the next start, which has not stopped. */
    NodeRecord withIncarnation(long number) {
        return new NodeRecord(cluster, nodeId, number, ceiling, hasRoster, false);
    }

    NodeRecord withCeiling(long height) {
        return new NodeRecord(cluster, nodeId, incarnation, height, hasRoster, clean);
    }

    NodeRecord withRoster() {
        return new NodeRecord(cluster, nodeId, incarnation, ceiling, true, clean);
    }

    NodeRecord stoppedCleanly() {
        return new NodeRecord(cluster, nodeId, incarnation, ceiling, hasRoster, true);
    }

    byte[] toBytes() {
        return withTitle(TITLE + VERSION).getBytes(StandardCharsets.UTF_8);
    }

    /** The content of this file, which exists, so that a copy of it is known as one. */
    byte[] toBytes(Path file) throws IOException {
        String number = fileNumber(file);
        String mark = number.isEmpty() ? "" : FILE + number + "\n";
        String birth = birthOfEmpty(file);
        String age = birth.isEmpty() ? "" : BORN + birth + "\n";
        return sealed(lines(TITLE + VERSION) + mark + age).getBytes(StandardCharsets.UTF_8);
    }

    /** As lines of text under this title, which tells the version. */
    String withTitle(String title) {
        return sealed(lines(title));
    }

    private String lines(String title) {
        return title + "\ncluster " + cluster + "\nnode " + nodeId + "\nincarnation " + incarnation + "\nceiling "
                + ceiling + "\n" + (hasRoster ? ROSTER + "\n" : "") + (clean ? CLEAN + "\n" : "");
    }

    /**
     * Whether this file was copied, or brought back from a backup. A snapshot of the whole disk is not noticed. Nor is a copy that has the
     * number of the old file, where Java or the file system does not tell when a file was created.
     */
    static boolean isCopy(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        return differs(lines, FILE, fileNumber(file))
                || (Runtime.version().feature() >= TELLS_BIRTH
                        && differs(lines, BORN, inWords(times(file).creationTime())));
    }

    private static boolean differs(List<String> lines, String mark, String now) {
        return !now.isEmpty()
                && lines.stream().filter(line -> line.startsWith(mark)).anyMatch(line -> !line.equals(mark + now));
    }

    /** When this file, which is about to be written, was created; empty where that is not told. */
    private static String birthOfEmpty(Path file) {
        try {
            Files.setLastModifiedTime(file, FileTime.fromMillis(0));
            BasicFileAttributes times = times(file);
            boolean isTold =
                    !times.creationTime().equals(times.lastModifiedTime()); // one that is not told is the other
            return isTold ? inWords(times.creationTime()) : "";
        } catch (IOException notPermitted) {
            return "";
        }
    }

    private static BasicFileAttributes times(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class);
    }

    private static String inWords(FileTime time) {
        return String.valueOf(time.to(TimeUnit.NANOSECONDS));
    }

    /** The same after the file was moved or its machine was started again; empty where there is no such number. */
    private static String fileNumber(Path file) throws IOException {
        boolean hasNumbers = file.getFileSystem().supportedFileAttributeViews().contains("unix");
        return hasNumbers ? String.valueOf(Files.getAttribute(file, "unix:ino")) : "";
    }

    /** Lines of text with the line of their checksum behind them. */
    static String sealed(String lines) {
        return lines + CHECKSUM + checksum(lines) + "\n";
    }

    private static String checksum(String text) {
        CRC32C sum = new CRC32C();
        sum.update(text.getBytes(StandardCharsets.UTF_8));
        return String.format("%08x", sum.getValue());
    }

    /** The lines of a file, that of the checksum too; none if its checksum is wrong. */
    static List<String> unsealed(Path file) throws IOException {
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        int end = text.lastIndexOf(CHECKSUM);
        boolean sound = end >= 0 && text.equals(sealed(text.substring(0, end)));
        return sound ? text.lines().filter(line -> !line.startsWith(OPTIONAL)).toList() : List.of();
    }

    static NodeRecord read(Path file) throws IOException {
        if (Files.size(file) > LENGTH_MAX) {
            throw damaged(file, "it is longer than any that a node writes");
        }
        List<String> lines = unsealed(file);
        if (lines.isEmpty()) {
            throw damaged(file, "its checksum is wrong");
        }
        if (!lines.get(0).equals(TITLE + VERSION)) {
            throw new StoreFailedException("the file " + file + " begins with \"" + lines.get(0)
                    + "\": another release wrote it; run that release, or one after it");
        }
        List<String> flags = lines.size() < LINES ? List.of() : lines.subList(LINES - 1, lines.size() - 1);
        boolean hasRoster = flags.contains(ROSTER);
        boolean clean = flags.contains(CLEAN);
        if (lines.size() != LINES + (hasRoster ? 1 : 0) + (clean ? 1 : 0)) {
            throw damaged(file, "it has " + lines.size() + " lines");
        }
        try {
            return new NodeRecord(
                    value(lines.get(1), "cluster ", file),
                    value(lines.get(2), "node ", file),
                    Long.parseLong(value(lines.get(3), "incarnation ", file)),
                    Long.parseLong(value(lines.get(4), "ceiling ", file)),
                    hasRoster,
                    clean);
        } catch (NumberFormatException noNumber) {
            StoreFailedException refusal = damaged(file, "it has words where numbers belong");
            refusal.initCause(noNumber);
            throw refusal;
        }
    }

    static String value(String line, String name, Path file) {
        if (!line.startsWith(name)) {
            throw damaged(file, "it has no line \"" + name + "...\"");
        }
        return line.substring(name.length());
    }

    private static StoreFailedException damaged(Path file, String how) {
        return new StoreFailedException("the file " + file + " is damaged (" + how
                + "): remove it, and nothing else of its directory; the node then starts as one"
                + " that has kept nothing");
    }

    NodeRecord requireOwner(NodeRecord owner, Path directory) {
        requireOwner(cluster, nodeId, owner, directory);
        return this;
    }

    /** Refuses a directory that another node has used. */
    static void requireOwner(String cluster, String nodeId, NodeRecord owner, Path directory) {
        if (!owner.cluster.equals(cluster) || !owner.nodeId.equals(nodeId)) {
            throw new StoreFailedException(
                    "the data directory " + directory + " belongs to node " + nodeId + " of the cluster "
                            + cluster + ", and this is node " + owner.nodeId + " of the cluster " + owner.cluster
                            + ": give each node a directory of its own");
        }
    }
}
