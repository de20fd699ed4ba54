/** Locks over HTTP. */
module io.quorate.server {
    requires static org.jspecify;
    requires transitive io.quorate.api;
    requires io.quorate.node;
    requires io.quorate.trace;
    requires jdk.httpserver;

    exports io.quorate.server;
}
