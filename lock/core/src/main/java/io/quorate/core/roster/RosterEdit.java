// SPDX-License-Identifier: Apache-2.0
package io.quorate.core.roster;

import io.quorate.core.model.NodeId;
import io.quorate.core.session.LeaseTerms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Makes the next roster from a given one: any number of changes, one epoch. Refuses what makes no sense, in words. */
public final class RosterEdit {
    private final Roster before;
    private final List<Member> members;
    private int nextNumber;
    private String quorums;
    private LeaseTerms terms;

    RosterEdit(Roster before) {
        this.before = before;
        this.members = new ArrayList<>(before.members());
        this.nextNumber = before.nextNumber();
        this.quorums = before.quorums();
        this.terms = before.terms();
    }

    /** A member joins. It gets the next number, whatever number it comes with. */
    public RosterEdit add(Member member) {
        if (members.stream().anyMatch(each -> each.id().equals(member.id()))) {
            throw new IllegalArgumentException(member.id() + " is a member already");
        }
        if (nextNumber >= NodeId.GUESTS_FROM) {
            throw new IllegalArgumentException(
                    "this cluster has used up all " + NodeId.GUESTS_FROM + " member numbers");
        }
        members.add(member.numbered(nextNumber++));
        return this;
    }

    public RosterEdit remove(String id) {
        members.remove(require(id));
        return this;
    }

    /** The member is at another address: same number, same key. */
    public RosterEdit move(String id, String address) {
        Member member = require(id);
        if (member.address().equals(address)) {
            throw new IllegalArgumentException(id + " is at " + address + " already");
        }
        members.set(members.indexOf(member), member.at(address));
        return this;
    }

    public RosterEdit quorums(String text) {
        quorums = text;
        return this;
    }

    public RosterEdit lease(Duration lease) {
        terms = new LeaseTerms(lease, terms.driftPerMille());
        return this;
    }

    private Member require(String id) {
        return members.stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(id + " is not a member. The members are "
                        + String.join(
                                ", ", before.members().stream().map(Member::id).toList())));
    }

    /** The next roster. Throws {@link IllegalArgumentException} if it is as the one before, or cannot be. */
    public Roster next() {
        Roster next = new Roster(before.epoch() + 1, before.lineage(), nextNumber, members, quorums, terms);
        if (next.members().equals(before.members())
                && next.quorums().equals(before.quorums())
                && next.terms().equals(before.terms())) {
            throw new IllegalArgumentException("that changes nothing");
        }
        return next;
    }
}
