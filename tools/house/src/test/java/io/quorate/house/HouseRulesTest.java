// SPDX-License-Identifier: Apache-2.0
package io.quorate.house;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static io.quorate.house.Habits.accessing;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.WeakHashMap;
import org.assertj.core.api.SoftAssertions;

/** The architecture of the house, one sentence per rule, each with its reason. */
@AnalyzeClasses(packages = "io.quorate", importOptions = MainClasses.class)
final class HouseRulesTest {
    private static final String API = room("io.quorate.api") + "..";
    private static final String CORE = room("io.quorate.core") + "..";
    private static final String LAB = room("io.quorate.lab") + "..";
    private static final String REPRODUCE = room("io.quorate.reproduce") + "..";
    private static final String NODE = room("io.quorate.node") + "..";
    private static final String CLI = room("io.quorate.cli") + "..";
    private static final String BENCH = room("io.quorate.bench") + "..";
    private static final String TORTURE = room("io.quorate.torture") + "..";
    /** Waits as long as Liquibase says, and has the JDK's own timer look after locks that Liquibase forgets. */
    private static final String LIQUIBASE = room("io.quorate.liquibase") + "..";

    private static final String FAULTNET = room("io.quorate.faultnet") + "..";
    private static final String SERVER = room("io.quorate.server") + "..";
    private static final String TESTING = room("io.quorate.testing") + "..";
    private static final String PAPERS = room("io.quorate.papers");
    private static final String OVERLAY = room("io.quorate.overlay");
    private static final String OVERLAY_RUNTIME = room("io.quorate.overlay.runtime") + "..";
    private static final String OVERLAY_KINDS = "io.quorate.overlay.[pastry|ring|fixed]..";

    /** Use the rest and are used by nobody. They and the runtime start threads and read clocks. */
    private static final List<String> PROGRAMS = List.of(CLI, BENCH, TORTURE);

    /**
     * The rooms of the core; each may look at those before it, never at those after it. A name stands for a package and those
     * below it, or for the package alone if those below have an entry of their own.
     */
    private static final List<String> CORE_ORDER =
            List.of("model", "wire", "quorum", "session", "roster", "lock", "quorumlock", "node");

    /** The name of a package that is there: a rule about a package that is not would always hold. */
    private static String room(String name) {
        if (Repository.rooms().keySet().stream().noneMatch(each -> each.equals(name) || each.startsWith(name + "."))) {
            throw new IllegalStateException("no module has the package " + name + ": adapt the rules that name it");
        }
        return name;
    }

    /** The packages of all modules but these. */
    private static String[] allModulesExcept(String... packages) {
        return Repository.modulesWithSources().stream()
                .map(module -> Repository.packageOf(module) + "..")
                .filter(each -> !List.of(packages).contains(each))
                .toArray(String[]::new);
    }

    /** The packages of the modules in this folder of the root. */
    private static String[] modulesIn(String folder) {
        return Repository.modulesWithSources().stream()
                .filter(module -> module.startsWith(folder + "/"))
                .map(module -> Repository.packageOf(module) + "..")
                .toArray(String[]::new);
    }

    /** The same of the overlay. */
    private static final List<String> OVERLAY_ORDER = List.of(
            OVERLAY,
            OVERLAY_KINDS,
            OVERLAY + ".catalog..",
            OVERLAY + ".node..",
            OVERLAY + ".dht",
            OVERLAY + ".dht.*..",
            OVERLAY_RUNTIME);

    /** What runs in checker, simulator and production alike. */
    private static final String[] PURE = {
        CORE, PAPERS + "..", OVERLAY, OVERLAY_KINDS, OVERLAY + ".catalog..", OVERLAY + ".node..", OVERLAY + ".dht.."
    };

    // Is anything read at all?

