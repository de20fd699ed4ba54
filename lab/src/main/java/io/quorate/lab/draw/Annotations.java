package io.quorate.lab.draw;

import io.quorate.lab.draw.SpaceTime.Message;
import io.quorate.lab.draw.SpaceTime.Span;

/** Attributes that a page needs on what is drawn, so that its script can find it; each begins with a space, or is empty. */
interface Annotations {
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
