package com.example

import io.quorate.testing.LockCluster
import kotlinx.coroutines.runBlocking
import org.assertj.core.api.Assertions.assertThat
import org.junit.jupiter.api.Tag
import org.junit.jupiter.api.Test

@Tag("threads")
class ShippingTest {
    @Test
    fun `each order is shipped under its lock, with a fencing token that rises`() {
        LockCluster.inMemory(3).use { cluster ->
            val locks = cluster.node(0)
            val fences = mutableListOf<Long>()
            val orders = object : Orders {
                override suspend fun ship(order: Int, fence: Long) = shipBlocking(order, fence)

                override fun shipBlocking(order: Int, fence: Long) {
                    assertThat(locks.lock("orders/$order").isLocked).isTrue()
                    fences += fence
                }
            }
            val shipping = Shipping(locks, orders)
            shipping.shipBlocking(42)
            runBlocking { shipping.ship(42) }
            assertThat(fences).hasSize(2).isSorted().doesNotHaveDuplicates()
            assertThat(locks.lock("orders/42").isLocked).isFalse()
        }
    }
}
