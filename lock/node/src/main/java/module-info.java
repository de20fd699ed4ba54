/** The runtime behind {@code io.quorate.api}. Applications see nothing of it: they find it by its service. */
module io.quorate.node {
    requires static org.jspecify;
    requires transitive io.quorate.api;
    requires transitive io.quorate.core;
    requires java.naming;
    requires jdk.jfr;

    exports io.quorate.node to
            io.quorate.testing,
            io.quorate.cli;
    exports io.quorate.node.admin to
            io.quorate.testing,
            io.quorate.cli;
    exports io.quorate.node.certs to
            io.quorate.testing,
            io.quorate.cli;
    exports io.quorate.node.embedded to
            io.quorate.testing,
            io.quorate.cli;
    exports io.quorate.node.health to
            io.quorate.testing,
            io.quorate.cli;
    exports io.quorate.node.journal to
            io.quorate.testing,
            io.quorate.cli;
    exports io.quorate.node.log to
            io.quorate.testing,
            io.quorate.server,
            io.quorate.cli;
    exports io.quorate.node.net to
            io.quorate.testing,
            io.quorate.cli;
    exports io.quorate.node.net.link to
            io.quorate.testing,
            io.quorate.cli;
    exports io.quorate.node.net.roles to
            io.quorate.testing,
            io.quorate.server,
            io.quorate.cli;
    exports io.quorate.node.net.tcp to
            io.quorate.testing,
            io.quorate.cli;
    exports io.quorate.node.net.tls to
            io.quorate.testing,
            io.quorate.server,
            io.quorate.cli;
    exports io.quorate.node.part to
            io.quorate.testing,
            io.quorate.cli;
    exports io.quorate.node.roster to
            io.quorate.testing,
            io.quorate.cli;
    exports io.quorate.node.store to
            io.quorate.testing,
            io.quorate.cli;
    exports io.quorate.node.time to
            io.quorate.testing,
            io.quorate.cli;
    exports io.quorate.node.turn to
            io.quorate.testing,
            io.quorate.cli;
    exports io.quorate.node.watch to
            io.quorate.testing,
            io.quorate.cli;

    provides io.quorate.api.LocksProvider with
            io.quorate.node.NodeLocksProvider;
}
