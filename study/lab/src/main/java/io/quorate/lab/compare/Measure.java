// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.compare;

import io.quorate.lab.draw.Chart.Scale;
import java.util.OptionalDouble;

/** The compared quantities. */
public enum Measure {
    MESSAGES("messages", "messages for each entry", Scale.LOGARITHMIC) {
        @Override
        public OptionalDouble of(Outcome.Measured measured) {
            return OptionalDouble.of(measured.messages());
        }
    },
    DELAY("delay", "from asking to entering, in message times", Scale.LOGARITHMIC) {
        @Override
        public OptionalDouble of(Outcome.Measured measured) {
            return OptionalDouble.of(measured.delay());
        }
    },
    SYNCHRONISATION("synchronisation", "from a release to the next entry, in message times", Scale.LINEAR) {
        @Override
        public OptionalDouble of(Outcome.Measured measured) {
            return measured.synchronisationDelay();
        }
    },
    BUSIEST("busiest", "messages at the busiest node for each entry", Scale.LOGARITHMIC) {
        @Override
        public OptionalDouble of(Outcome.Measured measured) {
            return OptionalDouble.of(measured.busiest());
        }
    },
    OVERTAKINGS("overtakings", "overtakings for each entry", Scale.LINEAR) {
        @Override
        public OptionalDouble of(Outcome.Measured measured) {
            return OptionalDouble.of(measured.overtakings());
        }
    };

    private final String word;
    private final String label;
    private final Scale scale;

    Measure(String word, String label, Scale scale) {
        this.word = word;
        this.label = label;
        this.scale = scale;
    }

    /** Empty if there was nothing to measure. */
    public abstract OptionalDouble of(Outcome.Measured measured);

    /** One word, as in names of files. */
    public String word() {
        return word;
    }

    /** Its name, in words. */
    public String label() {
        return label;
    }

    /** How it is drawn: on a logarithmic axis if protocols differ by their growth. */
    public Scale scale() {
        return scale;
    }
}
