package io.quorate.cli.soak;

import io.quorate.faultnet.FaultNet;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A host of its own for each process, in a {@link FaultNet} where each direction of a link can be cut. */
final class Namespaces implements Network {
    private static final int PORT = 7400;

    private final FaultNet net;
    private final List<String> members = new ArrayList<>();

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

    @Override
    public List<String> members() {
        return members;
    }

    @Override
    public List<String> placeOf(String id) {
        return List.of("--roster", String.join(",", members), "--insecure");
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
