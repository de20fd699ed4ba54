// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.compare;

import io.quorate.core.lock.Protocol;
import io.quorate.lab.simulate.SimulationReport;
import java.util.OptionalDouble;

/** The outcome of measuring a protocol. */
public sealed interface Outcome {
    Protocol<?> protocol();

    /** It ran, and kept its promises. Times are in message times, T. */
    record Measured(SimulationReport report) implements Outcome {
        @Override
        public Protocol<?> protocol() {
            return report.simulation().setup().protocol();
        }

        public double messages() {
            return report.messagesPerEntry();
        }

        /** From asking to entering, on average. */
        public double delay() {
            return report.waits().mean() / Comparison.MESSAGE_TIME;
        }

        /** From a release to the next entry, of another node that waited by then, on average; empty if there never was one. */
        public OptionalDouble synchronisationDelay() {
            return report.handOvers().count() == 0
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(report.handOvers().mean() / Comparison.MESSAGE_TIME);
        }

        /** The longest of them; 0 if there was none. */
        public double longestSynchronisationDelay() {
            return (double) report.handOvers().max() / Comparison.MESSAGE_TIME;
        }

        /** Messages that the busiest node sends and receives for each entry of anybody. */
        public double busiest() {
            return (double) report.traffic().busiestMessages() / report.claims().entries();
        }

        /** How often a claim was overtaken by one that came later, on average over all entries. */
        public double overtakings() {
            return (double) report.overtakings().count() / report.claims().entries();
        }

        /** How often the claim was overtaken that was so most often. */
        public long worstOvertaken() {
            return report.overtakings().worst();
        }
    }

    /** It cannot run under these conditions, and why. */
    record Impossible(Protocol<?> protocol, String reason) implements Outcome {}
}
