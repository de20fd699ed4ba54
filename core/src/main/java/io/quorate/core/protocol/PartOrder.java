package io.quorate.core.protocol;

/** What a machine asks the {@link NodePart} of its node to do, by {@link Outbox#handOver}. */
public interface PartOrder {}
