/** JSON: a writer, and a strict reader with limits. No library, so that what ships has no dependency. */
@NullMarked
package io.quorate.server.json;

import org.jspecify.annotations.NullMarked;
