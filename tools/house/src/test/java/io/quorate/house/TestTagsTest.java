// SPDX-License-Identifier: Apache-2.0
package io.quorate.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The tags by which {@code ./verify} chooses tests: "threads" (repeated by --stress), "slow" (left out by --quick) and
 * "long" (for --long only). A class counts as one with threads if its source, or that of a class of the same module that it
 * names, uses threads, sockets or processes.
 */
final class TestTagsTest {
    private static final Pattern CONCURRENT = Pattern.compile("\\b(?:Thread|ThreadFactory|ExecutorService|Executors"
            + "|ScheduledExecutorService|ForkJoinPool|CompletableFuture|CountDownLatch|CyclicBarrier|Awaitility"
            + "|ProcessBuilder|ServerSocket|Socket|SocketChannel|ServerSocketChannel|DatagramSocket|HttpServer|HttpClient)\\b"
            + "|\\bLocks\\s*\\.\\s*(?:join|inMemory)\\b");
    private static final Pattern NO_CODE =
            Pattern.compile("/\\*.*?\\*/|//[^\\n]*|\"(?:\\\\.|[^\"\\\\\\n])*\"", Pattern.DOTALL);
    private static final Pattern TAG = Pattern.compile("@Tag\\(\"([^\"]*)\"\\)");
    private static final Pattern SUPERCLASS = Pattern.compile("\\bclass \\w+\\s+extends (\\w+)");
    private static final Pattern WORD = Pattern.compile("\\w+");

    /** What these start is not ours, and dear to repeat. */
    private static final Map<String, String> EXEMPT = Map.of(
            "GalleryInBrowserTest", "starts a browser",
            "ReportInBrowserTest", "starts a browser",
            "TracePageInBrowserTest", "starts a browser",
            "OwnProtocolsTest", "sets the class loader of its thread, and starts a compiler",
            "RunsOnPagesTest", "sets the class loader of its thread",
            "StoredQuestionsTest", "writes messages of a room whose other classes use threads",
            "TortureTest", "reads command lines, and runs none");

    /** A source file. */
    private record Source(Path file, String name, String text, TreeSet<String> words) {
        static Source of(Path file) {
            String text = Repository.read(file).orElseThrow();
            String code = NO_CODE.matcher(text).replaceAll(" ");
            TreeSet<String> words = new TreeSet<>();
            Matcher word = WORD.matcher(code);
            while (word.find()) {
                words.add(word.group());
            }
            if (CONCURRENT.matcher(code).find()) {
                words.add(""); // uses threads by itself
            }
            return new Source(file, Repository.nameOf(file).replace(".java", ""), text, words);
        }

        boolean names(Source other) {
            return words.contains(other.name);
        }

        boolean isNextTo(Source other) {
            return Objects.equals(file.getParent(), other.file.getParent());
        }
    }

    @TestFactory
    List<DynamicTest> everyClassWithThreadsSocketsOrProcessesIsTagged() {
        List<DynamicTest> tests = new ArrayList<>();
        for (String module : Repository.modules()) {
            if (!module.endsWith("house")) { // its rules name threads, and start none
                tests.add(DynamicTest.dynamicTest(module, () -> checkModule(module)));
            }
        }
        return tests;
    }

    private static void checkModule(String module) {
        List<Source> mains = sources(Repository.mainSources(module));
        List<Source> tests = sources(Repository.testSources(module));
        // In a program every command is reached from one class, so only neighbours count among the main classes.
        List<Source> risky = spread(mains, uses(mains), (user, used) -> user.names(used) && user.isNextTo(used));
        List<Source> first = new ArrayList<>(uses(tests));
        tests.stream()
                .filter(each -> !first.contains(each) && risky.stream().anyMatch(each::names))
                .forEach(first::add);
        List<Source> found = spread(tests, first, Source::names);
        Map<String, Source> byName = new TreeMap<>();
        tests.forEach(each -> byName.put(each.name, each));
        assertThat(found)
                .filteredOn(each -> each.name.endsWith("Test"))
                .filteredOn(each -> !EXEMPT.containsKey(each.name) && !isTagged(each, byName))
                .extracting(Source::file)
                .as(
                        "test classes with threads, sockets or processes that lack @Tag(\"threads\"): ./verify --stress misses them")
                .isEmpty();
    }

    private static List<Source> uses(List<Source> all) {
        return all.stream().filter(each -> each.words.contains("")).toList();
    }

    /** These, those that use them, and so on. */
    private static List<Source> spread(
            List<Source> all, Collection<Source> first, BiPredicate<Source, Source> isUserOf) {
        List<Source> found = new ArrayList<>(first);
        for (int place = 0; place < found.size(); place++) {
            Source used = found.get(place);
            all.stream()
                    .filter(each -> !found.contains(each) && isUserOf.test(each, used))
                    .forEach(found::add);
        }
        return found;
    }

    private static boolean isTagged(Source source, Map<String, Source> byName) {
        for (Source each = source; each != null; each = superclass(each, byName)) {
            if (each.text.contains("@Tag(\"threads\")")) {
                return true;
            }
        }
        return false;
    }

    private static Source superclass(Source source, Map<String, Source> byName) {
        Matcher matcher = SUPERCLASS.matcher(source.text);
        return matcher.find() ? byName.get(matcher.group(1)) : null;
    }

    private static List<Source> sources(Path folder) {
        return Repository.javaFiles(folder).stream().map(Source::of).toList();
    }

    @Test
    void noTagIsMisspelt() {
        assertThat(Repository.modules())
                .flatMap(module -> sources(Repository.testSources(module)))
                .flatMap(each -> TAG.matcher(each.text)
                        .results()
                        .map(match -> match.group(1))
                        .toList())
                .isNotEmpty()
                .isSubsetOf("threads", "slow", "long");
    }
}
