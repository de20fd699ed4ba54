// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring.boot;

import io.quorate.spring.LockedConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Import;

/**
 * {@link io.quorate.spring.Locked} on methods. It is there even with {@code quorate.enabled=false}: a method whose lock cannot be taken
 * must not run as if it had none.
 */
@AutoConfiguration
@Import(LockedConfiguration.class)
public class LockedAutoConfiguration {}
