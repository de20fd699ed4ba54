// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.roster;

import io.quorate.core.model.NodeId;

/**
 * One node of a roster.
 *
 * @param number given once, by the roster that brings the member in, and never used again; below {@link NodeId#GUESTS_FROM}
 * @param id the name that people use
 * @param address host and port; may change under the same number
 * @param votes whether the member is a voter
 * @param key drawn with the data directory of the member; empty if the roster binds it to none
 */
public record Member(int number, String id, String address, boolean votes, String key) {
    /** Maximum length of id, address and key, in characters. */
    public static final int TEXT_MAX = 255;

    public Member {
        if (number < 0 || number >= NodeId.GUESTS_FROM) {
            throw new IllegalArgumentException(
                    "the number of a member lies between 0 and " + (NodeId.GUESTS_FROM - 1) + ", not " + number);
        }
        requireText("id", id);
        requireText("address", address);
        if (id.isEmpty()) {
            throw new IllegalArgumentException("a member needs an id");
        }
        if (key.length() > TEXT_MAX) {
            throw new IllegalArgumentException("the key of " + id + " has more than " + TEXT_MAX + " characters");
        }
    }

    private static void requireText(String what, String text) {
        if (text.length() > TEXT_MAX) {
            throw new IllegalArgumentException(
                    "an " + what + " has at most " + TEXT_MAX + " characters, not " + text.length());
        }
    }

    /** The member as the lock protocol knows it. */
    public NodeId node() {
        return NodeId.of(number);
    }

    /** The same member at another address. */
    public Member at(String otherAddress) {
        return new Member(number, id, otherAddress, votes, key);
    }

    /** The same member with another number. */
    Member numbered(int other) {
        return new Member(other, id, address, votes, key);
    }
}
