/** The figures of a plan about a quorum system: load, resilience, unavailability, use. Values without behaviour. */
@NullMarked
package io.quorate.lab.plan.measure;

import org.jspecify.annotations.NullMarked;
