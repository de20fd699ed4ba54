// SPDX-License-Identifier: Apache-2.0
package io.quorate.peers;

/** The measured products. */
enum Contestant {
    CENTRAL(
            "central",
            Kind.QUORATE,
            "the floor: one round trip to one arbiter, a process of its own (n1); our transport; survives nothing"),
    QUORATE_3("quorate-3", Kind.QUORATE, "3 nodes, each of them a client; survives the loss of one"),
    QUORATE_7("quorate-7", Kind.QUORATE, "7 nodes, three of them clients; survives the loss of three"),
    QUORATE_7_PLANE(
            "quorate-7-plane",
            Kind.QUORATE,
            "7 nodes, three of them clients; quorums of three (a projective plane) instead of four"),
    REDIS(
            "redis",
            Kind.REDIS,
            "one redis-server, no replica: does not survive its loss; appendonly no, save \"\": nothing reaches a disk"),
    ZOOKEEPER(
            "zookeeper",
            Kind.ZOOKEEPER,
            "3 servers; survives the loss of one; every change reaches the disk first (forceSync, its default)"),
    ZOOKEEPER_NO_FSYNC(
            "zookeeper-no-fsync",
            Kind.ZOOKEEPER,
            "3 servers; survives the loss of one; forceSync=no: does not wait for the disk"),
    ETCD(
            "etcd",
            Kind.ETCD,
            "3 members; survives the loss of one; every change reaches the disk first (fsync, its default)"),
    HAZELCAST(
            "hazelcast",
            Kind.HAZELCAST,
            "3 members in the CP subsystem; survives the loss of one; in memory: nothing reaches a disk");

    /** Makes the locks of one client. */
    enum Kind {
        QUORATE,
        REDIS,
        ZOOKEEPER,
        ETCD,
        HAZELCAST
    }

    static final Contestant FLOOR = CENTRAL;

    private final String title;
    private final Kind kind;
    private final String words;

    Contestant(String title, Kind kind, String words) {
        this.title = title;
        this.kind = kind;
        this.words = words;
    }

    String title() {
        return title;
    }

    Kind kind() {
        return kind;
    }

    String words() {
        return words;
    }

    @Override
    public String toString() {
        return title;
    }
}
