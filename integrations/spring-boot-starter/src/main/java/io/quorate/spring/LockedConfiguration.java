// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring;

import io.quorate.api.Locks;
import java.lang.reflect.Method;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.context.annotation.Role;
import org.springframework.core.type.AnnotationMetadata;

/** Makes {@link Locked} work on the beans of a context. Spring Boot finds it; others import it. */
@Configuration(proxyBeanMethods = false)
@Import(LockedConfiguration.Proxies.class)
@Role(BeanDefinition.ROLE_INFRASTRUCTURE)
public class LockedConfiguration {
    /**
     * The place of the lock among all that surrounds a method: inside of what checks permissions (Spring Security: below 1,000), outside of
     * transactions and caches (the last place).
     */
    public static final int ORDER = 10_000;

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static LockedMethods lockedMethods(ConfigurableBeanFactory beans) {
        return new LockedMethods(beans);
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static DefaultPointcutAdvisor lockedAdvisor(
            LockedMethods methods, ObjectProvider<Locks> locks, ObjectProvider<HoldScope> scopes) {
        DefaultPointcutAdvisor advisor =
                new DefaultPointcutAdvisor(new LockedPointcut(), new LockedInterceptor(methods, locks, scopes));
        advisor.setOrder(ORDER);
        return advisor;
    }

    /** All methods with the annotation. */
    static final class LockedPointcut extends StaticMethodMatcherPointcut {
        @Override
        public boolean matches(Method method, Class<?> targetClass) {
            return LockedMethods.isLocked(method, targetClass);
        }
    }

    /** Has proxies made, as {@code @EnableTransactionManagement} does: also where nothing else needs one. */
    static final class Proxies implements ImportBeanDefinitionRegistrar {
        @Override
        public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
            AopConfigUtils.registerAutoProxyCreatorIfNecessary(registry);
        }
    }
}
