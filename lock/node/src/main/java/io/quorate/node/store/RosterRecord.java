// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.store;

import io.quorate.core.roster.Configuration;
import io.quorate.core.roster.Member;
import io.quorate.core.roster.RosterCodec;
import io.quorate.core.roster.RosterState;
import io.quorate.core.wire.ByteSink;
import io.quorate.core.wire.ByteSource;
import io.quorate.core.wire.MalformedFrameException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The roster file of a node on disk, as lines of text: whose it is, the members for people, and everything once more for the node. The
 * last line is a checksum of those before.
 */
record RosterRecord(String cluster, String nodeId, RosterState state) {
    private static final String TITLE = "quorate roster state, version ";
    private static final int VERSION = 1;
    private static final int LINES = 6;

    /** No roster is longer: it bounds what is read. */
    private static final long LENGTH_MAX = 16L * 1024 * 1024;

    byte[] toBytes() {
        ByteSink sink = new ByteSink();
        RosterCodec.writeState(state, sink);
        String lines = TITLE + VERSION + "\ncluster " + cluster + "\nnode " + nodeId + "\nfor people: "
                + inWords(state.configuration()) + "\nstate "
                + Base64.getEncoder().encodeToString(sink.toByteArray()) + "\n";
        return NodeRecord.sealed(lines).getBytes(StandardCharsets.UTF_8);
    }

    private static String inWords(Configuration configuration) {
        return "configuration " + configuration.number() + ", roster "
                + configuration.latest().epoch() + " of "
                + configuration.latest().members().stream().map(Member::id).collect(Collectors.joining(", "));
    }

    static RosterRecord read(Path file) throws IOException {
        if (Files.size(file) > LENGTH_MAX) {
            throw damaged(file, "it is longer than any that a node writes");
        }
        List<String> lines = NodeRecord.unsealed(file);
        if (lines.isEmpty()) {
            throw damaged(file, "its checksum is wrong");
        }
        if (!lines.get(0).equals(TITLE + VERSION)) {
            throw new StoreFailedException("the file " + file + " begins with \"" + lines.get(0)
                    + "\": another release wrote it; run that release, or one after it");
        }
        if (lines.size() != LINES) {
            throw damaged(file, "it has " + lines.size() + " lines");
        }
        try {
            byte[] state = Base64.getDecoder().decode(NodeRecord.value(lines.get(4), "state ", file));
            return new RosterRecord(
                    NodeRecord.value(lines.get(1), "cluster ", file),
                    NodeRecord.value(lines.get(2), "node ", file),
                    RosterCodec.readState(new ByteSource(state)));
        } catch (IllegalArgumentException | MalformedFrameException unreadable) {
            StoreFailedException refusal = damaged(file, String.valueOf(unreadable.getMessage()));
            refusal.initCause(unreadable);
            throw refusal;
        }
    }

    /** A voter that forgets what it promised could let two nodes hold a lock: so nobody is told to remove the file. */
    private static StoreFailedException damaged(Path file, String how) {
        return new StoreFailedException(
                "the file " + file + " is damaged (" + how
                        + "), so nobody knows what this node has promised. Nothing was changed. Do not bring it back from a copy: give the"
                        + " node an empty data directory, start it with --join, and replace the member: quorate roster replace");
    }

    /** The file is gone from a directory that had one. */
    static StoreFailedException gone(Path file) {
        return new StoreFailedException("the file " + file
                + " is gone, so nobody knows what this node has promised. Do not bring it back from a copy: give the node an empty"
                + " data directory, start it with --join, and replace the member: quorate roster replace");
    }
}
