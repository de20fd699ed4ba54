import static org.junit.platform.engine.discovery.ClassNameFilter.includeClassNamePatterns;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClasspathRoots;
import static org.junit.platform.launcher.TagFilter.excludeTags;
import static org.junit.platform.launcher.TagFilter.includeTags;
import static org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder.request;

import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Runs the test classes of one module in this process, each a number of times. {@code ./verify} starts it from source, with
 * the test class path of the module: {@code java -cp ... config/RepeatTests.java FOLDER [OPTION=VALUE ...]}.
 *
 * <p>{@code FOLDER} holds the compiled tests. Options: {@code times=10}; {@code times.LeasesTest=200} for one class;
 * {@code include=threads} and {@code exclude=long,slow} for tags; {@code only=REGEX} for the full names of classes;
 * {@code lane=1/3} does a third of the repetitions, for one of three processes; {@code left-out=yes} says which classes the
 * tags leave out; {@code stop=SECONDS} starts no further repetition after that time, and fails if one is left. For each class
 * one line says how often it ran, how many tests passed, how many repetitions failed, and the seconds by clock and processor.
 */
final class RepeatTests {
    private final Launcher launcher = LauncherFactory.create();
    private final Map<String, String> options = new TreeMap<>();
    private final List<String> failures = new ArrayList<>();
    private final long begin = System.nanoTime();
    private final Path folder;
    private final int lane;
    private final int lanes;

    private RepeatTests(String... arguments) {
        folder = Path.of(arguments[0]);
        for (String argument : List.of(arguments).subList(1, arguments.length)) {
            int equals = argument.indexOf('=');
            options.put(argument.substring(0, equals), argument.substring(equals + 1));
        }
        String[] place = options.getOrDefault("lane", "1/1").split("/");
        lane = Integer.parseInt(place[0]);
        lanes = Integer.parseInt(place[1]);
    }

    public static void main(String... arguments) {
        RepeatTests tests = new RepeatTests(arguments);
        tests.run();
        System.out.flush();
        System.exit(tests.failures.isEmpty() ? 0 : 1); // threads that a failed test has left behind must not keep us
    }

    private void run() {
        List<String> classes = new ArrayList<>(classes(tests()));
        if (options.containsKey("left-out")) {
            Set<String> leftOut = classes(untagged());
            leftOut.removeAll(classes);
            System.out.println("Left out by their tags (" + options.get("exclude") + "): "
                    + (leftOut.isEmpty() ? "no class" : String.join(", ", leftOut)));
        }
        Collections.rotate(classes, classes.size() * (lane - 1) / lanes); // lanes meet in the same class seldom
        classes.forEach(this::repeat);
        failures.forEach(failure -> System.out.println("FAILED: " + failure));
    }

    /** As in the configuration of Surefire. */
    private static LauncherDiscoveryRequestBuilder untagged() {
        return request()
                .configurationParameter("jqwik.database", "")
                .configurationParameter("jqwik.reporting.onlyfailures", "true")
                .configurationParameter("jqwik.failures.after.default", "SAMPLE_FIRST");
    }

    private LauncherDiscoveryRequestBuilder tests() {
        LauncherDiscoveryRequestBuilder builder = untagged();
        if (options.containsKey("include")) {
            builder.filters(includeTags(options.get("include").split(",")));
        }
        if (options.containsKey("exclude")) {
            builder.filters(excludeTags(options.get("exclude").split(",")));
        }
        return builder;
    }

    /** The top-level classes with at least one of these tests. */
    private Set<String> classes(LauncherDiscoveryRequestBuilder wanted) {
        LauncherDiscoveryRequest all = wanted.selectors(selectClasspathRoots(Set.of(folder)))
                .filters(includeClassNamePatterns(options.getOrDefault("only", ".*Tests?")))
                .build();
        TestPlan plan = launcher.discover(all);
        Set<String> names = new TreeSet<>();
        for (TestIdentifier root : plan.getRoots()) {
            for (TestIdentifier each : plan.getDescendants(root)) {
                each.getSource().ifPresent(source -> addClass(source, names));
            }
        }
        return names;
    }

    private static void addClass(TestSource source, Set<String> names) {
        String name = source instanceof ClassSource ofClass
                ? ofClass.getClassName()
                : source instanceof MethodSource ofMethod ? ofMethod.getClassName() : "";
        if (!name.isEmpty()) {
            names.add(name.replaceFirst("\\$.*", ""));
        }
    }

    private void repeat(String name) {
        String simple = name.substring(name.lastIndexOf('.') + 1);
        int all = Integer.parseInt(options.getOrDefault("times." + simple, options.getOrDefault("times", "1")));
        int times = all / lanes + (lane <= all % lanes ? 1 : 0);
        long stop = Long.parseLong(options.getOrDefault("stop", "1000000"));
        long wall = System.nanoTime();
        long cpu = cpuNanos();
        long tests = 0;
        int failed = 0;
        int done = 0;
        for (; done < times && seconds(begin) < stop; done++) {
            SummaryGeneratingListener listener = new SummaryGeneratingListener();
            launcher.execute(tests().selectors(selectClass(name)).build(), listener);
            TestExecutionSummary summary = listener.getSummary();
            tests += summary.getTestsSucceededCount();
            if (summary.getTotalFailureCount() > 0) {
                failed++;
                System.out.println(name + ", repetition " + (done + 1) + ":");
                summary.printFailuresTo(new PrintWriter(System.out, true), 40);
                summary.getFailures()
                        .forEach(failure -> failures.add(name + " "
                                + failure.getTestIdentifier().getDisplayName() + ": "
                                + String.valueOf(failure.getException()).lines().findFirst().orElse("")));
            }
        }
        if (done < times) {
            failures.add(name + ": no time for " + (times - done) + " of " + times + " repetitions");
        }
        System.out.printf(
                Locale.ROOT,
                "RESULT %s %d %d %d %.2f %.2f%n",
                name,
                done,
                tests,
                failed,
                (System.nanoTime() - wall) / 1e9,
                (cpuNanos() - cpu) / 1e9);
    }

    private static long seconds(long since) {
        return (System.nanoTime() - since) / 1_000_000_000;
    }

    /** Of this process, without those that it has started. */
    private static long cpuNanos() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getProcessCpuTime()
                : 0;
    }
}
