// SPDX-License-Identifier: Apache-2.0
package io.quorate.peers;

import com.hazelcast.cluster.Member;
import com.hazelcast.config.Config;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.cp.CPSubsystemConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.cp.CPMember;
import com.hazelcast.cp.CPSubsystemManagementService;
import com.hazelcast.cp.internal.RaftService;
import com.hazelcast.instance.impl.HazelcastInstanceProxy;
import io.quorate.cli.cluster.ParentProcess;
import io.quorate.cli.console.Console;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A member of Hazelcast that ends with its parent, and tells it who leads. */
@Command(name = "hazelcast-server", hidden = true, description = "One member of Hazelcast; bench/compare starts it.")
final class HazelcastServerCommand implements Callable<Integer> {
    /** The parent's question whether this member leads the group of the locks. */
    static final String LEADS = "leads";

    private static final String GROUP = "default";

    private final Console console;

    @Option(names = "--port", required = true)
    private int port;

    @Option(names = "--at", required = true, split = ",")
    private List<String> addresses = List.of();

    @Option(names = "--session-seconds", required = true)
    private int sessionSeconds;

    /** Takes the place of a member that was killed. */
    @Option(names = "--replace")
    private boolean replace;

    HazelcastServerCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        ParentProcess parent = ParentProcess.ofThisProcess(console);
        HazelcastInstance member = Hazelcast.newHazelcastInstance(config());
        CPSubsystemManagementService cp = member.getCPSubsystem().getCPSubsystemManagementService();
        if (!cp.awaitUntilDiscoveryCompleted(60, TimeUnit.SECONDS)) {
            throw new IllegalStateException("The members of Hazelcast did not find each other within 60 s.");
        }
        if (replace) {
            takePlace(member, cp);
        }
        parent.tell("ready");
        for (String line = parent.next(); !line.equals(ParentProcess.END); line = parent.next()) {
            parent.tell(LEADS + " " + leads(member));
        }
        member.getLifecycleService().terminate();
        return 0;
    }

    private Config config() {
        Config config = new Config();
        config.setProperty("hazelcast.logging.type", "none");
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.setProperty("hazelcast.socket.bind.any", "false");
        config.getNetworkConfig().setPort(port).setPortAutoIncrement(false).setPublicAddress("127.0.0.1:" + port);
        config.getNetworkConfig().getInterfaces().setEnabled(true).addInterface("127.0.0.1");
        JoinConfig join = config.getNetworkConfig().getJoin();
        join.getAutoDetectionConfig().setEnabled(false);
        join.getMulticastConfig().setEnabled(false);
        join.getTcpIpConfig().setEnabled(true).setMembers(addresses);
        config.getCPSubsystemConfig()
                .setCPMemberCount(addresses.size())
                .setSessionTimeToLiveSeconds(sessionSeconds)
                .setSessionHeartbeatIntervalSeconds(Math.max(
                        1, Math.min(CPSubsystemConfig.DEFAULT_HEARTBEAT_INTERVAL_SECONDS, sessionSeconds / 2)));
        return config;
    }

    /** A CP member without a disk does not come back; operators remove it and promote another. */
    private static void takePlace(HazelcastInstance member, CPSubsystemManagementService cp) {
        Set<UUID> present =
                member.getCluster().getMembers().stream().map(Member::getUuid).collect(Collectors.toSet());
        for (CPMember each : cp.getCPMembers().toCompletableFuture().join()) {
            if (!present.contains(each.getUuid())) {
                cp.removeCPMember(each.getUuid()).toCompletableFuture().join();
            }
        }
        cp.promoteToCPMember().toCompletableFuture().join();
    }

    /** Only Hazelcast's own classes can tell. */
    private static boolean leads(HazelcastInstance member) {
        RaftService raft =
                ((HazelcastInstanceProxy) member).getOriginal().node.nodeEngine.getService(RaftService.SERVICE_NAME);
        return raft.getCPGroupIds().join().stream()
                .filter(group -> group.getName().equals(GROUP))
                .map(raft::getRaftNode)
                .anyMatch(group -> group != null && raft.getLocalCPEndpoint().equals(group.getLeader()));
    }
}