    @ArchTest
    static void everySourceFileOfEveryModuleIsSeenByTheseRules(JavaClasses imported) {
        SoftAssertions softly = new SoftAssertions();
        for (String module : Repository.modulesWithSources()) {
            var sources = Repository.mainSources(module);
            var files = Repository.javaFiles(sources);
            softly.assertThat(files).as("sources of " + module).isNotEmpty();
            for (var file : files) {
                if (Repository.nameOf(file).equals("module-info.java")) {
                    continue;
                }
                String path = sources.relativize(file).toString().replace('\\', '/');
                String name =
                        path.substring(0, path.length() - ".java".length()).replace('/', '.');
                softly.assertThat(imported.contain(name))
                        .as("class %s of module %s is imported", name, module)
                        .isTrue();
                softly.assertThat(name)
                        .as("a class lives in the package of its module")
                        .startsWith(Repository.packageOf(module) + ".");
            }
        }
        softly.assertAll();
    }

    @ArchTest
    static void everyRoomOfTheCoreHasItsPlaceInTheOrder(JavaClasses imported) {
        String core = room("io.quorate.core") + ".";
        List<String> rooms = Repository.rooms().keySet().stream()
                .filter(each -> each.startsWith(core))
                .map(each -> each.substring(core.length()))
                .toList();
        SoftAssertions softly = new SoftAssertions();
        softly.assertThat(rooms)
                .as("rooms of the core without a place in the order")
                .allSatisfy(room -> assertThat(CORE_ORDER).anyMatch(entry -> covers(entry, room)));
        softly.assertThat(CORE_ORDER)
                .as("places in the order that are no room of the core")
                .allSatisfy(entry -> assertThat(rooms).anyMatch(room -> covers(entry, room)));
        softly.assertAll();
    }

    private static boolean covers(String entry, String room) {
        String below = entry.endsWith(".*") ? entry.substring(0, entry.length() - 1) : entry + ".";
        return entry.equals(room) || (room.startsWith(below) && (entry.endsWith(".*") || isAlone(entry)));
    }

    /** Whether the packages below have no entry of their own. */
    private static boolean isAlone(String entry) {
        return !CORE_ORDER.contains(entry + ".*");
    }

    // Directions

    @ArchTest
    static final ArchRule insideTheCoreLookLeftOnly = lookLeftOnly(CORE_ORDER.stream()
            .map(entry -> "io.quorate.core." + (isAlone(entry) ? entry + ".." : entry))
            .toList());

    @ArchTest
    static final ArchRule insideTheOverlayLookLeftOnly = lookLeftOnly(OVERLAY_ORDER);

    @ArchTest
    static final ArchRule whatShipsKnowsNothingThatStudies = noClasses()
            .that()
            .resideInAnyPackage(modulesIn("lock"))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(modulesIn("study"))
            .because("an application ships the quorum lock; researchers add the modules for study");

    @ArchTest
    static final ArchRule nothingDependsOnToolsOrIntegrations = CompositeArchRule.of(List.of(
                    noClasses()
                            .that()
                            .resideInAnyPackage(modulesIn("lock"))
                            .or()
                            .resideInAnyPackage(modulesIn("study"))
                            .should()
                            .dependOnClassesThat()
                            .resideInAnyPackage(modulesIn("tools")),
                    noClasses()
                            .that()
                            .resideOutsideOfPackages(modulesIn("integrations"))
                            .should()
                            .dependOnClassesThat()
                            .resideInAnyPackage(modulesIn("integrations"))))
            .because("tools and integrations are the outermost ring");

    @ArchTest
    static final ArchRule protocolsNeverSeeEachOther = CompositeArchRule.of(List.of(
                    apart(PAPERS + ".(maekawa|sequential|tree|ricartagrawala|reference).."),
                    apart(room(OVERLAY + ".dht") + ".(*).."),
                    apart(room(PAPERS + ".reference") + ".(*)..")))
            .because("a protocol is one folder that can be read, replaced or removed alone");

