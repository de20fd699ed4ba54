// SPDX-License-Identifier: Apache-2.0
package io.quorate.faultnet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Hosts on this machine, joined by a network whose faults can be set while it runs. Needs Linux, root, the command {@code ip}
 * and a C compiler: ask {@link #whyNot} first.
 *
 * <pre>{@code
 * try (FaultNet net = FaultNet.open(7)) {
 *     net.host("a");
 *     net.host("b");
 *     net.link("a", "b").delay(Duration.ofMillis(10)).drop(0.01);
 *     Process server = net.exec("b", "some-server", "--listen", net.address("b"));
 *     net.oneWay("a", "b").cut();
 * }
 * }</pre>
 *
 * <p>Every host is a network namespace with the device {@code eth0} and an address of its own. Packets of all other programs on
 * this machine are untouched. The fate of a packet depends on the seed, its direction and its number in that direction.
 * The network carries IPv4 without broadcast.
 */
public final class FaultNet implements AutoCloseable {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]{0,15}");
    private static final int HOSTS_MAX = 64;

    private final NetworkSpaces spaces;
    private final Switch itsSwitch;
    private final Map<String, String> addresses = new LinkedHashMap<>();

    /** One that was started a moment ago may not have reached its namespace, where it would be found. */
    private final List<Process> started = new ArrayList<>();

    private final Thread lastResort = new Thread(this::removeAll, "end-of-faultnet");

    private FaultNet(NetworkSpaces spaces, Switch itsSwitch) {
        this.spaces = spaces;
        this.itsSwitch = itsSwitch;
        Runtime.getRuntime().addShutdownHook(lastResort);
    }

    /**
     * Tests whether such a network can be made here.
     *
     * @return what is missing and how to install it, or null if it works
     * @throws InterruptedException if the thread is interrupted
     */
    public static @Nullable String whyNot() throws InterruptedException {
        String needs = "A network with faults cannot be made here. ";
        try {
            Path self = Path.of("/proc/self");
            if (!Files.exists(self)) {
                return needs + "It needs Linux.";
            }
            if (!Integer.valueOf(0).equals(Files.getAttribute(self, "unix:uid"))) {
                return needs
                        + "It needs root: run this as root, or in a container with CAP_NET_ADMIN and CAP_SYS_ADMIN.";
            }
            if (!Files.exists(Path.of("/dev/net/tun"))) {
                return needs + "There is no /dev/net/tun: load the module (modprobe tun), or give it to the container"
                        + " (--device /dev/net/tun).";
            }
            try (FaultNet net = open(0)) {
                net.host("a");
            }
            return null;
        } catch (IOException failure) {
            return needs + failure.getMessage();
        }
    }

    /**
     * Starts a network without hosts, and removes the remains of killed ones.
     *
     * @param seed determines which packets are lost, duplicated and reordered
     * @return the network; close it
     * @throws IOException if a tool or the switch fails; the message says which
     * @throws InterruptedException if the thread is interrupted
     */
    public static FaultNet open(long seed) throws IOException, InterruptedException {
        NetworkSpaces.removeLeftOvers();
        return new FaultNet(new NetworkSpaces(), Switch.start(seed));
    }

    /**
     * Adds a host. Its links have no faults yet.
     *
     * @param name a letter, then letters and digits, 16 at most
     * @return the name and address of the host
     * @throws IOException if a tool or the switch fails; the message says which
     * @throws InterruptedException if the thread is interrupted
     */
    public Host host(String name) throws IOException, InterruptedException {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "\"" + name + "\" is no name for a host: use up to 16 small letters and digits, a letter first.");
        }
        if (addresses.containsKey(name) || addresses.size() == HOSTS_MAX) {
            throw new IllegalArgumentException("Host \"" + name + "\" cannot be added to " + addresses.keySet()
                    + ": names are unique, and there are " + HOSTS_MAX + " hosts at most.");
        }
        String address = "10.98.0." + (addresses.size() + 1);
        Path space = spaces.add(name);
        itsSwitch.ask("port " + name + " " + space + " " + address);
        addresses.put(name, address);
        return new Host(name, address);
    }

    /**
     * A host of this network.
     *
     * @param name its name
     * @param address its IPv4 address
     */
    public record Host(String name, String address) {}

    /**
     * The names of all hosts.
     *
     * @return the names in the order in which the hosts were added
     */
    public List<String> hosts() {
        return List.copyOf(addresses.keySet());
    }

    /**
     * The IPv4 address of a host.
     *
     * @param host the name of a host
     * @return its address
     */
    public String address(String host) {
        String address = addresses.get(host);
        if (address == null) {
            throw new IllegalArgumentException("There is no host \"" + host + "\", only " + addresses.keySet() + ".");
        }
        return address;
    }

    /**
     * Both directions between two hosts.
     *
     * @param one the name of a host
     * @param other the name of another one
     * @return the link
     */
    public Link link(String one, String other) {
        return new Link(itsSwitch, List.of(direction(one, other), direction(other, one)));
    }

    /**
     * The direction from one host to another.
     *
     * @param from the sender
     * @param to the receiver
     * @return the link, in this direction only
     */
    public Link oneWay(String from, String to) {
        return new Link(itsSwitch, List.of(direction(from, to)));
    }

    /**
     * Both directions between a host and each of the other present ones.
     *
     * @param host the name of a host
     * @return all links of the host
     */
    public Link linksOf(String host) {
        List<String> directions = new ArrayList<>();
        for (String other : addresses.keySet()) {
            if (!other.equals(host)) {
                directions.add(direction(host, other));
                directions.add(direction(other, host));
            }
        }
        return new Link(itsSwitch, directions);
    }

    /**
     * All directions between the present hosts.
     *
     * @return all links
     */
    public Link allLinks() {
        List<String> directions = new ArrayList<>();
        for (String from : addresses.keySet()) {
            for (String to : addresses.keySet()) {
                if (!from.equals(to)) {
                    directions.add(direction(from, to));
                }
            }
        }
        return new Link(itsSwitch, directions);
    }

    private String direction(String from, String to) {
        address(from);
        address(to);
        if (from.equals(to)) {
            throw new IllegalArgumentException("A host has no link to itself: " + from + ".");
        }
        return from + " " + to;
    }

    /**
     * Cuts a host off from all others. {@code linksOf(host).heal()} ends it; the other faults of its links stay.
     *
     * @param host the name of a host
     */
    public void isolate(String host) {
        linksOf(host).cut();
    }

    /**
     * Runs a script in the background; its times count from now.
     *
     * @param script changes of links over time
     */
    public void play(Script script) {
        for (Script.Step step : script.steps()) {
            itsSwitch.changeLater(step.at(), direction(step.from(), step.to()), step.rules());
        }
    }

    /**
     * The words that run a command on a host.
     *
     * @param host the name of a host
     * @return the words to put before the command
     */
    public List<String> commandPrefix(String host) {
        address(host);
        return spaces.commandPrefix(host);
    }

    /**
     * Starts a program on a host, with pipes for its input and output. {@link #close} ends it.
     *
     * @param host the name of a host
     * @param command the program and its arguments
     * @return the running process
     * @throws IOException if the program cannot be started
     */
    public Process exec(String host, String... command) throws IOException {
        return exec(host, List.of(command));
    }

    /**
     * Starts a program on a host, as {@link #exec(String, String...)}.
     *
     * @param host the name of a host
     * @param command the program and its arguments
     * @return the running process
     * @throws IOException if the program cannot be started
     */
    public synchronized Process exec(String host, List<String> command) throws IOException {
        Process process = builder(host, command).start();
        started.removeIf(each -> !each.isAlive());
        started.add(process);
        return process;
    }

    /**
     * A program on a host, not yet started. {@link #close} ends it, once it runs there.
     *
     * @param host the name of a host
     * @param command the program and its arguments
     * @return the builder; change its directory, variables and streams before the start
     */
    public ProcessBuilder builder(String host, List<String> command) {
        List<String> words = new ArrayList<>(commandPrefix(host));
        words.addAll(command);
        return new ProcessBuilder(words);
    }

    /** Ends all processes on the hosts, and removes the hosts. */
    @Override
    public void close() {
        removeAll();
        try {
            Runtime.getRuntime().removeShutdownHook(lastResort);
        } catch (IllegalStateException shuttingDown) {
            addresses.clear(); // the hook does the same
        }
    }

    private synchronized void removeAll() {
        started.forEach(Process::destroyForcibly);
        try {
            spaces.removeAll();
        } finally {
            itsSwitch.close();
        }
    }
}
