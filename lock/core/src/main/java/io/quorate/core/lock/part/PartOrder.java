// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.lock.part;

import io.quorate.core.lock.Outbox;

/** An order of a machine to the {@link NodePart} of its node, given by {@link Outbox#handOver}. */
public interface PartOrder {}
