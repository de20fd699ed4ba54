// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.simulate;

import io.quorate.core.lock.Protocol;
import io.quorate.core.model.NodeId;
import io.quorate.lab.simulate.chance.Arrivals;
import io.quorate.lab.simulate.chance.Load;
import io.quorate.lab.simulate.chance.Numbers;
import io.quorate.lab.simulate.chance.Popularity;
import io.quorate.lab.simulate.chance.RandomDuration;
import io.quorate.lab.world.setup.Setup;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A simulation as options of a command, and back. An option that is not given is drawn from the seed (see {@link Swarm}), so
 * {@code --seed 7} alone is a simulation too. Lengths of time are in nanoseconds, unless they have a unit.
 *
 * <pre>
 * --nodes 5 --quorums majority --voters 5 --placed by-name --network unordered --without R5 --overlay fixed:1
 * --arrivals alone | burst:3 | bursts:20:50ms (claims, how long apart) | poisson:0.5
 *            | closed:exponential:1ms:2 (think time, clients a node)
 * --claims 100 --locks 2 --shared 0.3 --hold constant:1000000 --timeout never
 * --popularity even | zipf:1.0 | L=0.5,L2=0.2 (shares of locks) --hot even | zipf:1.0 | n1=0.5 (shares of nodes)
 * --delay exponential:500000 | constant:N | uniform:FROM:TO | heavy:MEAN
 *         | zones:3:exponential:500us:exponential:20ms (within one, between two) | matrix:A,B/C,D@1,1,2 (see Delays)
 * --faults none | duplicates=0.1,resets=0.02,one-sided=0.02,outages=0.01,suspicions=0.02,crashes=0.01,leaves=0.02
 * </pre>
 */
public final class SimulationOptions {
    private static final List<String> SETUP =
            List.of("nodes", "rules", "without", "quorums", "voters", "placed", "network", "overlay");
    private static final List<String> OTHERS =
            List.of("arrivals", "claims", "locks", "popularity", "hot", "shared", "hold", "timeout", "delay", "faults");

    private SimulationOptions() {}

    /** All names of options but {@code seed}. */
    public static List<String> names() {
        return Stream.concat(SETUP.stream(), OTHERS.stream()).toList();
    }

    /** The simulation with this seed and these options, by name without dashes; the rest is drawn from the seed. */
    public static Simulation read(Protocol<?> protocol, long seed, Map<String, String> options) {
        requireKnown(options.keySet());
        Simulation drawn = Swarm.draw(protocol, seed);
        Setup setup = setup(drawn.setup(), options);
        Load load = load(drawn.load(), setup.nodes(), options);
        Faults faults = options.containsKey("faults") ? faults(options.get("faults")) : drawn.faults();
        String delay = options.get("delay");
        return new Simulation(setup, seed, load, delay == null ? drawn.delay() : Delays.parse(delay), faults);
    }

    private static Load load(Load drawn, int nodes, Map<String, String> options) {
        int locks = integer(options, "locks", drawn.locks());
        String arrivals = options.get("arrivals");
        String timeout = options.get("timeout");
        return new Load(
                arrivals == null ? drawn.arrivals() : Arrivals.parse(arrivals),
                integer(options, "claims", drawn.claims()),
                locks,
                number(options, "shared", drawn.sharedShare()),
                duration(options, "hold", drawn.hold()),
                timeout == null ? drawn.timeout() : timeout.equals("never") ? null : RandomDuration.parse(timeout),
                popularity(options.get("popularity"), drawn.wanted(), Clients::lockName, locks),
                popularity(options.get("hot"), drawn.askers(), SimulationOptions::nodeName, nodes));
    }

    private static String nodeName(int index) {
        return NodeId.of(index).toString();
    }

    private static Popularity popularity(
            @Nullable String given, Popularity drawn, IntFunction<String> nameOf, int count) {
        if (given != null) {
            return Popularity.parse(given, nameOf, count);
        }
        return drawn.fits(count) ? drawn : Popularity.even(); // what was drawn, was drawn for another number
    }

    private static void requireKnown(Set<String> given) {
        for (String name : given) {
            if (!names().contains(name)) {
                throw new IllegalArgumentException("There is no option --" + name + " for simulations. There are: --"
                        + String.join(", --", names()) + ".");
            }
        }
    }

    /** The names of those options that say what the cluster is made of. */
    public static List<String> setupNames() {
        return SETUP;
    }

    /** The drawn cluster, with these options instead of drawn values. */
    public static Setup setup(Setup drawn, Map<String, String> options) {
        Map<String, String> parts = parts(drawn);
        if (options.containsKey("nodes") && !options.containsKey("voters")) {
            parts.remove("voters");
        }
        for (String name : SETUP) {
            if (options.containsKey(name)) {
                parts.put(name, options.get(name));
            }
        }
        StringJoiner line = new StringJoiner("  ");
        parts.forEach((name, value) -> line.add(name + " " + value));
        return Setup.parse(line.toString());
    }

