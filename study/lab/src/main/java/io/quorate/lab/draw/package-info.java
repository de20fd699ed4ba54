/**
 * Pictures of the lab. {@link io.quorate.lab.draw.SpaceTimeRecorder} records a cluster of the lab for the drawings of
 * {@link io.quorate.trace}; {@link io.quorate.lab.draw.Chart} is what plots show.
 *
 * <p>Pictures of quorum systems: {@link io.quorate.lab.draw.QuorumPicture} chooses the kind of picture that suits a system,
 * each of which is a class of its own; {@link io.quorate.lab.draw.QuorumSheet} is what they have in common.
 */
@NullMarked
package io.quorate.lab.draw;

import org.jspecify.annotations.NullMarked;
