// SPDX-License-Identifier: Apache-2.0
package io.quorate.api;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A change of the roster of a running cluster, for {@link Locks#changeRoster}. Immutable: each method returns a change with one more step.
 * All steps together make one new roster.
 *
 * <pre>{@code
 * locks.changeRoster(RosterChange.none().replace("c", "d=hostD:7400"));
 * locks.changeRoster(RosterChange.none().add("d=hostD:7400").add("e=hostE:7400"));
 * }</pre>
 */
public final class RosterChange {
    private static final RosterChange NONE = new RosterChange(List.of());

    private final List<Step> steps;

    /** The kinds of steps. */
    public enum Kind {
        /** A node becomes a member with a vote. */
        ADD,
        /** A member leaves. */
        REMOVE,
        /** A member gets another address. */
        MOVE,
        /** Another quorum system. */
        QUORUMS,
        /** Another lease. */
        LEASE
    }

    /**
     * One step.
     *
     * @param kind what the step does
     * @param what the id of the member; else the quorum system or the lease
     * @param address where the member is, as {@code host:port}; null if the step tells no address
     */
    public record Step(Kind kind, String what, @Nullable String address) {}

    private RosterChange(List<Step> steps) {
        this.steps = List.copyOf(steps);
    }

    /** {@return a change without steps} */
    public static RosterChange none() {
        return NONE;
    }

    private RosterChange with(Step step) {
        List<Step> longer = new ArrayList<>(steps);
        longer.add(step);
        return new RosterChange(longer);
    }

    private static LocksConfig.Member member(String text) {
        Objects.requireNonNull(text, "A member must not be null: it is written as in \"d=hostD:7400\".");
        return MemberList.parse(List.of(text)).get(0);
    }

    private static String address(String text) {
        return text.substring(text.indexOf('=') + 1).strip();
    }

    /**
     * Adds a member with a vote. The node must be running and wait to be named ({@link LocksConfig#contacts}).
     *
     * @param member as in {@code "d=hostD:7400"}
     * @return this change and one more step
     */
    public RosterChange add(String member) {
        return with(new Step(Kind.ADD, member(member).id(), address(member)));
    }

    /**
     * Removes a member. It may keep running as a guest.
     *
     * @param id the member
     * @return this change and one more step
     */
    public RosterChange remove(String id) {
        return with(new Step(Kind.REMOVE, Objects.requireNonNull(id, "The id of a member must not be null."), null));
    }

    /**
     * Replaces a member, which may be dead, by another node.
     *
     * @param id the member that leaves
     * @param member the node that takes its place, as in {@code "d=hostD:7400"}
     * @return this change and two more steps
     */
    public RosterChange replace(String id, String member) {
        return remove(id).add(member);
    }

    /**
     * Gives a member another address. It keeps its data directory.
     *
     * @param member its id and new address, as in {@code "c=hostX:7400"}
     * @return this change and one more step
     */
    public RosterChange move(String member) {
        return with(new Step(Kind.MOVE, member(member).id(), address(member)));
    }

    /**
     * Changes the quorum system.
     *
     * @param name as in {@code majority}
     * @return this change and one more step
     */
    public RosterChange quorums(String name) {
        return with(new Step(
                Kind.QUORUMS, Objects.requireNonNull(name, "The name of the quorum system must not be null."), null));
    }

    /**
     * Changes the lease.
     *
     * @param time the new lease
     * @return this change and one more step
     */
    public RosterChange lease(Duration time) {
        return with(new Step(
                Kind.LEASE,
                Objects.requireNonNull(time, "The lease must not be null.").toString(),
                null));
    }

    /** {@return the steps, in the order in which they were added} */
    public List<Step> steps() {
        return steps;
    }

    @Override
    public String toString() {
        return String.join(
                ", ",
                steps.stream()
                        .map(step -> switch (step.kind()) {
                            case ADD -> "add " + step.what() + " at " + step.address();
                            case REMOVE -> "remove " + step.what();
                            case MOVE -> "move " + step.what() + " to " + step.address();
                            case QUORUMS -> "take the quorums " + step.what();
                            case LEASE -> "take the lease " + step.what();
                        })
                        .toList());
    }
}
