/** What nodes do, for Micrometer. */
@SuppressWarnings("requires-transitive-automatic") // micrometer-core has a module name, and no descriptor
module io.quorate.micrometer {
    requires static org.jspecify;
    requires transitive io.quorate.api;
    requires transitive micrometer.core;

    exports io.quorate.micrometer;
}
