/** The dashboard: one page with its scripts and styles, served from the jar. */
@NullMarked
package io.quorate.server.page;

import org.jspecify.annotations.NullMarked;
