/** What applications compile against: locks, holds, configuration, exceptions. */
module io.quorate.api {
    requires static org.jspecify;

    exports io.quorate.api;

    uses io.quorate.api.LocksProvider;
}
