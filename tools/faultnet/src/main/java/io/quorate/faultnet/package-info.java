/**
 * A network with faults on one Linux machine: every host is a network namespace, and a switch of ours joins them that drops,
 * delays, reorders and duplicates packets as told. It knows nothing about locks. Start with
 * {@link io.quorate.faultnet.FaultNet}; the switch itself is {@code switch.c} among the resources.
 */
@NullMarked
package io.quorate.faultnet;

import org.jspecify.annotations.NullMarked;
