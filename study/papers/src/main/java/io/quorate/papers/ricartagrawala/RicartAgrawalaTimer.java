// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.ricartagrawala;

import io.quorate.core.lock.TimerName;

/** The timers of the report. */
enum RicartAgrawalaTimer implements TimerName {
    /** D5: the process that was interrupted goes on, and notes what it has decided. */
    GOES_ON,
    /** Section 6.1: when it runs out, silence is a REPLY. */
    IMPLICIT_REPLY
}
