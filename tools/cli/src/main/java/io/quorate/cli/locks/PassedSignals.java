// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.locks;

import io.quorate.cli.console.Console;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Signals to this process that are meant for the command it runs. Java has a way to hear signals, in a part of it that every
 * platform has but none promises; where it is missing, the command hears nothing, and its lock is given back as usual.
 */
final class PassedSignals implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(PassedSignals.class.getName());

    private static final List<String> NAMES = List.of("TERM", "HUP", "INT");

    /** Signals that came before there was anybody to pass them to. */
    private final List<String> early = new ArrayList<>();

    private @Nullable ProcessTree tree;

    /** The previous handlers, by the name of the signal. */
    private final Map<String, Object> before = new LinkedHashMap<>();

    private PassedSignals() {}

    /** From now on signals are kept for the command that is about to start. */
    static PassedSignals begin() {
        PassedSignals signals = new PassedSignals();
        for (String name : NAMES) {
            try {
                Object earlier = handle(name, signals.handler(name));
                if (earlier != null) {
                    signals.before.put(name, earlier);
                }
            } catch (ReflectiveOperationException | IllegalArgumentException unknownHere) {
                LOG.log(System.Logger.Level.DEBUG, "the signal " + name + " cannot be passed on", unknownHere);
            }
        }
        return signals;
    }

    /** The command has started. */
    synchronized void passTo(ProcessTree command) {
        tree = command;
        early.forEach(name -> send(name, command));
        early.clear();
    }

    /** Sets the handler, and gives the one before. */
    private static @Nullable Object handle(String name, Object handler) throws ReflectiveOperationException {
        Class<?> signalType = Class.forName("sun.misc.Signal");
        Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
        Method handle = signalType.getMethod("handle", signalType, handlerType);
        try {
            return handle.invoke(null, signalType.getConstructor(String.class).newInstance(name), handler);
        } catch (InvocationTargetException refused) {
            throw new IllegalArgumentException(refused.getCause());
        }
    }

    private Object handler(String name) throws ClassNotFoundException {
        Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
        return Proxy.newProxyInstance(
                handlerType.getClassLoader(),
                new Class<?>[] {handlerType},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "handle" -> {
                        pass(name);
                        yield null;
                    }
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "equals" -> arguments != null && proxy == arguments[0];
                    default -> "passes on " + name;
                });
    }

    private synchronized void pass(String name) {
        ProcessTree command = tree;
        if (command == null) {
            early.add(name);
        } else {
            send(name, command);
        }
    }

    private static void send(String name, ProcessTree tree) {
        if (name.equals("INT") && Console.inputIsTerminal()) {
            return; // the terminal has told the command itself
        }
        List<String> command = new ArrayList<>(List.of("sh", "-c", "kill -s \"$0\" \"$@\"", name));
        tree.alive().forEach(process -> command.add(Long.toString(process.pid())));
        try {
            new ProcessBuilder(command).inheritIO().start();
        } catch (IOException noShell) {
            tree.terminate();
        }
    }

    /** From now on signals are for this process again. */
    @Override
    public void close() {
        before.forEach((name, earlier) -> {
            try {
                handle(name, earlier);
            } catch (ReflectiveOperationException impossible) {
                throw new IllegalStateException(impossible);
            }
        });
    }
}
