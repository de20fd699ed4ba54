/**
 * Which quorum system to take. {@link io.quorate.lab.plan.QuorumAnalysis} says of one system what it costs and what it
 * survives. How that is found depends on what is known of the system, its {@link io.quorate.lab.plan.structure.Structure}: exactly where
 * possible, else by bounds, or by an estimate that says how far it may be off.
 */
@NullMarked
package io.quorate.lab.plan;

import org.jspecify.annotations.NullMarked;
