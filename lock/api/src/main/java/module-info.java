/** The API that applications compile against: locks, holds, configuration, exceptions. */
module io.quorate.api {
    requires static org.jspecify;

    exports io.quorate.api;
    exports io.quorate.api.text to
            io.quorate.node,
            io.quorate.server,
            io.quorate.cli;

    uses io.quorate.api.LocksProvider;
}
