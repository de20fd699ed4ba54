/** Locks for Spring Boot. */
@SuppressWarnings({"requires-transitive-automatic"}) // the modules of Spring have a name, and no descriptor
open module io.quorate.spring {
    requires static com.fasterxml.jackson.annotation;
    requires static org.jspecify;
    requires transitive io.quorate.api;
    requires static io.quorate.micrometer;
    requires static io.quorate.testing;
    requires static micrometer.core;
    requires static micrometer.observation;
    requires spring.aop;
    requires spring.beans;
    requires spring.boot;
    requires spring.boot.autoconfigure;
    requires spring.context;
    requires spring.core;
    requires spring.expression;
    requires static spring.boot.actuator;
    requires static spring.boot.actuator.autoconfigure;
    requires static spring.boot.health;
    requires static spring.integration.core;
    requires static spring.tx;

    exports io.quorate.spring;
    exports io.quorate.spring.boot;
    exports io.quorate.spring.health;
    exports io.quorate.spring.integration;
}
