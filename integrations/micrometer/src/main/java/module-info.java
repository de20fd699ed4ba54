/** Metrics and observations of locks, for Micrometer. */
@SuppressWarnings("requires-transitive-automatic") // the modules of Micrometer have a name, and no descriptor
module io.quorate.micrometer {
    requires static org.jspecify;
    requires transitive io.quorate.api;
    requires transitive micrometer.core;
    requires transitive micrometer.observation;

    exports io.quorate.micrometer;
}
