/** Locks over HTTP. */
module io.quorate.server {
    requires static org.jspecify;
    requires transitive io.quorate.api;
    requires io.quorate.node;
    requires jdk.httpserver;

    exports io.quorate.server;
}
