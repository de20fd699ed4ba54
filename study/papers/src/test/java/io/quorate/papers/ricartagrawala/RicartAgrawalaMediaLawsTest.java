// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.ricartagrawala;

import io.quorate.core.lock.LockMachineLaws;
import io.quorate.core.lock.Protocol;
import net.jqwik.api.Group;

/** The machines of sections 6.1 to 6.3. */
@SuppressWarnings("ClassCanBeStatic") // groups of properties must not be
class RicartAgrawalaMediaLawsTest {
    abstract static class Laws extends LockMachineLaws<RicartAgrawalaMessage> {
        private final String modifications;

        Laws(String modifications) {
            this.modifications = modifications;
        }

        @Override
        protected Protocol<RicartAgrawalaMessage> protocol() {
            return RicartAgrawala.with(modifications);
        }
    }

    @Group
    class ImplicitReplies extends Laws {
        ImplicitReplies() {
            super("implicit-reply");
        }
    }

    @Group
    class Broadcasts extends Laws {
        Broadcasts() {
            super("broadcast");
        }
    }

    @Group
    class SilenceAfterBroadcasts extends Laws {
        SilenceAfterBroadcasts() {
            super("implicit-reply+broadcast-replies");
        }
    }

    @Group
    class TheOrderOfTheMedium extends Laws {
        TheOrderOfTheMedium() {
            super("sequenced");
        }
    }

    @Group
    class BroadcastReplies extends Laws {
        BroadcastReplies() {
            super("broadcast-replies");
        }
    }

    @Group
    class Ring extends Laws {
        Ring() {
            super("ring");
        }
    }

    @Group
    class RingWithNotes extends Laws {
        RingWithNotes() {
            super("ring-notes");
        }
    }
}
