// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.bench.floor;

import io.quorate.cli.bench.Samples;
import io.quorate.cli.bench.floor.FloorNodeCommand.Role;
import io.quorate.cli.bench.load.Spread;
import io.quorate.cli.cluster.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Many clients that vote for nothing: what they cost one voter, and how long a lock takes them, beside the floor. */
final class GuestRun {
    private static final Contestant OURS = new Contestant(3, false, "");
    private static final Duration JOIN_TIMEOUT = Duration.ofMinutes(10);
    private static final int PROCESSES = 4;

    private final Place place;
    private final Consumer<String> progress;

    GuestRun(Place place, Consumer<String> progress) {
        this.place = place;
        this.progress = progress;
    }

    /** The resources of a process, from the kernel. */
    record Resources(long threads, long residentKilobytes, long descriptors) {
        static Resources of(long pid) throws IOException {
            Path folder = Path.of("/proc/" + pid);
            long threads = 0;
            long resident = 0;
            for (String line : Files.readAllLines(folder.resolve("status"))) {
                String[] words = line.split("\\s+");
                if (words[0].equals("Threads:")) {
                    threads = Long.parseLong(words[1]);
                } else if (words[0].equals("VmRSS:")) {
                    resident = Long.parseLong(words[1]);
                }
            }
            try (Stream<Path> files = Files.list(folder.resolve("fd"))) {
                return new Resources(threads, resident, files.count());
            }
        }
    }

    /**
     * One contestant with its guests.
     *
     * @param without the server or one voter before the guests came
     * @param with the same with all of them connected
     */
    record Result(
            String contestant,
            int guests,
            double joinSeconds,
            Resources without,
            Resources with,
            double acquireP50Micros,
            double ratioToFloor) {}

    /** A contestant that is being measured. */
    private record Side(
            Deployment deployment,
            List<ChildProcess> crowds,
            double joinSeconds,
            Resources without,
            Resources with,
            List<Double> medians) {}

    List<Result> run(int guests, int rounds, long roundMillis) throws IOException, InterruptedException {
        List<Side> sides = new ArrayList<>();
        try {
            sides.add(start(Contestant.floor(false), Role.FLOOR_CROWD, guests));
            sides.add(start(OURS, Role.GUEST_CROWD, guests));
            for (int round = 0; round <= rounds; round++) { // the first is the warm-up
                for (Side side : sides) {
                    progress.accept("round " + round + " of " + rounds + ": "
                            + side.deployment().contestant().title() + ", " + guests + " guests");
                    double median = measure(side, roundMillis);
                    if (round > 0) {
                        side.medians().add(median);
                    }
                }
            }
        } finally {
            sides.forEach(side -> side.deployment().close());
        }
        return sides.stream().map(side -> result(side, sides.get(0), guests)).toList();
    }

    private Side start(Contestant contestant, Role role, int guests) throws IOException, InterruptedException {
        progress.accept("starting " + contestant.title() + " and " + guests + " guests");
        Deployment deployment = Deployment.start(contestant, place);
        try {
            Resources without = Resources.of(deployment.decider().pid());
            List<ChildProcess> crowds = new ArrayList<>();
            for (int number = 1; number <= PROCESSES; number++) {
                crowds.add(deployment.add(role, number, "g" + number));
            }
            for (ChildProcess crowd : crowds) {
                crowd.await("ready", Deployment.TIMEOUT);
            }
            long before = System.nanoTime();
            for (int index = 0; index < PROCESSES; index++) {
                int share = guests / PROCESSES + (index < guests % PROCESSES ? 1 : 0);
                crowds.get(index).tell(FloorNodeCommand.CROWD + " " + share);
            }
            for (ChildProcess crowd : crowds) {
                crowd.await("joined", JOIN_TIMEOUT);
            }
            double seconds = (System.nanoTime() - before) / 1e9;
            return new Side(
                    deployment,
                    crowds,
                    seconds,
                    without,
                    Resources.of(deployment.decider().pid()),
                    new ArrayList<>());
        } catch (IOException | InterruptedException | RuntimeException e) {
            deployment.close();
            throw e;
        }
    }

    /** One crowd takes locks, the others are only there. */
    private static double measure(Side side, long millis) throws InterruptedException {
        ChildProcess crowd = side.crowds().get(0);
        crowd.tell(FloorNodeCommand.CROWD_MEASURE + " " + millis);
        return Samples.ofLine(crowd.await("measured", Deployment.TIMEOUT))
                        .nanos()
                        .getValueAtPercentile(50)
                / 1e3;
    }

    private static Result result(Side side, Side floor, int guests) {
        double[] medians = new double[side.medians().size()];
        double[] ratios = new double[medians.length];
        for (int index = 0; index < medians.length; index++) {
            medians[index] = side.medians().get(index);
            ratios[index] = medians[index] / floor.medians().get(index);
        }
        return new Result(
                side.deployment().contestant().title(),
                guests,
                side.joinSeconds(),
                side.without(),
                side.with(),
                Spread.of(medians).median(),
                Spread.of(ratios).median());
    }
}
