// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.replay;

import io.quorate.lab.world.event.Choice;

/**
 * A step of a run that is being shortened. When others are left out, claims get other numbers, and frames stand at other positions of
 * their channels; so it says which ones are meant.
 *
 * @param cause the place in the run of the step that made the claim, or sent the frame, that this one is about; -1 if it is about none
 * @param ordinal which of the frames that the cause sent to this destination, from 0 on
 * @param kinds what the frame is about: another of the same kinds may stand for it
 */
record Item(long time, Choice choice, int cause, int ordinal, String kinds) {
    static Item asIs(SavedRun.Chosen step) {
        return new Item(step.time(), step.choice(), -1, 0, "");
    }
}