    /** The text form of a setup is made of a name and a value, a name and a value, with two blanks between. */
    private static Map<String, String> parts(Setup setup) {
        Map<String, String> parts = new LinkedHashMap<>();
        for (String part : setup.toString().split("  ")) {
            String[] nameAndValue = part.split(" ", 2);
            parts.put(nameAndValue[0], nameAndValue[1]);
        }
        return parts;
    }

    /** All options of a simulation, complete. */
    public static String text(Simulation simulation) {
        StringJoiner text = new StringJoiner(" ");
        text.add("--seed " + simulation.seed() + text(simulation.setup()));
        Load load = simulation.load();
        text.add("--arrivals " + load.arrivals().text());
        text.add("--claims " + load.claims());
        text.add("--locks " + load.locks());
        text.add("--popularity " + load.wanted().text(Clients::lockName));
        text.add("--hot " + load.askers().text(SimulationOptions::nodeName));
        text.add("--shared " + load.sharedShare());
        text.add("--hold " + load.hold().text());
        RandomDuration timeout = load.timeout();
        text.add("--timeout " + (timeout == null ? "never" : timeout.text()));
        text.add("--delay " + simulation.delay().text());
        text.add("--faults " + text(simulation.faults()));
        return text.toString();
    }

    /** The options that say what the cluster is made of, each after a blank. */
    public static String text(Setup setup) {
        StringBuilder text = new StringBuilder();
        parts(setup).forEach((name, value) -> {
            if (!name.equals("protocol")) {
                boolean quoted = value.contains(" ") || value.contains("{");
                text.append(" --").append(name).append(' ').append(quoted ? "'" + value + "'" : value);
            }
        });
        // A setup does not say what is usual, but a seed may draw something else.
        if (!setup.placement().isByName()) {
            text.append(" --placed as-numbered");
        }
        if (setup.hasOverlay() && text.indexOf(" --overlay ") < 0) {
            text.append(" --overlay fixed");
        }
        return text.toString();
    }

    private static String text(Faults faults) {
        if (faults.equals(Faults.NONE)) {
            return "none";
        }
        return "duplicates=" + faults.duplicates() + ",resets=" + faults.resets() + ",one-sided="
                + faults.oneSidedResets() + ",outages=" + faults.outages() + ",suspicions=" + faults.suspicions()
                + (faults.crashes() > 0 ? ",crashes=" + faults.crashes() : "")
                + (faults.leaves() > 0 ? ",leaves=" + faults.leaves() : "");
    }

    private static Faults faults(@Nullable String text) {
        Map<String, Double> rates = new LinkedHashMap<>();
        for (String part : String.valueOf(text).split(",")) {
            String[] nameAndRate = part.split("=", 2);
            if (nameAndRate.length == 2) {
                rates.put(nameAndRate[0].strip(), rate(part, Numbers.decimal(nameAndRate[1])));
            } else if (!part.equals("none")) {
                throw new IllegalArgumentException(
                        "\"" + part + "\" is no fault. Write none, or resets=0.02,duplicates=0.1.");
            }
        }
        Faults faults = new Faults(
                take(rates, "duplicates"),
                take(rates, "resets"),
                take(rates, "one-sided"),
                take(rates, "outages"),
                take(rates, "suspicions"),
                take(rates, "crashes"),
                take(rates, "leaves"));
        if (!rates.isEmpty()) {
            throw new IllegalArgumentException("There are no faults called " + rates.keySet()
                    + ". There are: duplicates, resets, one-sided, outages, suspicions, crashes, leaves.");
        }
        return faults;
    }

    private static double rate(String fault, double rate) {
        if (rate < 0 || rate > 1) {
            throw new IllegalArgumentException(
                    "A rate of faults is a probability for each message, from 0 to 1, not as in " + fault);
        }
        return rate;
    }

    private static double take(Map<String, Double> rates, String name) {
        Double rate = rates.remove(name);
        return rate == null ? 0 : rate;
    }

    private static RandomDuration duration(Map<String, String> options, String name, RandomDuration otherwise) {
        String given = options.get(name);
        return given == null ? otherwise : RandomDuration.parse(given);
    }

    private static int integer(Map<String, String> options, String name, int otherwise) {
        String given = options.get(name);
        return given == null ? otherwise : Numbers.count(given);
    }

    private static double number(Map<String, String> options, String name, double otherwise) {
        String given = options.get(name);
        return given == null ? otherwise : Numbers.decimal(given);
    }
}
