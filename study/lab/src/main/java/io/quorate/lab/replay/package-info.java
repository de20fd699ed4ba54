/**
 * Runs that are kept. {@link io.quorate.lab.replay.RunRecorder} writes down a simulation as it runs, {@link io.quorate.lab.replay.RunFile}
 * keeps it in a small file, {@link io.quorate.lab.replay.Replay} plays it again, step by step and with the same trace hash, and
 * {@link io.quorate.lab.replay.Shortening} leaves out of a run that breaks a promise whatever is not needed to break it.
 */
@NullMarked
package io.quorate.lab.replay;

import org.jspecify.annotations.NullMarked;
