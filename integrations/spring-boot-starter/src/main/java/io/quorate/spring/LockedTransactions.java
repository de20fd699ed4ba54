// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring;

import io.quorate.api.LockLostException;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;

/** Has every transaction manager of the context roll back what is about to commit although a lock around it was lost. */
public final class LockedTransactions implements BeanPostProcessor {
    private final TransactionExecutionListener listener = new TransactionExecutionListener() {
        @Override
        public void beforeCommit(TransactionExecution transaction) {
            LockedHold lost = LockedHold.lostOne();
            if (lost != null) {
                throw new LockLostException(lost.lockName(), lost.lossReason().orElseThrow());
            }
        }
    };

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (bean instanceof ConfigurableTransactionManager manager) {
            manager.addListener(listener);
        }
        return bean;
    }
}
