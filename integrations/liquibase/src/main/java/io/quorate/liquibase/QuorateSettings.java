// SPDX-License-Identifier: Apache-2.0
package io.quorate.liquibase;

import liquibase.configuration.AutoloadedConfigurations;
import liquibase.configuration.ConfigurationDefinition;

/**
 * Settings, read wherever Liquibase reads its own: system properties, environment variables, its properties file, its scope. All
 * processes that migrate one database need the same values.
 */
public final class QuorateSettings implements AutoloadedConfigurations {
    /** {@code quorate.liquibase.enabled}: whether the changelog lock is taken from the Quorate cluster. */
    public static final ConfigurationDefinition<Boolean> ENABLED;

    /** {@code quorate.liquibase.lockName}: the lock that all migrations take. */
    public static final ConfigurationDefinition<String> LOCK_NAME;

    static {
        ConfigurationDefinition.Builder builder = new ConfigurationDefinition.Builder("quorate.liquibase");
        ENABLED = builder.define("enabled", Boolean.class)
                .setDescription(
                        "Take the changelog lock from the Quorate cluster; false: from the lock table, as Liquibase does alone")
                .setDefaultValue(true)
                .build();
        LOCK_NAME = builder.define("lockName", String.class)
                .setDescription("Name of the Quorate lock that migrations take")
                .setDefaultValue("liquibase/changelog")
                .build();
    }
}
