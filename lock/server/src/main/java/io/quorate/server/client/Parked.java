// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.client;

import io.quorate.server.http.Answer;
import io.quorate.server.http.Call;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A request that waits for news of a claim. It takes no thread. */
final class Parked {
    private final Call call;

    /** It waits as long as the claim is in this state. */
    private final Claim.State whileIn;

    private final Supplier<Answer> answer;
    private final AtomicBoolean isOver = new AtomicBoolean();
    private volatile @Nullable Future<?> deadline;

    Parked(Call call, Claim.State whileIn, Supplier<Answer> answer) {
        this.call = call;
        this.whileIn = whileIn;
        this.answer = answer;
    }

    void setDeadline(Future<?> timer) {
        deadline = timer;
        if (isOver.get()) {
            timer.cancel(false);
        }
    }

    boolean waitsIn(Claim.State state) {
        return whileIn == state;
    }

    /** Whether the caller is the one to answer it. */
    boolean take() {
        boolean isMine = isOver.compareAndSet(false, true);
        Future<?> timer = deadline;
        if (isMine && timer != null) {
            timer.cancel(false);
        }
        return isMine;
    }

    /** Says how things are now. Writes to the client: not for threads that others wait for. */
    void answer() {
        call.answer(answer.get());
    }
}
