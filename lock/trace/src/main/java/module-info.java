/** Recorded runs and their drawings. */
module io.quorate.trace {
    requires static org.jspecify;

    exports io.quorate.trace;
    exports io.quorate.trace.svg;
    exports io.quorate.trace.text;
    exports io.quorate.trace.page;
}
