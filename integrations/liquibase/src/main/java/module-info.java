/** The changelog lock of Liquibase, on a Quorate cluster. */
module io.quorate.liquibase {
    requires static org.jspecify;
    requires transitive io.quorate.api;
    requires liquibase.core;

    exports io.quorate.liquibase;

    provides liquibase.lockservice.LockService with
            io.quorate.liquibase.QuorateLockService;
    provides liquibase.executor.Executor with
            io.quorate.liquibase.GuardedExecutor;
    provides liquibase.configuration.AutoloadedConfigurations with
            io.quorate.liquibase.QuorateSettings;
}
