/** Requests and answers: threads, routes, paths, problem documents. Knows nothing about locks. */
@NullMarked
package io.quorate.server.http;

import org.jspecify.annotations.NullMarked;
