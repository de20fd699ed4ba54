// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * How soon a lock that several clients want goes from one to the next: from the release by one client to the grant of another
 * one that already waited then.
 *
 * @param waits in milliseconds
 * @param overlaps how often the next client had the lock before the last one gave it back: must be none
 */
public record HandOffs(Timeline.Waits waits, long overlaps) {
    /** The one lock that all want. */
    private static final String NAME = "contended";

    private static final long HOLD_NANOS = 1_000_000;

    /** One hold of one client; all times by {@link System#nanoTime()}, {@code released} just before the release. */
    public record Held(int client, long asked, long granted, long released) {
        private String toWord() {
            return asked + "/" + granted + "/" + released;
        }

        private static Held ofWord(int client, String word) {
            String[] times = word.split("/");
            return new Held(client, Long.parseLong(times[0]), Long.parseLong(times[1]), Long.parseLong(times[2]));
        }
    }

    /** Takes the lock, holds it for a millisecond and gives it back, again and again. */
    public static List<Held> contend(LockClient locks, int client, long millis, Duration timeout)
            throws InterruptedException {
        List<Held> all = new ArrayList<>();
        long end = System.nanoTime() + millis * 1_000_000;
        for (long asked = System.nanoTime(); asked - end < 0; asked = System.nanoTime()) {
            try {
                LockClient.Held held = locks.acquire(NAME, timeout);
                long granted = System.nanoTime();
                LockSupport.parkNanos(HOLD_NANOS);
                long released = System.nanoTime();
                held.release();
                all.add(new Held(client, asked, granted, released));
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception notGot) {
                System.err.println(NAME + ": " + notGot);
            }
        }
        return all;
    }

    /** One line of text, from process to process. */
    public static String toLine(List<Held> all) {
        return all.stream().map(Held::toWord).collect(Collectors.joining(","));
    }

    public static List<Held> ofLine(int client, String line) {
        List<Held> all = new ArrayList<>();
        for (String word : line.split(",")) {
            if (!word.isEmpty()) {
                all.add(Held.ofWord(client, word));
            }
        }
        return all;
    }

    /** Of the holds of all clients, the hand-offs of which the release was at this time or later. */
    public static HandOffs of(List<Held> all, long from) {
        List<Held> inOrder = new ArrayList<>(all);
        inOrder.sort(Comparator.comparingLong(Held::granted));
        long overlaps = 0;
        LongStream.Builder waits = LongStream.builder();
        for (int index = 1; index < inOrder.size(); index++) {
            Held last = inOrder.get(index - 1);
            Held next = inOrder.get(index);
            if (next.granted() - last.released() < 0) {
                overlaps++;
            } else if (next.client() != last.client()
                    && next.asked() - last.released() < 0
                    && last.released() - from >= 0) {
                waits.add(next.granted() - last.released());
            }
        }
        return new HandOffs(Timeline.Waits.of(waits.build()), overlaps);
    }
}
