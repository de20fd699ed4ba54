package io.quorate.house;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static io.quorate.house.Habits.accessing;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import java.nio.file.Path;
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
    private static final String API = "io.quorate.api..";
    private static final String CORE = "io.quorate.core..";
    private static final String LAB = "io.quorate.lab..";
    private static final String NODE = "io.quorate.node..";
    private static final String SERVER = "io.quorate.server..";
    private static final String CLI = "io.quorate.cli..";
    private static final String BENCH = "io.quorate.bench..";
    private static final String OVERLAY = "io.quorate.overlay..";
    private static final String OVERLAY_RUNTIME = "io.quorate.overlay.runtime..";
    private static final String OVERLAY_KINDS = "io.quorate.overlay.[pastry|ring|fixed]..";
    private static final String ANY_PROTOCOL = "io.quorate.core.protocol.*..";

    /** The rooms of the core; each may look at those before it, never at those after it. */
    private static final List<String> CORE_ORDER = List.of(
            "io.quorate.core.model..",
            "io.quorate.core.quorum..",
            "io.quorate.core.wire..",
            "io.quorate.core.membership..",
            "io.quorate.core.protocol",
            ANY_PROTOCOL,
            "io.quorate.core.engine..",
            "io.quorate.core.node..",
            "io.quorate.core.catalog..");

    /** The same of the overlay. */
    private static final List<String> OVERLAY_ORDER = List.of(
            "io.quorate.overlay",
            OVERLAY_KINDS,
            "io.quorate.overlay.catalog..",
            "io.quorate.overlay.node..",
            "io.quorate.overlay.dht",
            "io.quorate.overlay.dht.*..",
            OVERLAY_RUNTIME);

    /** What runs in checker, simulator and production alike. */
    private static final String[] PURE = {
        CORE,
        "io.quorate.overlay",
        OVERLAY_KINDS,
        "io.quorate.overlay.catalog..",
        "io.quorate.overlay.node..",
        "io.quorate.overlay.dht.."
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
                String path = sources.relativize(file).toString().replace('\\', '/');
                String name =
                        path.substring(0, path.length() - ".java".length()).replace('/', '.');
                softly.assertThat(imported.contain(name))
                        .as("class %s of module %s is imported", name, module)
                        .isTrue();
                softly.assertThat(name)
                        .as("a class lives in the package of its module")
                        .startsWith("io.quorate." + Repository.nameOf(Path.of(module)) + ".");
            }
        }
        softly.assertAll();
    }

    // Directions

    @ArchTest
    static final ArchRule insideTheCoreLookLeftOnly = lookLeftOnly(CORE_ORDER);

    @ArchTest
    static final ArchRule insideTheOverlayLookLeftOnly = lookLeftOnly(OVERLAY_ORDER);

    @ArchTest
    static final ArchRule whatShipsKnowsNoOverlay = noClasses()
            .that()
            .resideInAnyPackage(API, CORE, NODE)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(OVERLAY)
            .because("an application ships the quorum lock; whoever wants the overlay adds its library");

    @ArchTest
    static final ArchRule protocolsNeverSeeEachOther = CompositeArchRule.of(List.of(
                    apart("io.quorate.core.protocol.(*).."),
                    apart("io.quorate.overlay.dht.(*).."),
                    apart("io.quorate.core.protocol.reference.(*)..")))
            .because("a protocol is one folder that can be read, replaced or removed alone");

    @ArchTest
    static final ArchRule protocolsKnowNoOverlayInParticular = noClasses()
            .that()
            .resideInAnyPackage("io.quorate.overlay.dht..", "io.quorate.overlay.node..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(OVERLAY_KINDS)
            .because("what runs on one distributed hash table must run on any");

    @ArchTest
    static final ArchRule overlaysNeverSeeEachOther =
            apart("io.quorate.overlay.(pastry|ring|fixed)..").because("each shows alone that the contract is enough");

    @ArchTest
    static final ArchRule engineAndNodeSeeTheContractOnly = noClasses()
            .that()
            .resideInAnyPackage("io.quorate.core.engine..", "io.quorate.core.node..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage(ANY_PROTOCOL)
            .because("a new protocol must cost one folder and one line in the catalog");

    @ArchTest
    static final ArchRule theApiDependsOnNothing = classes()
            .that()
            .resideInAPackage(API)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", "org.jspecify..", API)
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
                    OVERLAY)
            .because("the checker, the simulator and the runtime all run these very classes");

    @ArchTest
    static final ArchRule theLabKnowsTheCoreOnly = noClasses()
            .that()
            .resideInAPackage(LAB)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(API, NODE, OVERLAY_RUNTIME, SERVER, CLI, BENCH)
            .because("what the lab finds must be about the protocols and not about a driver");

    @ArchTest
    static final ArchRule theNodeKnowsCoreAndApiOnly = noClasses()
            .that()
            .resideInAPackage(NODE)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(LAB, SERVER, CLI, BENCH)
            .because("production carries no laboratory");

    @ArchTest
    static final ArchRule nothingDependsOnPrograms = CompositeArchRule.of(
                    List.of(onlyItselfKnows(SERVER, CLI), onlyItselfKnows(CLI), onlyItselfKnows(BENCH)))
            .because("programs are the outermost ring: they use the rest and nothing uses them");

    @ArchTest
    static final ArchRule noPackageCycles = slices().matching("io.quorate.(**)")
            .should()
            .beFreeOfCycles()
            .because("packages in a cycle can only be understood all at once");

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

    @ArchTest
    static final ArchRule onlyProgramsPrintOrExit = noClasses()
            .that()
            .resideOutsideOfPackages(CLI, BENCH)
            .should(accessing(Habits.printingOrExiting()))
            .because("a library that writes to the console or ends the process takes what is not its own");

    @ArchTest
    static final ArchRule onlyDriversStartThreads = noClasses()
            .that()
            .resideOutsideOfPackages(NODE, OVERLAY_RUNTIME, SERVER, CLI, BENCH)
            .should(accessing(Habits.startingThreads()))
            .because("whoever starts a thread must also end it, and only a driver has a life cycle");

    @ArchTest
    static final ArchRule onlyDriversReadClocks = noClasses()
            .that()
            .resideOutsideOfPackages(NODE, OVERLAY_RUNTIME, SERVER, CLI, BENCH)
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
            .that(are(assignableTo("io.quorate.core.protocol.Message")
                    .or(assignableTo("io.quorate.overlay.OverlayMessage"))))
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

    private static ArchRule onlyItselfKnows(String program, String... alsoAllowed) {
        List<String> allowed = new ArrayList<>(List.of(alsoAllowed));
        allowed.add(program);
        return noClasses()
                .that()
                .resideOutsideOfPackages(allowed.toArray(String[]::new))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(program);
    }
}
