/** Guards in databases and files that refuse writes with an old fence. */
module io.quorate.fencing {
    requires static org.jspecify;
    requires transitive java.sql;

    exports io.quorate.fencing;
}
