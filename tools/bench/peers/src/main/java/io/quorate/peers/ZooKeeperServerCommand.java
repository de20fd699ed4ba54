// SPDX-License-Identifier: Apache-2.0
package io.quorate.peers;

import io.quorate.cli.cluster.ParentProcess;
import io.quorate.cli.console.Console;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.apache.zookeeper.server.quorum.QuorumPeerConfig;
import org.apache.zookeeper.server.quorum.QuorumPeerMain;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A server of ZooKeeper that ends with its parent. */
@Command(name = "zookeeper-server", hidden = true, description = "One server of ZooKeeper; bench/compare starts it.")
final class ZooKeeperServerCommand implements Callable<Integer> {
    private final Console console;

    @Option(names = "--config", required = true)
    private Path config = Path.of("");

    ZooKeeperServerCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        ParentProcess.ofThisProcess(console);
        QuorumPeerConfig settings = new QuorumPeerConfig();
        settings.parse(config.toString());
        new QuorumPeerMain().runFromConfig(settings);
        return 0;
    }
}
