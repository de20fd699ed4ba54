// SPDX-License-Identifier: Apache-2.0
package io.quorate.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * No thread blocks while it is inside {@code synchronized} in what ships. Until JDK 23 a virtual thread that blocks there keeps its
 * carrier thread: a few of them stop all others of the process. {@code java.util.concurrent} has no such limit.
 *
 * <p>Read from class files: what a synchronized method, or a method between monitorenter and monitorexit, calls itself, and what
 * methods of the same class call that it calls there.
 */
final class MonitorsTest {
    /** By owner: what may block. A trailing slash stands for all types of a package. */
    private static final Map<String, List<String>> BLOCKING = Map.ofEntries(
            Map.entry("java/lang/Object", List.of("wait")),
            Map.entry("java/lang/Thread", List.of("sleep", "join")),
            Map.entry("java/lang/Process", List.of("waitFor")),
            Map.entry("java/util/concurrent/locks/LockSupport", List.of("park", "parkNanos", "parkUntil")),
            Map.entry("java/util/concurrent/locks/", List.of("lock", "lockInterruptibly", "await", "awaitNanos")),
            Map.entry("java/util/concurrent/TimeUnit", List.of("sleep", "timedJoin", "timedWait")),
            Map.entry(
                    "java/util/concurrent/",
                    List.of("await", "acquire", "put", "take", "join", "awaitTermination", "exchange", "invokeAll")),
            Map.entry("java/util/concurrent/Future", List.of("get")),
            Map.entry("java/util/concurrent/CompletableFuture", List.of("get")),
            Map.entry("java/net/Socket", List.of("connect", "getInputStream", "getOutputStream")),
            Map.entry("java/net/InetAddress", List.of("getByName", "getAllByName", "getLocalHost")),
            Map.entry("java/nio/channels/FileChannel", List.of("force", "read", "write", "lock")),
            Map.entry("java/nio/file/Files", List.of("*")),
            Map.entry("io/quorate/api/DistributedLock", List.of("lock", "acquire", "tryAcquire")));

    /** Types of those packages whose methods of these names do not wait. */
    private static final List<String> NEVER_WAIT =
            List.of("ConcurrentHashMap", "ConcurrentMap", "ConcurrentSkipListMap");

    /** Methods that may, with the reason. */
    private static final Map<String, String> ALLOWED = Map.ofEntries(
            Map.entry("fencing.FencedFile#inTurn", "copies of the class in several class loaders share only a monitor"),
            Map.entry("node.journal.JournalWriter#close", "once, when a node closes, for a bounded time"),
            Map.entry("node.net.link.Handshakes#awaitOwnId", "once, when a node joins, for a bounded time"),
            Map.entry("node.net.roles.Roles#look", "a small file, once a second, on a thread of the node"),
            Map.entry("node.net.tls.NodeTls#look", "small files, once a second, on a thread of the node"),
            Map.entry("node.recipe.Election#awaitLeaving", "once, when an election closes, for a bounded time"),
            Map.entry("node.store.DataDirectory#stoppedCleanly", "once, when a node closes"),
            Map.entry("server.access.Tokens#look", "a small file, once a second, on a worker of the server"),
            Map.entry("testing.InMemoryInbox#awaitQuiet", "in tests only"),
            Map.entry("testing.InMemoryInbox#take", "in tests only, on a thread of the network"),
            Map.entry("testing.cluster.NodeClock#freeze", "in tests only"),
            Map.entry("testing.cluster.TimePump#awaitWork", "in tests only, on the thread of the clock"));

    @Test
    void nothingThatShipsBlocksInsideSynchronized() {
        TreeSet<String> found = new TreeSet<>();
        List<String> read = new ArrayList<>();
        for (String module : Repository.modulesWithSources()) {
            if (module.startsWith("lock/") || module.startsWith("integrations/")) {
                Path sources = Repository.mainSources(module);
                for (Path file : Repository.javaFiles(sources)) {
                    if (!Repository.nameOf(file).equals("module-info.java")) {
                        for (ClassNode type : classesOf(sources, file)) {
                            read.add(type.name);
                            found.addAll(blockingIn(type));
                        }
                    }
                }
            }
        }
        assertThat(read).as("classes that were read").hasSizeGreaterThan(300);
        List<String> wrong = found.stream()
                .filter(each -> !ALLOWED.containsKey(each.replaceFirst(" .*", "")))
                .toList();
        assertThat(wrong)
                .as("calls that may block inside synchronized: take a ReentrantLock, or move the call out of it")
                .isEmpty();
        assertThat(ALLOWED.keySet())
                .as("exceptions that nothing needs any more")
                .allMatch(name -> found.stream().anyMatch(each -> each.startsWith(name + " ")));
    }