    @ArchTest
    static final ArchRule protocolsKnowNoOverlayInParticular = noClasses()
            .that()
            .resideInAnyPackage(OVERLAY + ".node..", OVERLAY + ".dht..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(OVERLAY_KINDS)
            .because("what runs on one distributed hash table must run on any");

    @ArchTest
    static final ArchRule overlaysNeverSeeEachOther =
            apart("io.quorate.overlay.(pastry|ring|fixed)..").because("each shows alone that the contract is enough");

    @ArchTest
    static final ArchRule onlyTheCatalogsNameTheQuorumLock = noClasses()
            .that()
            .resideInAnyPackage("io.quorate.core.lock..", "io.quorate.core.node..", NODE)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(room("io.quorate.core.quorumlock") + "..")
            .because(
                    "engine, node and runtime see the contract of protocols; a new protocol is one folder and a service");

    @ArchTest
    static final ArchRule theApiDependsOnNothing = classes()
            .that()
            .resideInAPackage(API)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", "javax.net.ssl..", "org.jspecify..", API)
            .because("applications compile against it and inherit whatever it drags along");

    @ArchTest
    static final ArchRule theCoreDependsOnTheJavaLanguageOnly = classes()
            .that()
            .resideInAnyPackage(PURE)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java.lang..",
                    "java.util..",
                    "java.time..",
                    "java.math..",
                    "java.nio.charset..",
                    "org.jspecify..",
                    CORE,
                    PAPERS + "..",
                    OVERLAY + "..")
            .because("the checker, the simulator and the runtime all run these very classes");

    @ArchTest
    static final ArchRule theLabKnowsNoDriver = noClasses()
            .that()
            .resideInAnyPackage(LAB, REPRODUCE)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(API, NODE, TESTING, OVERLAY_RUNTIME, CLI, BENCH, TORTURE)
            .because("what the lab finds must be about the protocols and not about a driver");

    @ArchTest
    static final ArchRule theNodeKnowsCoreAndApiOnly = noClasses()
            .that()
            .resideInAPackage(NODE)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(allModulesExcept(NODE, CORE, API))
            .because("production carries no laboratory");

