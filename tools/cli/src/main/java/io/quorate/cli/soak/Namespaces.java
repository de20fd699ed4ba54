package io.quorate.cli.soak;

import io.quorate.cli.console.CommandFailure;
import io.quorate.cli.console.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A network of its own for each process, all joined by a bridge; by {@code ip}, on Linux, for the super-user. A link is cut in
 * one direction by telling the sender's namespace a wrong hardware address of the receiver: then everything is sent, and
 * nobody takes it.
 */
final class Namespaces implements Network {
    private static final AtomicInteger COUNT = new AtomicInteger();
    private static final String SUBNET = "10.97.0.";
    private static final int PORT = 7400;
    private static final String NOBODY = "02:00:00:00:ff:ff";

    private final String prefix = "quorate" + ProcessHandle.current().pid() + "x" + COUNT.incrementAndGet() + "-";
    private final Map<String, String> addresses = new LinkedHashMap<>();
    private final List<String> members = new ArrayList<>();
    private final Set<String> made = new LinkedHashSet<>();
    private final Set<List<String>> cuts = new LinkedHashSet<>();
    private final Thread lastResort = new Thread(this::removeAll, "end-of-" + prefix);

    private Namespaces(List<String> voters, List<String> guests) {
        for (String id : voters) {
            addresses.put(id, SUBNET + (addresses.size() + 1));
            members.add(id + "=" + addresses.get(id) + ":" + PORT);
        }
        for (String id : guests) {
            addresses.put(id, SUBNET + (addresses.size() + 1));
        }
        Runtime.getRuntime().addShutdownHook(lastResort);
    }

    /** Why there can be none here; null if they can be made. */
    static @Nullable String whyNot() throws InterruptedException {
        String name = "quorate" + ProcessHandle.current().pid() + "try";
        try {
            ip("netns", "add", name);
            ip("netns", "del", name);
            return null;
        } catch (IOException | CommandFailure failure) {
            return "Network namespaces cannot be made here: that needs Linux, the super-user and the command ip (Debian,"
                    + " Ubuntu: apt install iproute2). " + failure.getMessage();
        }
    }

    static Namespaces open(List<String> voters, List<String> guests) throws IOException, InterruptedException {
        Namespaces all = new Namespaces(voters, guests);
        try {
            all.make();
            return all;
        } catch (IOException | InterruptedException | CommandFailure failure) {
            all.close();
            throw failure;
        }
    }

    private void make() throws IOException, InterruptedException {
        String hub = add("hub");
        ip("-n", hub, "link", "add", "br0", "type", "bridge");
        ip("-n", hub, "link", "set", "br0", "up");
        for (Map.Entry<String, String> each : addresses.entrySet()) {
            String space = add(each.getKey());
            String port = "p-" + each.getKey();
            ip("link", "add", "eth0", "netns", space, "type", "veth", "peer", "name", port, "netns", hub);
            ip("-n", hub, "link", "set", port, "master", "br0", "up");
            ip("-n", space, "addr", "add", each.getValue() + "/24", "dev", "eth0");
            ip("-n", space, "link", "set", "eth0", "up");
            ip("-n", space, "link", "set", "lo", "up");
        }
    }

    private String add(String id) throws IOException, InterruptedException {
        ip("netns", "add", prefix + id);
        made.add(prefix + id);
        return prefix + id;
    }

    @Override
    public List<String> members() {
        return members;
    }

    @Override
    public List<String> commandPrefix(String id) {
        return List.of("ip", "netns", "exec", prefix + id);
    }

    @Override
    public boolean canCut() {
        return true;
    }

    @Override
    public void cut(String from, String to) throws IOException, InterruptedException {
        String address = address(to);
        ip("-n", prefix + from, "neigh", "replace", address, "lladdr", NOBODY, "nud", "permanent", "dev", "eth0");
        cuts.add(List.of(from, to));
    }

    private String address(String id) {
        String address = addresses.get(id);
        if (address == null) {
            throw new IllegalArgumentException("There is no \"" + id + "\" here, only " + addresses.keySet() + ".");
        }
        return address;
    }

    @Override
    public void heal() throws IOException, InterruptedException {
        for (List<String> each : cuts) {
            ip("-n", prefix + each.get(0), "neigh", "del", address(each.get(1)), "dev", "eth0");
        }
        cuts.clear();
    }

    @Override
    public void close() {
        removeAll();
        try {
            Runtime.getRuntime().removeShutdownHook(lastResort);
        } catch (IllegalStateException shuttingDown) {
            made.clear(); // the hook does the same
        }
    }

    private synchronized void removeAll() {
        for (String space : made) {
            try {
                ip("netns", "del", space);
            } catch (IOException | CommandFailure failure) {
                throw new CommandFailure(
                        ExitCode.ENVIRONMENT,
                        "The network namespace " + space + " is left over: remove it with ip netns del.",
                        failure);
            } catch (InterruptedException interruption) {
                Thread.currentThread().interrupt();
            }
        }
        made.clear();
    }

    private static void ip(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("ip"));
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (process.waitFor() != 0) {
            throw new CommandFailure(ExitCode.ENVIRONMENT, "\"" + String.join(" ", command) + "\" failed: " + said);
        }
    }
}
