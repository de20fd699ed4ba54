// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock.part;

import io.quorate.core.lock.Outbox;

/** What a machine asks the {@link NodePart} of its node to do, by {@link Outbox#handOver}. */
public interface PartOrder {}