    @ArchTest
    static final ArchRule theServerUsesTheApiTheDrawingsAndOfTheNodeOnlyCertificatesAndTheLog = classes()
            .that()
            .resideInAPackage(SERVER)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "java..",
                    "javax.net.ssl..",
                    "com.sun.net.httpserver..",
                    "org.jspecify..",
                    API,
                    SERVER,
                    room("io.quorate.trace") + "..",
                    room("io.quorate.node.log"),
                    room("io.quorate.node.net.roles"),
                    room("io.quorate.node.net.tls"))
            .because("whatever an HTTP client may do, an application could do, too; and what ships has no library");

    @ArchTest
    static final ArchRule nothingDependsOnPrograms = CompositeArchRule.of(
                    PROGRAMS.stream().map(program -> onlyItselfKnows(program)).toList())
            .because("programs are the outermost ring: they use the rest and nothing uses them; the torture alone takes"
                    + " processes and options from the command line");

    @ArchTest
    static final ArchRule noPackageCycles = slices().matching("io.quorate.(*).(*)..")
            .should()
            .beFreeOfCycles()
            .because("rooms in a cycle can only be understood all at once; a room and those below it count as one");

    // Purity

    @ArchTest
    static final ArchRule theCoreDoesNoInputOrOutput = noClasses()
            .that()
            .resideInAnyPackage(PURE)
            .should()
            .dependOnClassesThat(are(resideInAnyPackage("java.io..", "java.net..", "java.nio..")
                    .and(not(resideInAnyPackage("java.nio.charset..")))))
            .because("a machine only asks: its driver sends and stores");

    @ArchTest
    static final ArchRule theCoreHasNoThreads = noClasses()
            .that()
            .resideInAnyPackage(PURE)
            .should()
            .dependOnClassesThat(
                    are(resideInAnyPackage("java.util.concurrent..").or(Habits.threadType())))
            .because("one turn at a time touches a machine, so it needs no locks and no threads");

    @ArchTest
    static final ArchRule theCoreDrawsNothingAtRandom = noClasses()
            .that()
            .resideInAnyPackage(PURE)
            .should()
            .dependOnClassesThat(are(Habits.randomType()))
            .orShould(accessing(Habits.unseededRandomness()))
            .because("the same trace must replay in the checker, the simulator and the runtime");

    @ArchTest
    static final ArchRule theLabDrawsFromSeedsOnly = noClasses()
            .that()
            .resideInAPackage(LAB)
            .should(accessing(Habits.unseededRandomness()))
            .because("a failure is worth nothing without the seed that brings it back");

    @ArchTest
    static final ArchRule theCoreDoesNotLog = noClasses()
            .that()
            .resideInAnyPackage(PURE)
            .should()
            .dependOnClassesThat(are(Habits.logger()))
            .because("a machine tells its driver through the outbox and through nothing else");

    @ArchTest
    static final ArchRule coreAndLabUseNoHashOrder = noClasses()
            .that()
            .resideInAnyPackage(withLab(PURE))
            .should()
            .dependOnClassesThat()
            .belongToAnyOf(HashMap.class, HashSet.class, IdentityHashMap.class, WeakHashMap.class)
            .orShould(accessing(Habits.orderOfTheJvm()))
            .because(
                    "the order of an iteration must not depend on the JVM: take LinkedHashMap, TreeMap, lists or arrays");

    // Who may do what

    /** Says on the console what the log has no memory or descriptor left to say. */
    private static final String LAST_WORDS = "io.quorate.node.watch.LastWords";

    @ArchTest
    static final ArchRule onlyProgramsPrintOrExit = noClasses()
            .that()
            .resideOutsideOfPackages(CLI, BENCH, TORTURE)
            .and()
            .doNotHaveFullyQualifiedName(LAST_WORDS)
            .should(accessing(Habits.printingOrExiting()))
            .because("a library that writes to the console or ends the process takes what is not its own");

    @ArchTest
    static final ArchRule onlyDriversStartThreads = noClasses()
            .that()
            .resideOutsideOfPackages(NODE, SERVER, TESTING, OVERLAY_RUNTIME, LIQUIBASE, FAULTNET, CLI, BENCH, TORTURE)
            .should(accessing(Habits.startingThreads()))
            .because("code that starts a thread must also end it, and only a driver has a life cycle");

    @ArchTest
    static final ArchRule onlyDriversReadClocks = noClasses()
            .that()
            .resideOutsideOfPackages(NODE, SERVER, TESTING, OVERLAY_RUNTIME, LIQUIBASE, CLI, BENCH, TORTURE)
            .should(accessing(Habits.readingAClock()))
            .because("time is an input: elsewhere it is virtual, or the result could not be replayed");

    // Names and shapes

    @ArchTest
    static final ArchRule namesSayWhatAThingDoes = noClasses()
            .should()
            .haveNameMatching(".*(Util|Utils|Helper|Manager|Impl|Internals)")
            .because("such a name hides that nobody knows what the class is for");

    @ArchTest
    static final ArchRule messagesAreRecords = classes()
            .that(are(
                    assignableTo("io.quorate.core.lock.Message").or(assignableTo("io.quorate.overlay.OverlayMessage"))))
            .and()
            .areNotInterfaces()
            .should()
            .beRecords()
            .because("a message is a value: sent, compared, stored and printed, never changed");

    private static String[] withLab(String... packages) {
        List<String> all = new ArrayList<>(List.of(packages));
        all.add(LAB);
        return all.toArray(String[]::new);
    }

    private static ArchRule lookLeftOnly(List<String> rooms) {
        List<ArchRule> rules = new ArrayList<>();
        for (int room = 0; room < rooms.size() - 1; room++) {
            rules.add(noClasses()
                    .that()
                    .resideInAPackage(rooms.get(room))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(rooms.subList(room + 1, rooms.size()).toArray(String[]::new)));
        }
        return CompositeArchRule.of(rules).because("each room rests only on those before it: " + rooms);
    }

    private static ArchRule apart(String slicePattern) {
        return slices().matching(slicePattern).should().notDependOnEachOther();
    }

    private static ArchRule onlyItselfKnows(String program) {
        return noClasses()
                .that()
                .resideOutsideOfPackages(program, TORTURE)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(program);
    }
}
