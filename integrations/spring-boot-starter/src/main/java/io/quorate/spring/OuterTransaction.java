// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring;

import java.lang.reflect.Method;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/** Warns of a lock that is taken inside a transaction: the commit comes after the lock was given back, so the next holder may not see it. */
final class OuterTransaction {
    private static final boolean TRANSACTIONS = ClassUtils.isPresent(
            "org.springframework.transaction.support.TransactionSynchronizationManager",
            OuterTransaction.class.getClassLoader());

    /** Once for each method. */
    private final Set<Method> warned = ConcurrentHashMap.newKeySet();

    void warnOf(Method method) {
        if (TRANSACTIONS && TransactionSynchronizationManager.isActualTransactionActive() && warned.add(method)) {
            System.getLogger(OuterTransaction.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            "{0} takes its lock inside a transaction that began before: the commit comes after the lock is given back,"
                                    + " and the next holder may not see it. Call the method outside of the transaction.",
                            InvalidLockedException.nameOf(method));
        }
    }
}
