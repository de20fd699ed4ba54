// SPDX-License-Identifier: Apache-2.0
package io.quorate.node;

import io.quorate.api.AcquireOptions;
import io.quorate.api.Hold;
import io.quorate.api.Locks;
import io.quorate.api.LocksConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * A replica of a service with a job that is to run once per period: a process of its own. It reads when to wake up, tries to
 * take the lock, and says what came of it.
 */
final class PeriodicJob {
    static final String LOCK = "nightly-report";

    private PeriodicJob() {}

    /**
     * Runs until its input ends.
     *
     * @param args the id of this member, {@code first} or {@code again}, the lease and {@code attemptTimeout} in ms, the members
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        LocksConfig config = LocksConfig.of(List.of(args).subList(4, args.length))
                .nodeId(args[0])
                .cluster("jobs")
                .joinTimeout(Duration.ofSeconds(60))
                .lease(Duration.ofMillis(Long.parseLong(args[2])))
                .attemptTimeout(Duration.ofMillis(Long.parseLong(args[3])));
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (Locks locks = args[1].equals("first") ? FirstStart.join(config) : Locks.join(config)) {
            System.out.println("joined");
            for (String line = input.readLine(); line != null; line = input.readLine()) {
                System.out.println(answer(locks, line.split(" ")));
            }
        }
    }

    private static String answer(Locks locks, String[] words) throws InterruptedException {
        if (words[0].equals("free")) {
            while (!locks.lock(LOCK).describe().isFree()) {
                LockSupport.parkNanos(2_000_000); // the test waits for it, and others need the processor
            }
            return "free";
        }
        long wakeAt = Long.parseLong(words[1]);
        while (System.nanoTime() < wakeAt) {
            LockSupport.parkNanos(wakeAt - System.nanoTime());
        }
        long begin = System.nanoTime();
        boolean ran = tick(locks, Duration.ofMillis(Long.parseLong(words[2])));
        return (ran ? "ran " : "skipped ") + begin + " " + System.nanoTime();
    }

    /** The recipe; the job itself takes no time, which is the worst case. */
    private static boolean tick(Locks locks, Duration atLeast) throws InterruptedException {
        Optional<Hold> mine = locks.lock(LOCK).tryAcquire(AcquireOptions.atLeast(atLeast));
        mine.ifPresent(Hold::close);
        return mine.isPresent();
    }
}
