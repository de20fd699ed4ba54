/** The auto-configuration: settings, the node, its health, metrics, and a lock registry for Spring Integration. */
@NullMarked
package io.quorate.spring.boot;

import org.jspecify.annotations.NullMarked;
