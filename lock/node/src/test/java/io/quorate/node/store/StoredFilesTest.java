// SPDX-License-Identifier: Apache-2.0
package io.quorate.node.store;

import io.quorate.core.roster.Ballot;
import io.quorate.core.roster.Configuration;
import io.quorate.core.roster.Member;
import io.quorate.core.roster.Roster;
import io.quorate.core.roster.RosterState;
import io.quorate.core.session.LeaseTerms;
import io.quorate.core.wire.StoredFormats;
import io.quorate.core.wire.StoredFormats.Sample;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of a data directory, byte by byte as releases wrote them. */
class StoredFilesTest {
    private static final Roster ABC = Roster.first(
            "lineage",
            List.of(
                    new Member(0, "a", "a.example:7400", true, "key of a"),
                    new Member(1, "b", "b.example:7400", true, ""),
                    new Member(2, "c", "c.example:7400", false, "")),
            "majority",
            LeaseTerms.of(Duration.ofSeconds(5)));

    @TempDir
    private Path directory = Path.of("unset");

    private interface Reading {
        Object read(Path file) throws IOException;
    }

    @Test
    void nodeState() {
        NodeRecord running =
                NodeRecord.first("orders", "a").withIncarnation(300).withCeiling(5_000_000_000L);
        StoredFormats.compare(
                "node.state",
                List.of(
                        nodeState("running", running),
                        nodeState("stopped cleanly", running.stoppedCleanly()),
                        nodeState("with a roster", running.withRoster()),
                        nodeState(
                                "stopped cleanly, with a roster",
                                running.withRoster().stoppedCleanly())));
    }

    /** An older release skips lines that begin with a plus, and refuses any other that it does not know. */
    private Sample nodeState(String name, NodeRecord record) {
        return new Sample(
                name, record.toBytes(), bytes -> read(bytes, NodeRecord::read), ofText(StoredFilesTest::required));
    }

    private static String required(String text) {
        return text.lines()
                .filter(line -> !line.startsWith("+ ") && !line.startsWith("checksum "))
                .collect(Collectors.joining("\n", "", "\nend"));
    }

    private static UnaryOperator<byte[]> ofText(UnaryOperator<String> change) {
        return bytes -> change.apply(new String(bytes, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void rosterState() {
        RosterState first = RosterState.beginning(Configuration.of(ABC), "key of a");
        RosterState changing = RosterState.beginning(Configuration.of(ABC).joinedBy(ABC.withRemoved("c")), "key of a")
                .withFloor(4711)
                .shown(1, "key of b")
                .accepting(new Ballot(2, 1, 500), ABC.withRemoved("b"));
        StoredFormats.compare(
                "roster.state", List.of(rosterState("at its beginning", first), rosterState("in a change", changing)));
    }

    private Sample rosterState(String name, RosterState state) {
        RosterRecord record = new RosterRecord("orders", "a", state);
        return Sample.readable(name, record.toBytes(), bytes -> read(bytes, RosterRecord::read));
    }

    private Object read(byte[] bytes, Reading reading) {
        try {
            return reading.read(Files.write(directory.resolve("file"), bytes));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
