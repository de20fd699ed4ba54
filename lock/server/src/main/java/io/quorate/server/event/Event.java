package io.quorate.server.event;

import io.quorate.server.json.JsonWriter;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened at this node.
 *
 * @param number from 1, without gaps
 * @param lock null if it is about no lock
 */
record Event(long number, String type, @Nullable String lock, JsonWriter.Fields data) {}
