// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.client;

/**
 * The limits of one server.
 *
 * @param sessions open at once
 * @param claims of all sessions
 * @param claimsOfSession of one session
 * @param waiting requests that wait for an answer
 */
public record Limits(int sessions, int claims, int claimsOfSession, int waiting) {}
