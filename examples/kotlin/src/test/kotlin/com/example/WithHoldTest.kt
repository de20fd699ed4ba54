package com.example

import io.quorate.api.DistributedLock
import io.quorate.api.LockLostException
import io.quorate.api.LockTimeoutException
import io.quorate.api.LossReason
import io.quorate.testing.LockCluster
import java.time.Duration as JavaDuration
import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.atomic.AtomicInteger
import kotlin.coroutines.CoroutineContext
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.Job
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.future.await
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.yield
import org.assertj.core.api.Assertions.assertThat
import org.assertj.core.api.Assertions.assertThatThrownBy
import org.awaitility.Awaitility.await
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.Tag
import org.junit.jupiter.api.Test

@Tag("threads")
class WithHoldTest {
    private val cluster = LockCluster.inMemory(3) { it.lease(DEADLINE).standing(false) }
    private val here: DistributedLock = cluster.node(0).lock("orders/42")
    private val elsewhere: DistributedLock = cluster.node(1).lock("orders/42")

    @AfterEach
    fun close() = cluster.close()

    @Test
    fun `the block runs under the lock, which is free afterwards`() = runBlocking {
        val fence = here.withHold(LONG) { hold ->
            assertThat(hold.isValid).isTrue()
            hold.fence()
        }
        assertThat(fence).isPositive()
        assertFree()
    }

    @Test
    fun `a failure of the block is passed on, and the lock is free`() {
        assertThatThrownBy { runBlocking { here.withHold(LONG) { error("the block failed") } } }
            .isInstanceOf(IllegalStateException::class.java)
            .hasMessage("the block failed")
        assertFree()
    }

    @Test
    fun `a timeout is passed on, and the block does not run`() {
        val runs = AtomicInteger()
        elsewhere.acquire().use {
            assertThatThrownBy { runBlocking { here.withHold(1.milliseconds) { runs.incrementAndGet() } } }
                .isInstanceOf(LockTimeoutException::class.java)
        }
        assertThat(runs).hasValue(0)
        assertFree()
    }

    @Test
    fun `cancelled while it waits, it leaves nothing behind`() = runBlocking {
        elsewhere.acquire().use {
            val waiting = launch(Dispatchers.Default) { here.withHold(LONG) { } }
            await().atMost(DEADLINE).until { elsewhere.describe().waiters().isNotEmpty() }
            waiting.cancelAndJoin()
            await().atMost(DEADLINE).until { elsewhere.describe().waiters().isEmpty() }
        }
        assertFree()
    }

    @Test
    fun `cancelled in its block, it gives the lock back`() = runBlocking {
        val inside = Job()
        val working = launch(Dispatchers.Default) {
            here.withHold(LONG) {
                inside.complete()
                awaitCancellation()
            }
        }
        inside.join()
        working.cancelAndJoin()
        assertFree()
    }

    @Test
    fun `a hold that comes in the moment of the cancellation is given back`() {
        cancelledWhenTheHoldHasCome { here.withHold(LONG) { } }
        assertFree()
    }

    /** The reason for the finally in withHold: the value of a future that a cancelled coroutine awaited is dropped. */
    @Test
    fun `await alone would lose a hold that comes in the moment of the cancellation`() {
        cancelledWhenTheHoldHasCome { here.acquireAsync().await().use { } }
        assertThat(here.isLocked).isTrue()
    }

    @Test
    fun `cancelled at any moment, it leaves nothing behind`() = runBlocking {
        repeat(300) { round ->
            val job = launch(Dispatchers.Default) { here.withHold(LONG) { yield() } }
            repeat(round % 20) { yield() }
            job.cancelAndJoin()
            // A hold that came in this very moment is given back by the thread that brought it.
            await("round $round").atMost(DEADLINE).until { !here.isLocked }
        }
        assertFree()
    }

    @Test
    fun `a lost lock cancels the block and is told as such`() {
        withShortLease().use { brief ->
            assertThatThrownBy {
                runBlocking(Dispatchers.Default) {
                    brief.node(0).lock("orders/42").withHold(LONG) {
                        brief.cutOff(0)
                        awaitCancellation()
                    }
                }
            }
                .isInstanceOf(LockLostException::class.java)
                .satisfies({ assertThat((it as LockLostException).reason()).isEqualTo(LossReason.QUORUM_LOST) })
        }
    }

    @Test
    fun `a block that does not notice its loss is told at its end`() {
        withShortLease().use { brief ->
            assertThatThrownBy {
                runBlocking {
                    brief.node(0).lock("orders/42").withHold(LONG) { hold ->
                        brief.cutOff(0)
                        await().atMost(DEADLINE).until { hold.lossReason().isPresent } // blocks, as careless code does
                    }
                }
            }
                .isInstanceOf(LockLostException::class.java)
        }
    }

    /** Losses come soon there; elsewhere a busy machine must not lead to one. */
    private fun withShortLease() = LockCluster.inMemory(3) { it.lease(JavaDuration.ofSeconds(2)) }

    /** Runs the body until its hold has come, cancels it before it can go on, and lets it end. */
    private fun cancelledWhenTheHoldHasCome(body: suspend () -> Unit) {
        val dispatcher = StepByStep()
        val blocker = elsewhere.acquire()
        val job = CoroutineScope(dispatcher).launch { body() }
        dispatcher.step() // it asks, and suspends, because the lock is taken
        blocker.close()
        await().atMost(DEADLINE).until { dispatcher.hasStep() } // it has the hold, and would go on
        assertThat(here.isLocked).isTrue()
        job.cancel()
        await().atMost(DEADLINE).until {
            dispatcher.step()
            job.isCompleted
        }
        assertThat(job.isCancelled).isTrue()
    }

    private fun assertFree() {
        assertThat(here.isLocked).isFalse()
        elsewhere.acquire(JavaDuration.ofSeconds(30)).close()
    }

    /** Runs coroutines only when the test says so. */
    private class StepByStep : CoroutineDispatcher() {
        private val steps = ConcurrentLinkedQueue<Runnable>()

        override fun dispatch(context: CoroutineContext, block: Runnable) {
            steps.add(block)
        }

        fun hasStep() = steps.isNotEmpty()

        fun step() {
            steps.poll()?.run()
        }
    }

    private companion object {
        val LONG = 30.seconds
        val DEADLINE: JavaDuration = JavaDuration.ofSeconds(30)
    }
}
