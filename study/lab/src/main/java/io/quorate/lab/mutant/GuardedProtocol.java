// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.mutant;

import io.quorate.core.lock.Guard;
import io.quorate.core.lock.Message;
import io.quorate.core.lock.Protocol;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * A protocol whose rules are marked by {@link Guard}: makes it without one of them. The classes of its package, as they are compiled,
 * are defined once more by a class loader of the mutant's own, with the guards of the rule changed. So a mutant has its own
 * classes of messages too: tell messages apart by {@link Message#kind}.
 */
public final class GuardedProtocol {
    private static final String GUARD = Type.getDescriptor(Guard.class);
    private static final int CLASS_TAG = 7; // of a constant that names a class, JVMS 4.4

    private final Class<?> protocol;
    private @Nullable Map<String, byte[]> classes;

    /** Its class must have a public constructor without parameters. */
    public GuardedProtocol(Protocol<?> protocol) {
        this.protocol = protocol.getClass();
    }

    /** The protocol by its usual set of rules, without this rule. */
    public Mutant without(String rule, String leftOut, Change change) {
        return new Mutant(rule, leftOut, () -> make(rule, change));
    }

    /** The protocol by this set of rules, without this rule. */
    public Mutant without(String rule, String leftOut, String rules, Change change) {
        return new Mutant(rule, leftOut, () -> byRules(make(rule, change), rules));
    }

    private static <M extends Message> Protocol<M> byRules(Protocol<M> protocol, String rules) {
        return protocol.byRules(rules).orElseThrow();
    }

    /** The methods that keep each rule, as in {@code Voter.isCurrentGrant}, by the number of the rule. */
    public Map<String, List<String>> guards() {
        Map<String, List<String>> guards = new TreeMap<>();
        for (byte[] bytes : classes().values()) {
            ClassNode node = parse(bytes);
            for (MethodNode method : node.methods) {
                String rule = ruleOf(method);
                if (!rule.isEmpty()) {
                    String owner = node.name.substring(node.name.lastIndexOf('/') + 1);
                    guards.computeIfAbsent(rule, number -> new ArrayList<>()).add(owner + "." + method.name);
                }
            }
        }
        return guards;
    }

    private Protocol<?> make(String rule, Change change) {
        Map<String, byte[]> changed = new TreeMap<>(classes());
        int guards = 0;
        for (Map.Entry<String, byte[]> each : changed.entrySet()) {
            ClassNode node = parse(each.getValue());
            int found = leaveOut(rule, change, node);
            if (found > 0) {
                ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
                node.accept(writer);
                each.setValue(writer.toByteArray());
                guards += found;
            }
        }
        if (guards == 0) {
            throw new IllegalStateException("no method of " + protocol.getName() + " has the guard of rule " + rule);
        }
        try {
            return (Protocol<?>) new MutantLoader(protocol, changed)
                    .loadClass(protocol.getName())
                    .getConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException failure) {
            throw new IllegalStateException("the protocol without rule " + rule + " cannot be made", failure);
        }
    }

    private static int leaveOut(String rule, Change change, ClassNode node) {
        int found = 0;
        for (MethodNode method : node.methods) {
            if (ruleOf(method).equals(rule)) {
                change.applyTo(method);
                found++;
            }
        }
        return found;
    }

    /** The number in the annotation of the method; empty if it has none. */
    private static String ruleOf(MethodNode method) {
        List<AnnotationNode> annotations =
                method.invisibleAnnotations == null ? List.of() : method.invisibleAnnotations;
        for (AnnotationNode annotation : annotations) {
            if (annotation.desc.equals(GUARD)) {
                return (String) annotation.values.get(1);
            }
        }
        return "";
    }

    private static ClassNode parse(byte[] bytes) {
        ClassNode node = new ClassNode();
        new ClassReader(bytes).accept(node, 0);
        return node;
    }

    /** The classes of the protocol's package that can be reached from it, by their names. */
    private synchronized Map<String, byte[]> classes() {
        Map<String, byte[]> known = classes;
        if (known == null) {
            known = Collections.unmodifiableMap(reach());
            classes = known;
        }
        return known;
    }

    private Map<String, byte[]> reach() {
        String prefix = prefixOf(protocol);
        Map<String, byte[]> reached = new TreeMap<>();
        Deque<String> ahead = new ArrayDeque<>(List.of(protocol.getName()));
        while (!ahead.isEmpty()) {
            String name = ahead.pop();
            if (name.startsWith(prefix) && !reached.containsKey(name)) {
                byte[] bytes = bytesOf(name);
                reached.put(name, bytes);
                ahead.addAll(classesNamedIn(new ClassReader(bytes)));
            }
        }
        return reached;
    }

    private static String prefixOf(Class<?> protocol) {
        return protocol.getPackageName() + ".";
    }

    private byte[] bytesOf(String name) {
        String file = "/" + name.replace('.', '/') + ".class";
        try (InputStream stream = protocol.getResourceAsStream(file)) {
            if (stream == null) {
                throw new IllegalStateException("the class file " + file + " is missing");
            }
            return stream.readAllBytes();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static List<String> classesNamedIn(ClassReader reader) {
        List<String> names = new ArrayList<>();
        char[] buffer = new char[reader.getMaxStringLength()];
        for (int item = 1; item < reader.getItemCount(); item++) {
            int offset = reader.getItem(item);
            if (offset > 0 && reader.readByte(offset - 1) == CLASS_TAG) {
                names.add(reader.readUTF8(offset, buffer).replace('/', '.'));
            }
        }
        return names;
    }

    /** Defines the changed classes itself, and leaves all others to the parent. */
    private static final class MutantLoader extends ClassLoader {
        private final String prefix;
        private final Map<String, byte[]> classes;

        MutantLoader(Class<?> protocol, Map<String, byte[]> classes) {
            super("mutant", protocol.getClassLoader());
            this.prefix = prefixOf(protocol);
            this.classes = classes;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            byte[] bytes = classes.get(name);
            if (bytes == null && name.startsWith(prefix)) {
                throw new ClassNotFoundException(name + " was not reached from the protocol");
            }
            if (bytes == null) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded == null ? defineClass(name, bytes, 0, bytes.length) : loaded;
            }
        }
    }
}
