// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.ricartagrawala;

import io.quorate.core.lock.LockMachineLaws;
import io.quorate.core.lock.Protocol;
import net.jqwik.api.Group;

/** Of section 2 and of each modification that changes numbers, modes or how long a REPLY lasts. */
@SuppressWarnings("ClassCanBeStatic") // a group of jqwik is an inner class
class RicartAgrawalaLawsTest {
    /** By some set of rules. */
    abstract static class Laws extends LockMachineLaws<RicartAgrawalaMessage> {
        private final RicartAgrawala protocol;

        Laws(String rules) {
            this.protocol = RicartAgrawala.with(rules);
        }

        @Override
        protected final Protocol<RicartAgrawalaMessage> protocol() {
            return protocol;
        }
    }

    @Group
    class Corrected extends Laws {
        Corrected() {
            super("corrected");
        }
    }

    @Group
    class Counted extends Laws {
        Counted() {
            super("counted");
        }
    }

    @Group
    class Modulo extends Laws {
        Modulo() {
            super("modulo");
        }
    }

    @Group
    class RandomIncrements extends Laws {
        RandomIncrements() {
            super("random-increments");
        }
    }

    @Group
    class Priority extends Laws {
        Priority() {
            super("priority");
        }
    }

    @Group
    class DelayActing extends Laws {
        DelayActing() {
            super("priority+delay-acting");
        }
    }

    @Group
    class ReadersWriters extends Laws {
        ReadersWriters() {
            super("readers-writers");
        }
    }

    @Group
    class CountedReadersWriters extends Laws {
        CountedReadersWriters() {
            super("counted+readers-writers");
        }
    }

    @Group
    class WritersFirst extends Laws {
        WritersFirst() {
            super("writers-first");
        }
    }

    @Group
    class StandingReplies extends Laws {
        StandingReplies() {
            super("standing-replies");
        }
    }

    @Group
    class CountedStandingReplies extends Laws {
        CountedStandingReplies() {
            super("counted+standing-replies");
        }
    }
}
