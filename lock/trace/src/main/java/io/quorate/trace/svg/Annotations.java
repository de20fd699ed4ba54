// SPDX-License-Identifier: Apache-2.0
package io.quorate.trace.svg;

import io.quorate.trace.SpaceTime.Message;
import io.quorate.trace.SpaceTime.Span;

/** Attributes that a page needs on what is drawn, so that its script can find it; each begins with a space, or is empty. */
public interface Annotations {
    /** For pictures that nobody touches. */
    Annotations NONE = new Annotations() {};

    /** Of the arrow of a message, and of its label. */
    default String of(Message message) {
        return "";
    }

    default String of(Span span) {
        return "";
    }
}
