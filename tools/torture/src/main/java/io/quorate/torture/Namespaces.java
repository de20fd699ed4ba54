// SPDX-License-Identifier: Apache-2.0
package io.quorate.torture;

import io.quorate.faultnet.FaultNet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A host of its own for each process, in a {@link FaultNet} where each direction of a link can be cut. */
final class Namespaces implements Network {
    private static final int PORT = 7400;

    private final FaultNet net;
    private final List<String> members = new ArrayList<>();
    private Map<String, List<String>> security = Map.of();

    private Namespaces(FaultNet net) {
        this.net = net;
    }

    /** Why there can be none here; null if they can be made. */
    static @Nullable String whyNot() throws InterruptedException {
        return FaultNet.whyNot();
    }

    static Namespaces open(List<String> voters, List<String> guests) throws IOException, InterruptedException {
        Namespaces all = new Namespaces(FaultNet.open(0)); // nothing here is left to chance
        try {
            for (String id : voters) {
                all.members.add(id + "=" + all.net.host(id).address() + ":" + PORT);
            }
            for (String id : guests) {
                all.net.host(id);
            }
            return all;
        } catch (IOException | InterruptedException failure) {
            all.close();
            throw failure;
        }
    }

    /** How each process is told its certificate and key; one that is not named here runs without TLS. */
    void secure(Map<String, List<String>> options) {
        security = Map.copyOf(options);
    }

    /** Where a process on this host listens. */
    String listenAddress(String host) {
        return net.address(host) + ":" + PORT;
    }

    @Override
    public List<String> members() {
        return members;
    }

    @Override
    public List<String> placeOf(String id) {
        List<String> words = new ArrayList<>(List.of("--roster", String.join(",", members)));
        words.addAll(security.getOrDefault(id, List.of("--insecure")));
        return words;
    }

    @Override
    public List<String> commandPrefix(String id) {
        return net.commandPrefix(id);
    }

    @Override
    public boolean canCut() {
        return true;
    }

    @Override
    public void cut(String from, String to) {
        net.oneWay(from, to).cut();
    }

    @Override
    public void heal() {
        net.allLinks().heal();
    }

    @Override
    public void close() {
        net.close();
    }
}
