/** Lock protocols as pure machines, and a node as one machine. For protocols and drivers; applications use {@code io.quorate.api}. */
module io.quorate.core {
    requires static org.jspecify;

    exports io.quorate.core.model;
    exports io.quorate.core.wire;
    exports io.quorate.core.quorum;
    exports io.quorate.core.quorum.rosters;
    exports io.quorate.core.quorum.systems;
    exports io.quorate.core.session;
    exports io.quorate.core.roster;
    exports io.quorate.core.lock;
    exports io.quorate.core.lock.part;
    exports io.quorate.core.lock.rosters;
    exports io.quorate.core.lock.engine;
    exports io.quorate.core.quorumlock;
    exports io.quorate.core.node;

    uses io.quorate.core.lock.Protocol;
    uses io.quorate.core.quorum.QuorumKinds;

    provides io.quorate.core.lock.Protocol with
            io.quorate.core.quorumlock.QuorumLock;
    provides io.quorate.core.quorum.QuorumKinds with
            io.quorate.core.quorum.systems.StandardQuorums;
}