    @Test
    void theRuleSeesABlockAndAMethodAndWhatTheyCall() {
        ClassNode sample = parse(Sample.class.getName().replace('.', '/'));
        String prefix = "house.MonitorsTest$Sample#";
        assertThat(blockingIn(sample))
                .containsExactlyInAnyOrder(
                        prefix + "inABlock calls Thread.sleep",
                        prefix + "inAMethod calls Object.wait",
                        prefix + "throughAnother calls Thread.sleep");
    }

    /** What the rule must see, and in the last two methods must not. */
    @SuppressWarnings("unused") // read as a class file
    private static final class Sample {
        private final Object monitor = new Object();
        private int count;

        void inABlock() throws InterruptedException {
            synchronized (monitor) {
                if (count > 0) {
                    Thread.sleep(1);
                }
            }
        }

        synchronized void inAMethod() throws InterruptedException {
            while (count == 0) {
                wait();
            }
        }

        synchronized void throughAnother() throws InterruptedException {
            doze();
        }

        private static void doze() throws InterruptedException {
            Thread.sleep(1);
        }

        void after() throws InterruptedException {
            synchronized (monitor) {
                count++;
            }
            Thread.sleep(1);
        }
    }

    private static List<String> blockingIn(ClassNode type) {
        Map<String, MethodNode> methods = new TreeMap<>();
        type.methods.forEach(method -> methods.put(method.name + method.desc, method));
        TreeSet<String> found = new TreeSet<>();
        for (MethodNode method : type.methods) {
            boolean whole = (method.access & Opcodes.ACC_SYNCHRONIZED) != 0;
            collect(
                    type,
                    methods,
                    method,
                    whole,
                    new TreeSet<>(),
                    call -> found.add(type.name.replace("io/quorate/", "").replace('/', '.') + "#" + method.name
                            + " calls " + call));
        }
        return List.copyOf(found);
    }

    /** Follows the instructions in their order: the compiler lays a synchronized block out in one piece. */
    private static void collect(
            ClassNode type,
            Map<String, MethodNode> methods,
            MethodNode method,
            boolean whole,
            Set<String> seen,
            Consumer<String> found) {
        int depth = 0;
        for (AbstractInsnNode each = method.instructions.getFirst(); each != null; each = each.getNext()) {
            if (each.getOpcode() == Opcodes.MONITORENTER) {
                depth++;
            } else if (each.getOpcode() == Opcodes.MONITOREXIT) {
                depth = Math.max(0, depth - 1);
            } else if (each instanceof MethodInsnNode call && (whole || depth > 0)) {
                MethodNode own = call.owner.equals(type.name) ? methods.get(call.name + call.desc) : null;
                if (mayBlock(call)) {
                    found.accept(call.owner.substring(call.owner.lastIndexOf('/') + 1) + "." + call.name);
                } else if (own != null && seen.add(call.name + call.desc)) {
                    collect(type, methods, own, true, seen, found);
                }
            }
        }
    }

    private static boolean mayBlock(MethodInsnNode call) {
        String simple = call.owner.substring(call.owner.lastIndexOf('/') + 1);
        if (call.name.equals("wait")
                && call.desc.endsWith(")V")
                && (call.desc.equals("()V") || call.desc.startsWith("(J"))) {
            return true;
        }
        return Stream.of(call.owner, call.owner.substring(0, call.owner.length() - simple.length()))
                .map(BLOCKING::get)
                .anyMatch(names -> names != null
                        && (names.contains(call.name) || names.contains("*"))
                        && !NEVER_WAIT.contains(simple));
    }

    /** The class of a source file and those nested in it. */
    private static List<ClassNode> classesOf(Path sources, Path file) {
        String path = sources.relativize(file).toString().replace('\\', '/');
        ClassNode outer = parse(path.substring(0, path.length() - ".java".length()));
        List<ClassNode> all = new ArrayList<>(List.of(outer));
        if (outer.nestMembers != null) {
            outer.nestMembers.forEach(member -> all.add(parse(member)));
        }
        return all;
    }

    private static ClassNode parse(String name) {
        try (InputStream bytes = MonitorsTest.class.getResourceAsStream("/" + name + ".class")) {
            ClassNode type = new ClassNode();
            new ClassReader(Objects.requireNonNull(bytes, name)).accept(type, ClassReader.SKIP_DEBUG);
            return type;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
