// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring;

import io.quorate.api.Locks;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.ClassUtils;

/** All methods with {@link Locked} of the beans of a context. Checks them when their bean is made, so that mistakes end the start. */
final class LockedMethods implements BeanPostProcessor, SmartInitializingSingleton {
    private static final String USUAL_TIMEOUT = "${quorate.locked.timeout:30s}";

    private final ConfigurableBeanFactory beans;

    /** By the method of the class itself. */
    private final Map<Method, LockedMethod> known = new ConcurrentHashMap<>();

    LockedMethods(ConfigurableBeanFactory beans) {
        this.beans = beans;
    }

    /** Whether the method, as the class has it, has the annotation. */
    static boolean isLocked(Method method, @Nullable Class<?> targetClass) {
        return AnnotatedElementUtils.hasAnnotation(specific(method, targetClass), Locked.class);
    }

    private static Method specific(Method method, @Nullable Class<?> targetClass) {
        Class<?> userClass = targetClass == null ? null : ClassUtils.getUserClass(targetClass);
        return AopUtils.getMostSpecificMethod(method, userClass);
    }

    /** The settings of the annotation on this method. */
    LockedMethod of(Method method, @Nullable Class<?> targetClass) {
        return known.computeIfAbsent(specific(method, targetClass), this::read);
    }

    private LockedMethod read(Method method) {
        Locked locked = AnnotatedElementUtils.findMergedAnnotation(method, Locked.class);
        if (locked == null) {
            throw new IllegalStateException(InvalidLockedException.nameOf(method) + " has no @Locked.");
        }
        return LockedMethod.of(method, locked, usualTimeout(), this::resolve);
    }

    private Duration usualTimeout() {
        return DurationStyle.detectAndParse(resolve(USUAL_TIMEOUT));
    }

    private String resolve(String text) {
        String resolved = beans.resolveEmbeddedValue(text);
        return resolved == null ? "" : resolved;
    }

    @Override
    public Object postProcessBeforeInitialization(Object bean, String beanName) {
        Class<?> type = ClassUtils.getUserClass(bean);
        if (AnnotationUtils.isCandidateClass(type, Locked.class)) {
            Set<Method> locked = MethodIntrospector.selectMethods(
                            type, (Method method) -> isLocked(method, type) && !method.isBridge() ? method : null)
                    .keySet();
            locked.forEach(method -> of(method, type));
            if (!locked.isEmpty()) {
                destroyBeforeTheLocks(beanName);
            }
        }
        return bean;
    }

    /** The bean uses the locks without a field for them, so Spring has to be told: its methods may work until it is destroyed. */
    private void destroyBeforeTheLocks(String beanName) {
        if (beans instanceof ListableBeanFactory all) {
            for (String locks : all.getBeanNamesForType(Locks.class, true, false)) {
                beans.registerDependentBean(locks, beanName);
            }
        }
    }

    /** A proxy with interfaces only has no place for the methods of the class. */
    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (AopUtils.isJdkDynamicProxy(bean)) {
            Class<?> type = AopProxyUtils.ultimateTargetClass(bean);
            known.keySet().stream()
                    .filter(method -> method.getDeclaringClass().isAssignableFrom(type))
                    .filter(method ->
                            !ClassUtils.hasMethod(bean.getClass(), method.getName(), method.getParameterTypes()))
                    .findFirst()
                    .ifPresent(method -> {
                        throw new InvalidLockedException(
                                method,
                                "the proxy of its bean \"" + beanName + "\" has the methods of its interfaces only",
                                "Put the method into an interface, or remove spring.aop.proxy-target-class=false.");
                    });
        }
        return bean;
    }

    /** Names that are the same for every call can be checked as the node would. */
    @Override
    public void afterSingletonsInstantiated() {
        Locks locks = beans.getBeanProvider(Locks.class).getIfUnique();
        if (locks == null) {
            return;
        }
        for (LockedMethod each : known.values()) {
            String name = each.name().constant();
            if (name != null) {
                requireSoundName(locks, each, name);
            }
        }
    }

    private static void requireSoundName(Locks locks, LockedMethod locked, String name) {
        try {
            locks.lock(name);
        } catch (IllegalArgumentException unsound) {
            throw new InvalidLockedException(
                    locked.method(), "its name is not valid", String.valueOf(unsound.getMessage()), unsound);
        }
    }

    BeanFactory beans() {
        return beans;
    }
}
