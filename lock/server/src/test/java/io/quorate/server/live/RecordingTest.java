// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.api.LockDescription;
import io.quorate.api.LockMode;
import io.quorate.api.LossReason;
import io.quorate.trace.SpaceTime;
import io.quorate.trace.SpaceTime.Activity;
import io.quorate.trace.svg.SvgDrawing;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A diagram from descriptions. */
final class RecordingTest {
    private static final List<String> MEMBERS = List.of("a", "b", "c");

    private final Recording recording = new Recording("x", "a", MEMBERS, Duration.ofSeconds(30), 0);

    private record Party(String nodeId, String label, long fence) implements LockDescription.Party {
        @Override
        public boolean isGuest() {
            return false;
        }

        @Override
        public String host() {
            return "host";
        }

        @Override
        public long pid() {
            return 1;
        }

        @Override
        public LockMode mode() {
            return LockMode.EXCLUSIVE;
        }

        @Override
        public Instant since() {
            return Instant.EPOCH;
        }

        @Override
        public Duration validFor() {
            return Duration.ofSeconds(5);
        }

        @Override
        public boolean hasSpareVotes() {
            return false;
        }
    }

    private record Vote(String voter, String requester, boolean granted) implements LockDescription.Vote {}

    private record Described(
            List<LockDescription.Party> holders, List<LockDescription.Party> waiters, List<LockDescription.Vote> votes)
            implements LockDescription {
        @Override
        public String lockName() {
            return "x";
        }

        @Override
        public List<String> keepers() {
            return List.of();
        }

        @Override
        public List<String> unanswered() {
            return List.of();
        }

        @Override
        public List<String> slow() {
            return List.of();
        }

        @Override
        public List<String> guests() {
            return List.of();
        }
    }

    private static final Described NOTHING = new Described(List.of(), List.of(), List.of());

    private static long millis(long millis) {
        return millis * 1_000_000;
    }

    @Test
    void votesThatChangeAreArrowsAndClaimsAreBars() {
        recording.sample(NOTHING, millis(100));
        recording.sample(
                new Described(
                        List.of(new Party("a", "main", 7)),
                        List.of(new Party("b", "job", 0)),
                        List.of(new Vote("c", "a", true), new Vote("c", "b", false), new Vote("a", "a", true))),
                millis(200));
        recording.sample(
                new Described(List.of(new Party("b", "job", 8)), List.of(), List.of(new Vote("c", "b", true))),
                millis(300));
        recording.lost("x", LockMode.EXCLUSIVE, Duration.ZERO, LossReason.REVOKED);
        SpaceTime diagram = recording.diagram("x");
        assertThat(diagram.nodes()).isEqualTo(MEMBERS);
        assertThat(diagram.messages())
                .extracting(each ->
                        each.kind() + " " + each.from() + ">" + each.to() + " at " + each.receivedAt() / 1_000_000)
                .containsExactlyInAnyOrder(
                        "Grant 2>0 at 200", "Request 1>2 at 200", "Grant 2>1 at 300", "Release 0>2 at 300");
        assertThat(diagram.spans())
                .extracting(each -> each.node() + " " + each.activity() + " " + each.label() + " "
                        + (each.to() == SpaceTime.NEVER ? "open" : each.to() / 1_000_000))
                .containsExactlyInAnyOrder(
                        "0 " + Activity.HOLDING + " main 300",
                        "1 " + Activity.WAITING + " job 300",
                        "1 " + Activity.HOLDING + " job open");
        assertThat(diagram.marks()).extracting(SpaceTime.Mark::text).containsExactly("lost: revoked");
        assertThat(SvgDrawing.draw(diagram)).startsWith("<svg ").contains("Grant");
    }

    @Test
    void whatIsOlderThanTheWindowIsForgottenAndNothingGrowsWithoutEnd() {
        for (int time = 1; time < 5000; time++) {
            List<LockDescription.Party> waiters = new ArrayList<>();
            for (int index = 0; index < 300; index++) {
                waiters.add(new Party("guest-" + index % 50, "claim " + time + " " + index, 0));
            }
            String holder = MEMBERS.get(time % 3);
            recording.sample(
                    new Described(
                            List.of(new Party(holder, "holder", time)),
                            waiters,
                            List.of(new Vote("a", holder, true), new Vote("b", holder, true))),
                    millis(time * 10L));
            recording.lost("x", LockMode.EXCLUSIVE, Duration.ZERO, LossReason.REVOKED);
        }
        assertThat(recording.size())
                .isLessThanOrEqualTo(Recording.MESSAGES_MAX + 2 * Recording.SPANS_MAX + Recording.MARKS_MAX);
        assertThat(SvgDrawing.draw(recording.diagram("x")).length()).isLessThan(1_000_000);
        recording.sample(NOTHING, millis(60_000));
        recording.sample(NOTHING, millis(120_000));
        assertThat(recording.diagram("x").messages()).isEmpty();
        assertThat(recording.diagram("x").spans()).isEmpty();
    }
}
