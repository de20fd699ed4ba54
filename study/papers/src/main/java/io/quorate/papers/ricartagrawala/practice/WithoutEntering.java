// SPDX-License-Identifier: Apache-2.0
package io.quorate.papers.ricartagrawala.practice;

import io.quorate.core.lock.LossReason;
import io.quorate.core.lock.Outbox;
import io.quorate.core.lock.TimerName;
import io.quorate.core.model.NodeId;
import io.quorate.papers.ricartagrawala.RicartAgrawalaMessage;
import java.time.Duration;

/** Passes on everything but that the lock was entered: on whose behalf, another decides. */
record WithoutEntering(Outbox<RicartAgrawalaMessage> out) implements Outbox<RicartAgrawalaMessage> {
    @Override
    public void send(NodeId to, RicartAgrawalaMessage message) {
        out.send(to, message);
    }

    @Override
    public void startTimer(TimerName timer, Duration delay, Duration jitter) {
        out.startTimer(timer, delay, jitter);
    }

    @Override
    public void stopTimer(TimerName timer) {
        out.stopTimer(timer);
    }

    @Override
    public void entered() {}

    @Override
    public void lost(LossReason reason) {
        out.lost(reason);
    }
}
