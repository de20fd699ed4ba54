// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.event;

import io.quorate.server.json.JsonWriter;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened at this node.
 *
 * @param number from 1, without gaps
 * @param lock null if it is about no lock
 * @param data made for each reader: threads that bring news about locks must not wait until it is
 */
record Event(long number, String type, @Nullable String lock, Supplier<JsonWriter.Fields> data) {}
