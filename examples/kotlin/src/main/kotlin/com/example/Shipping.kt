package com.example

import io.quorate.api.Locks
import kotlin.time.Duration.Companion.seconds
import kotlin.time.toJavaDuration

/** Stands for your database: refuses a fencing token that is lower than one it has seen. */
interface Orders {
    suspend fun ship(order: Int, fence: Long)

    fun shipBlocking(order: Int, fence: Long)
}

class Shipping(private val locks: Locks, private val orders: Orders) {
    // region coroutine
    suspend fun ship(order: Int) {
        locks.lock("orders/$order").withHold(5.seconds) { hold ->
            orders.ship(order, hold.fence())
        }
    }
    // endregion

    // region blocking
    fun shipBlocking(order: Int) {
        locks.lock("orders/$order").acquire(5.seconds.toJavaDuration()).use { hold ->
            orders.shipBlocking(order, hold.fence())
        }
    }
    // endregion
}
