/**
 * How the figures of a plan are computed: from the structure of a quorum system if it has one, from its list of quorums, or
 * by sampling. Start with {@link Structure}.
 */
@NullMarked
package io.quorate.lab.plan.structure;

import org.jspecify.annotations.NullMarked;
