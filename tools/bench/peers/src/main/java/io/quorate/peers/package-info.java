/**
 * Compares Quorate with what people use today: Redis with Redisson, ZooKeeper with Curator, etcd with jetcd, Hazelcast. Start
 * with {@link io.quorate.peers.CompareCommand}, which {@code bench/compare} runs; {@link io.quorate.peers.Contestant} says who is
 * measured, {@link io.quorate.cli.bench.load.Workload} what.
 */
@NullMarked
package io.quorate.peers;

import org.jspecify.annotations.NullMarked;
