// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.world.step;

/** Nodes that were taken to be alike behave differently, so that renaming them changes what happens. */
public final class NotAlikeException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public NotAlikeException(String what) {
        super(what);
    }
}
