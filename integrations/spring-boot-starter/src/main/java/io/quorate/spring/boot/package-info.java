/** What Spring Boot finds by itself: settings, the node, its health, metrics, and a lock registry for Spring Integration. */
@NullMarked
package io.quorate.spring.boot;

import org.jspecify.annotations.NullMarked;
